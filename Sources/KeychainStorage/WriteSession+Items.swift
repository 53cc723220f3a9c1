import CSQLite
package import KeychainSchema

/// What an update does with the secret.
package enum SecretChange: ~Escapable {
  case keep
  case replace(RawSpan?)
}

extension WriteSession {
  /// Inserts a row and gives its number; `columns.id` is not looked at.
  /// - Throws: `.identityTaken` where another row has the identity; the transaction goes on.
  @discardableResult
  package func insertItem(
    _ columns: ItemColumns, metadata: RawSpan, secret: RawSpan?
  ) throws(StorageError) -> Int64 {
    let statement = try connection.statement(ItemSQL.Key.insert, ItemSQL.insert)
    try write(columns, .allButNumber, metadata: metadata, secret: secret, with: statement, id: 0)
    let id = connection.lastInsertedRow
    ledger?.noteInserted(columns, id: id, metadata: metadata, secret: secret)
    return id
  }

  /// Rewrites the row `columns.id`.
  ///
  /// Given the columns as they are, only those that differ are written: an index whose columns stay is then not
  /// touched.
  /// - Parameter mark: the row as it stands, where it was marked before and its secret is replaced.
  /// - Throws: `.identityTaken` where another row has the identity; the transaction goes on.
  package func updateItem(
    _ columns: ItemColumns, replacing current: ItemColumns? = nil, marked mark: RowMark? = nil, metadata: RawSpan,
    secret: borrowing SecretChange
  ) throws(StorageError) {
    var stored: RowMark?
    var changed = current.map { ColumnSet(from: $0, to: columns) } ?? .plain
    changed.insert(ItemSQL.metadataPlace)
    switch secret {
    case .keep:
      if let ledger { stored = try ledger.stored(columns.id, on: connection) }
      try update(columns, changed, metadata: metadata, secret: nil)
    case .replace(let secret):
      if let ledger { stored = if let mark { mark } else { try ledger.stored(columns.id, on: connection) } }
      changed.insert(ItemSQL.secretPlace)
      try update(columns, changed, metadata: metadata, secret: secret)
    }
    if let stored { ledger?.noteUpdated(stored, to: columns, metadata: metadata, secret: secret) }
  }

  /// Marks a row that was read with its secret, so that it can be changed or deleted without being read again.
  ///
  /// Nil where nobody sums rows. Whoever writes to the row before has made the mark worthless.
  package func mark(_ row: borrowing ItemRow) -> RowMark? {
    ledger?.mark(row)
  }

  /// Deletes the row with that number; gives whether there was one.
  /// - Parameter mark: the row as it stands, where it was marked before.
  @discardableResult
  package func deleteItem(_ id: Int64, marked mark: RowMark? = nil) throws(StorageError) -> Bool {
    guard let ledger else { return try delete(id) }
    guard let known = mark ?? ledger.known(id) else { return try take(id, telling: ledger) }
    guard try delete(id) else { return false }
    ledger.noteDeleted(known)
    return true
  }

  private func delete(_ id: Int64) throws(StorageError) -> Bool {
    let run = StatementRun(try connection.statement(ItemSQL.Key.delete, ItemSQL.delete))
    try run.bind(id, at: 1)
    try run.finish()
    return connection.changedRows != 0
  }

  /// Deletes a row that nobody has read.
  private func take(_ id: Int64, telling ledger: RowLedger) throws(StorageError) -> Bool {
    let run = StatementRun(try connection.statement(ItemSQL.Key.take, ItemSQL.take))
    try run.bind(id, at: 1)
    guard try run.step() else { return false }
    let row = ledger.mark(ItemRow(run.statement, lendsSecret: true))
    try run.finish()
    ledger.noteDeleted(row)
    return true
  }

  private func update(
    _ columns: ItemColumns, _ changed: ColumnSet, metadata: RawSpan, secret: RawSpan?
  ) throws(StorageError) {
    let key = ItemSQL.Key.update | changed.bits
    let statement = try connection.statement(key, ItemSQL.update(changed))
    try write(columns, changed, metadata: metadata, secret: secret, with: statement, id: columns.id)
    // A caller that updates a row it did not find would lose the item without a word.
    guard connection.changedRows == 1 else { throw .unexpected(code: SQLITE_NOTFOUND) }
  }

  private func write(
    _ columns: ItemColumns, _ written: ColumnSet, metadata: RawSpan, secret: RawSpan?, with statement: Statement,
    id: Int64
  ) throws(StorageError) {
    let code = try unsafe metadata.withUnsafeBytes { metadata throws(StorageError) in
      guard let secret else {
        return try unsafe Self.step(statement, columns, written, id: id, metadata: metadata, secret: nil)
      }
      return try unsafe secret.withUnsafeBytes { secret throws(StorageError) in
        try unsafe Self.step(statement, columns, written, id: id, metadata: metadata, secret: secret)
      }
    }
    switch code {
    case SQLITE_DONE: return
    case Self.uniqueViolated:
      // Whoever holds the identity tells the clash from one of uuids, with no look at SQLite's message.
      if let holder = try holder(ofIdentity: columns.identity), holder != id { throw .identityTaken(holder: holder) }
      throw .constraint
    default: throw connection.failure(code)
    }
  }

  /// The bytes are borrowed by the statement, so the run begins and ends in here.
  @unsafe
  private static func step(
    _ statement: Statement, _ columns: ItemColumns, _ written: ColumnSet, id: Int64,
    metadata: UnsafeRawBufferPointer, secret: UnsafeRawBufferPointer?
  ) throws(StorageError) -> Int32 {
    let run = StatementRun(statement)
    if written.contains(ItemSQL.metadataPlace) {
      try unsafe run.bindBorrowed(metadata, at: ItemSQL.parameter(ofColumn: ItemSQL.metadataPlace))
    }
    if let secret = unsafe secret {
      try unsafe run.bindBorrowed(secret, at: ItemSQL.parameter(ofColumn: ItemSQL.secretPlace))
    }
    try run.bind(columns, written)
    if id != 0 { try run.bind(id, at: ItemSQL.parameter(ofColumn: 0)) }
    return run.stepCode()
  }

  // SQLITE_CONSTRAINT_UNIQUE
  private static let uniqueViolated = SQLITE_CONSTRAINT | 8 << 8
}

extension StatementRun {
  /// Binds the plain columns in `written`; a term that is absent stays NULL.
  fileprivate borrowing func bind(_ columns: ItemColumns, _ written: ColumnSet) throws(StorageError) {
    if written.contains(1) { try bind(columns.uuid, at: 2, place: 0) }
    if written.contains(2) { try bind(columns.identity, at: 3, place: 1) }
    try bind(columns.itemClass, in: written, place: 3)
    try bind(columns.accessGroup, in: written, place: 4)
    try bind(columns.protection, in: written, place: 5)
    try bind(columns.synchronizable, in: written, place: 6)
    try bind(columns.tombstone, in: written, place: 7)
    try bind(columns.generation, in: written, place: 8)
    try bind(columns.termVersion, in: written, place: 9)
    for index in columns.terms.indices {
      if let term = columns.terms[index] { try bind(term, in: written, place: 10 + index) }
    }
  }

  private borrowing func bind(_ value: Int64, in written: ColumnSet, place: Int) throws(StorageError) {
    if written.contains(place) { try bind(value, at: ItemSQL.parameter(ofColumn: place)) }
  }
}
