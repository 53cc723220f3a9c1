import CSQLite
package import KeychainSchema

/// A connection while a caller holds it; both kinds of session read alike.
package protocol StorageSession: ~Copyable {
  var connection: Connection { get }
  /// Who is told of the rows that are written; nil where nobody is.
  var ledger: RowLedger? { get }

  /// The bag's generation as it stands in the clear, bytes 24 to 31 of the first copy; 0 where there are none.
  func keybagGeneration() throws(StorageError) -> UInt64
}

/// A read-only connection, lent to the body of `Database.read`.
///
/// Statements each see the newest commit, unless `keybagGeneration` was asked first: from then on to the end of the
/// session all of them see the same state, and none pays for a transaction of its own.
package struct ReadSession: StorageSession, ~Copyable {
  /// The connection that is lent; statements run on no other.
  package let connection: Connection

  init(connection: Connection) {
    self.connection = connection
  }

  /// Nobody: nothing is written here.
  package var ledger: RowLedger? { nil }

  /// The bag's generation as it stands in the clear, bytes 24 to 31 of the first copy; 0 where there are none.
  ///
  /// Not verified: it tells whether the bag has to be read again.
  package func keybagGeneration() throws(StorageError) -> UInt64 {
    connection.endSnapshot()
    let run = try connection.run(.keybagGeneration)
    guard try run.step() else { return 0 }
    let generation = run.little64(0)
    connection.keepSnapshot(run)
    return generation
  }
}

/// The writing connection inside a transaction, lent to the body of `Database.write`.
package struct WriteSession: StorageSession, ~Copyable {
  /// The connection that is lent; statements run on no other.
  package let connection: Connection
  /// Who is told of the rows that are written; nil where nobody is.
  package let ledger: RowLedger?

  init(connection: Connection, ledger: RowLedger? = nil) {
    self.connection = connection
    self.ledger = ledger
  }

  /// How much this connection has written since it was opened; the same number before and after: nothing.
  package var writtenRowCount: Int64 { connection.totalChangedRows }

  /// The bag's generation as it stands in the clear, bytes 24 to 31 of the first copy; 0 where there are none.
  package func keybagGeneration() throws(StorageError) -> UInt64 {
    if let known = ledger?.keybagGeneration { return known }
    let run = try connection.run(.keybagGeneration)
    let generation = try run.step() ? run.little64(0) : 0
    ledger?.keybagGeneration = generation
    return generation
  }
}

/// Whether a walk over rows goes on.
package enum Iteration: Sendable {
  case next
  case stop
}

// MARK: - Items

extension StorageSession where Self: ~Copyable {
  /// Lets go of the pages in memory: what does not make sense may have been read wrong, and is read again from the
  /// file.
  package func forgetPages() {
    ledger?.keybagGeneration = nil
    connection.forgetPages()
  }

  /// Lends each row of the selection to `body`, in order of their numbers, until there are no more, `limit` is
  /// reached or `body` stops.
  ///
  /// A selection with neither an identity, uuid, number or term, nor both group and class, walks the whole table.
  package func forEachItem<Failure: StorageFailure>(
    _ selection: ItemSelection, limit: Int = .max, _ body: (borrowing ItemRow) throws(Failure) -> Iteration
  ) throws(Failure) {
    var failure: Failure?
    do throws(StorageError) {
      try connection.walk(selection, limit: limit) { row in
        do throws(Failure) {
          return try body(row)
        } catch {
          failure = error
          return .stop
        }
      }
    } catch {
      throw Failure(error)
    }
    if let failure { throw failure }
  }

  /// Lends the row with that number; nil where there is none.
  package func withItem<Result, Failure: StorageFailure>(
    _ id: Int64, wantsSecret: Bool = true, _ body: (borrowing ItemRow) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var result: Result?
    let ledger = wantsSecret ? ledger : nil
    try forEachItem(ItemSelection(rowID: id, wantsSecret: wantsSecret)) { row throws(Failure) in
      ledger?.keep(row)
      result = try body(row)
      return .stop
    }
    return result
  }

  /// The number of the row with that identity.
  package func holder(ofIdentity identity: Identifier) throws(StorageError) -> Int64? {
    var cursor = try ItemCursor(ItemSelection(identity: identity), limit: 1, on: connection)
    guard let row = try cursor.next() else { return nil }
    return row.columns.id
  }

  /// How many rows the selection has, whatever its page.
  package func countItems(_ selection: ItemSelection) throws(StorageError) -> Int {
    let shape = selection.shape.intersection(.conditions)
    let run = StatementRun(
      try connection.statement(shape.rawValue | ItemSQL.Key.count, ItemSQL.count(shape)))
    try run.bind(selection)
    return try run.step() ? Int(run.int64(0)) : 0
  }

  /// How many rows of a protection class name the given generation of its key, by one of their boxes.
  package func itemCount(protection: ProtectionClass, generation: UInt32) throws(StorageError) -> Int {
    let run = StatementRun(
      try connection.statement(ItemSQL.Key.countKeyGeneration, ItemSQL.countKeyGeneration))
    try run.bind(Int64(protection.rawValue), at: 1)
    try run.bind((0..<4).map { UInt8(truncatingIfNeeded: generation >> ($0 * 8)) }, at: 2)
    return try run.step() ? Int(run.int64(0)) : 0
  }
}

extension Connection {
  /// `forEachItem` without type parameters, which nothing specializes across modules of a package.
  package func walk(
    _ selection: ItemSelection, limit: Int = .max, _ body: (borrowing ItemRow) -> Iteration
  ) throws(StorageError) {
    var cursor = try ItemCursor(selection, limit: limit, on: self)
    while let row = try cursor.next() {
      if body(row) == .stop { return }
    }
  }
}

// MARK: - Key bag, meta, groups

extension StorageSession where Self: ~Copyable {
  /// Every copy of the key bag, in order.
  package func keybag() throws(StorageError) -> [[UInt8]] {
    let run = try connection.run(.keybag)
    var copies: [[UInt8]] = []
    while try run.step() { copies.append(run.bytes(0)) }
    return copies
  }

  /// A value of the table of few things; nil where there is none of that key.
  package func meta(_ key: String) throws(StorageError) -> [UInt8]? {
    let run = try connection.run(.meta)
    try run.bind(key, at: 1)
    return try run.step() ? run.bytes(0) : nil
  }

  /// The database's own identifier, as its creation wrote it.
  package func databaseIdentifier() throws(StorageError) -> Identifier {
    guard let bytes = try meta(Database.identifierKey), let identifier = Identifier(bytes) else {
      throw .corrupt(code: SQLITE_CORRUPT)
    }
    return identifier
  }

  /// Whether the group is listed.
  package func hasAccessGroup(_ tag: Int64) throws(StorageError) -> Bool {
    if let ledger, ledger.listedGroup == tag { return true }
    let run = try connection.run(.accessGroup)
    try run.bind(tag, at: 1)
    let isListed = try run.step()
    if isListed { ledger?.listedGroup = tag }
    return isListed
  }

  /// The sealed name of an access group; nil where it is not listed.
  package func accessGroupName(_ tag: Int64) throws(StorageError) -> [UInt8]? {
    let run = try connection.run(.accessGroupName)
    try run.bind(tag, at: 1)
    return try run.step() ? run.bytes(1) : nil
  }

  /// Every access group's tag and sealed name, in order of the tags.
  package func accessGroups() throws(StorageError) -> [(tag: Int64, name: [UInt8])] {
    let run = try connection.run(.accessGroups)
    var groups: [(tag: Int64, name: [UInt8])] = []
    while try run.step() { groups.append((run.int64(0), run.bytes(1))) }
    return groups
  }
}

extension StatementRun {
  /// A column of eight bytes as a little-endian integer; 0 where there are not eight.
  fileprivate borrowing func little64(_ column: Int32) -> UInt64 {
    let bytes = unsafe statement.blob(column)
    guard bytes.count == 8 else { return 0 }
    return UInt64(littleEndian: unsafe bytes.loadUnaligned(as: UInt64.self))
  }
}
