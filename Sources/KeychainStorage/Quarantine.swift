package import KeychainSchema

extension StorageSession where Self: ~Copyable {
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
    var count = 0
    let run = try connection.run(.acceptQuarantine)
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
