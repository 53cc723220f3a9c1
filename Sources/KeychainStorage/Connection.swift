import CSQLite

/// One connection to a database, with the statements it keeps.
///
/// Sendable: opened without SQLite's own mutex, it is used by one thread at a time; the pool, or the writer's gate,
/// hands it from one to the next.
@safe
package final class Connection: @unchecked Sendable {
  let handle: OpaquePointer
  /// Which of the pool's generations it belongs to.
  var poolGeneration: UInt64 = 0
  /// The frames in the log after this connection's last commit; the hook writes it.
  private let frames: UnsafeMutablePointer<Int32>
  private var kept: [UInt32: Statement] = [:]
  // The last one again, since a program asks the same kind of question many times.
  private var lastKey: UInt32 = 0
  private var last: Statement?
  /// Left on its row while a session lasts, so that all its statements see one state of the database.
  private var snapshot: StatementRun?
  /// What the transaction stands at that is kept between sessions; nil where none is.
  var standing: LogState?
  /// The log's index, once it was asked for.
  var logIndex: LogIndex?

  /// More shapes than a program has; reached only by one that tries them all.
  private static let keptLimit = 128

  init(_ path: String, flags: Int32, fileLayer: String? = nil) throws(StorageError) {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, fileLayer)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      let error = unsafe StorageError(code: code, database: handle)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    unsafe self.handle = handle
    unsafe frames = .allocate(capacity: 1)
    unsafe frames.initialize(to: 0)
  }

  deinit {
    snapshot = nil
    last = nil
    kept.removeAll()
    unsafe sqlite3_close_v2(handle)
    unsafe frames.deallocate()
  }

  /// The statement kept under `key`, prepared with `text` at first use; one that is running is prepared once more.
  func statement(_ key: UInt32, _ text: @autoclosure () -> String) throws(StorageError) -> Statement {
    if key == lastKey, let last, !last.isRunning { return last }
    if let statement = kept[key] {
      guard !statement.isRunning else {
        return try prepare(text(), kept: false)
      }
      (lastKey, last) = (key, statement)
      return statement
    }
    if kept.count >= Self.keptLimit { kept.removeAll(keepingCapacity: true) }
    let statement = try prepare(text(), kept: true)
    kept[key] = statement
    (lastKey, last) = (key, statement)
    return statement
  }

  /// Opens a run of one of the fixed statements.
  func run(_ statement: TableSQL) throws(StorageError) -> StatementRun {
    StatementRun(try self.statement(statement.key, statement.text))
  }

  /// Opens a run of a statement that is not kept.
  func runOnce(_ text: String) throws(StorageError) -> StatementRun {
    StatementRun(try prepare(text, kept: false))
  }

  private func prepare(_ text: String, kept: Bool) throws(StorageError) -> Statement {
    do throws(StorageError) {
      return try unsafe Statement(preparing: text, kept: kept, database: handle)
    } catch {
      // It reads the schema, and what was read wrong would be found in the cache again.
      forgetPages()
      throw error
    }
  }

  /// Lets go of the pages in memory that nothing stands on: the next look at them goes to the file.
  func forgetPages() {
    // The first page stays as long as a transaction does.
    endStanding()
    unsafe sqlite3_db_release_memory(handle)
  }

  /// Runs statements that give nothing.
  func execute(_ script: String) throws(StorageError) {
    let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
    guard code != SQLITE_OK else { return }
    let error = failure(code)
    forgetPages()
    throw error
  }

  func failure(_ code: Int32) -> StorageError {
    unsafe StorageError(code: code, database: handle)
  }

  func check(_ code: Int32) throws(StorageError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

// MARK: - Snapshots

extension Connection {
  /// Keeps a run that stands on a row: until `endSnapshot` every statement of the connection sees the same state.
  func keepSnapshot(_ run: consuming StatementRun) {
    snapshot = consume run
  }

  func endSnapshot() {
    if snapshot != nil { snapshot = nil }
  }
}

// MARK: - Transactions

extension Connection {
  var isInTransaction: Bool {
    unsafe sqlite3_get_autocommit(handle) == 0
  }

  func begin() throws(StorageError) {
    try run(.begin).finish()
  }

  func commit() throws(StorageError) {
    try run(.commit).finish()
  }

  func rollBack() throws(StorageError) {
    guard isInTransaction else { return }
    try run(.rollBack).finish()
  }

  /// The rows that the last insert, update or delete touched.
  var changedRows: Int32 {
    unsafe sqlite3_changes(handle)
  }

  /// The rows that inserts, updates and deletes touched since the connection was opened.
  var totalChangedRows: Int64 {
    Int64(unsafe sqlite3_total_changes(handle))
  }

  var lastInsertedRow: Int64 {
    unsafe sqlite3_last_insert_rowid(handle)
  }

  /// The frames that the log held after the last commit of this connection.
  var logFrames: Int32 {
    unsafe frames.pointee
  }

  /// Counts the frames of the log at each commit; SQLite's own checkpoint at a commit goes with it.
  func countLogFrames() {
    unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, count in
        if let frames = unsafe context?.assumingMemoryBound(to: Int32.self) { unsafe frames.pointee = count }
        return SQLITE_OK
      }, frames)
  }

  /// Moves what readers no longer need from the log into the database, and waits for nobody.
  func checkpointPassively() throws(StorageError) {
    try check(unsafe sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil))
  }

  /// Moves the whole log into the database and cuts it to nothing; false where a reader or writer was in the way.
  func truncateLog() throws(StorageError) -> Bool {
    unsafe sqlite3_busy_timeout(handle, 0)
    defer { unsafe sqlite3_busy_timeout(handle, ConnectionSettings.busyTimeoutMilliseconds) }
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    if code & 0xFF == SQLITE_BUSY { return false }
    try check(code)
    unsafe frames.pointee = 0
    return true
  }
}
