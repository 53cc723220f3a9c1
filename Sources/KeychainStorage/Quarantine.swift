package import KeychainSchema

/// A row in quarantine, as it lies there.
package struct QuarantinedRow: Sendable {
  /// Its number in the table.
  package let id: Int64
  /// Of the bytes, by which a row is told that is there already.
  package let digest: [UInt8]
  package let uuid: Identifier
  /// When it was copied, in the unit of whoever copied it.
  package let time: Int64
  /// Why, by the number of whoever copied it.
  package let why: Int64
  /// Whether the owner has seen it.
  package let isAccepted: Bool
  /// The row's bytes; `ItemRowCopy` reads them.
  package let bytes: [UInt8]
}

extension StorageSession where Self: ~Copyable {
  /// The rows in quarantine from a number on, at most `limit`.
  package func quarantined(from first: Int64 = .min, limit: Int = .max) throws(StorageError) -> [QuarantinedRow] {
    let run = try connection.run(.quarantineRows)
    try run.bind(first, at: 1)
    try run.bind(Int64(limit), at: 2)
    var rows: [QuarantinedRow] = []
    while try run.step() {
      rows.append(
        QuarantinedRow(
          id: run.int64(0), digest: run.bytes(1), uuid: run.identifier(2), time: run.int64(3), why: run.int64(4),
          isAccepted: run.int64(5) != 0, bytes: run.bytes(6)))
    }
    return rows
  }

  /// How many rows are in quarantine; those that the owner has not accepted, or all.
  package func quarantineCount(unaccepted: Bool = true) throws(StorageError) -> Int {
    let run = try connection.run(unaccepted ? .countUnacceptedQuarantine : .countQuarantine)
    return try run.step() ? Int(run.int64(0)) : 0
  }

  /// The digest of every row in quarantine, accepted or not.
  package func quarantineDigests() throws(StorageError) -> Set<[UInt8]> {
    let run = try connection.run(.quarantineDigests)
    var digests: Set<[UInt8]> = []
    while try run.step() { digests.insert(run.bytes(0)) }
    return digests
  }
}

extension WriteSession {
  private static var acceptedPlace: Int32 { 5 }

  /// Keeps a copy of a row that does not open, once: `digest` tells whether it is there. Gives whether it was new.
  @discardableResult
  package func quarantine(
    digest: [UInt8], uuid: Identifier, at time: Int64, why: Int64, row: [UInt8]
  ) throws(StorageError) -> Bool {
    let run = try connection.run(.insertQuarantine)
    try run.bind(digest, at: 1)
    try run.bind(uuid, at: 2, place: 0)
    try run.bind(time, at: 3)
    try run.bind(why, at: 4)
    try run.bind(row, at: 5)
    try run.finish()
    guard connection.changedRows != 0 else { return false }
    let id = connection.lastInsertedRow
    ledger?.tell(.quarantine) { bytes in
      bytes.append(id)
      bytes.append(digest)
      bytes.append(uuid)
      bytes.append(time)
      bytes.append(why)
      bytes.append(0)
      bytes.append(row)
    }
    return true
  }

  /// The owner has seen what is in quarantine; gives how many rows were new to him.
  @discardableResult
  package func acceptQuarantine() throws(StorageError) -> Int {
    try acceptQuarantine(try connection.run(.acceptQuarantine))
  }

  /// The same for one row; gives whether it was new to him.
  @discardableResult
  package func acceptQuarantined(_ id: Int64) throws(StorageError) -> Bool {
    let run = try connection.run(.acceptQuarantined)
    try run.bind(id, at: 1)
    return try acceptQuarantine(run) > 0
  }

  /// Takes a row out, because it is in its place again; gives whether there was one.
  @discardableResult
  package func removeQuarantined(_ id: Int64) throws(StorageError) -> Bool {
    let run = try connection.run(.removeQuarantined)
    try run.bind(id, at: 1)
    var isRemoved = false
    while try run.step() {
      isRemoved = true
      ledger?.tell(.quarantine, run, columnCount: SummedTable.quarantine.columnCount)
    }
    return isRemoved
  }

  private func acceptQuarantine(_ run: consuming StatementRun) throws(StorageError) -> Int {
    var count = 0
    while try run.step() {
      count += 1
      // The row as it is, and as it was: not accepted.
      ledger?.tell(.quarantine, run, columnCount: SummedTable.quarantine.columnCount)
      ledger?.tell(.quarantine) { bytes in
        for column in 0..<SummedTable.quarantine.columnCount {
          if column == Self.acceptedPlace { bytes.append(0) } else { bytes.append(run.statement, column: column) }
        }
      }
    }
    return count
  }
}
