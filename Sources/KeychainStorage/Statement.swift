import CSQLite
import KeychainSchema

/// A prepared statement; finalized with its last owner.
///
/// One thread uses it at a time, the one that holds its connection.
@safe
final class Statement {
  let handle: OpaquePointer
  /// Two identifiers that a run binds without a copy: SQLite reads them while it steps.
  private let identifiers: UnsafeMutablePointer<Identifier>
  fileprivate(set) var isRunning = false

  init(preparing text: String, kept: Bool, database: OpaquePointer) throws(StorageError) {
    var handle: OpaquePointer?
    var copy = text
    let code = copy.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe sqlite3_prepare_v3(
          database, characters.baseAddress, Int32(characters.count), kept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0,
          &handle, nil)
      }
    }
    guard code == SQLITE_OK else { throw unsafe StorageError(code: code, database: database) }
    guard let handle = unsafe handle else { throw .unexpected(code: SQLITE_MISUSE) }
    unsafe self.handle = handle
    unsafe identifiers = .allocate(capacity: 2)
    unsafe identifiers.initialize(repeating: .zero, count: 2)
  }

  deinit {
    unsafe sqlite3_finalize(handle)
    unsafe identifiers.deallocate()
  }

  fileprivate func forgetPages() {
    let database = unsafe sqlite3_db_handle(handle)
    // The first page stays as long as a transaction does. One that only reads has nothing to lose.
    if unsafe sqlite3_db_readonly(database, "main") == 1 { unsafe sqlite3_exec(database, "COMMIT", nil, nil, nil) }
    unsafe sqlite3_db_release_memory(database)
  }

  /// Binds an identifier from one of the statement's two places, with no copy by SQLite.
  fileprivate func bind(_ identifier: Identifier, at index: Int32, place: Int) -> Int32 {
    unsafe identifiers[place] = identifier
    return unsafe sqlite3_bind_blob(handle, index, identifiers + place, Int32(Identifier.byteCount), nil)
  }
}

/// One run of a statement: binds, steps, reads; whatever way it is left, the statement is reset and its bindings go.
@safe
struct StatementRun: ~Copyable {
  let statement: Statement

  init(_ statement: Statement) {
    self.statement = statement
    statement.isRunning = true
  }

  deinit {
    let code = unsafe sqlite3_reset(statement.handle)
    unsafe sqlite3_clear_bindings(statement.handle)
    // Damage may be a single bad read. The pages of it stay in the cache, where the next run would find them again.
    if code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB { statement.forgetPages() }
    statement.isRunning = false
  }

  /// Gives whether there is a row to read.
  borrowing func step() throws(StorageError) -> Bool {
    let code = stepCode()
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Steps and leaves the result code to the caller.
  borrowing func stepCode() -> Int32 {
    unsafe sqlite3_step(statement.handle)
  }

  /// Steps a statement that gives no rows.
  borrowing func finish() throws(StorageError) {
    while try step() {}
  }

  borrowing func failure(_ code: Int32) -> StorageError {
    unsafe StorageError(code: code, database: sqlite3_db_handle(statement.handle))
  }

  private borrowing func check(_ code: Int32) throws(StorageError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

// MARK: - Binding; indices count from 1

extension StatementRun {
  borrowing func bind(_ value: Int64, at index: Int32) throws(StorageError) {
    try check(unsafe sqlite3_bind_int64(statement.handle, index, value))
  }

  /// `place`, 0 or 1, must differ between two identifiers of one run.
  borrowing func bind(_ value: Identifier, at index: Int32, place: Int) throws(StorageError) {
    try check(statement.bind(value, at: index, place: place))
  }

  borrowing func bind(_ text: String, at index: Int32) throws(StorageError) {
    var copy = text
    let code = copy.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe csqlite_bind_copied_text(statement.handle, index, characters.baseAddress, Int32(characters.count))
      }
    }
    try check(code)
  }

  /// Binds bytes that SQLite copies; empty bytes are an empty blob, not NULL.
  borrowing func bind(_ bytes: [UInt8], at index: Int32) throws(StorageError) {
    let code =
      bytes.isEmpty
      ? unsafe sqlite3_bind_zeroblob(statement.handle, index, 0)
      : unsafe bytes.withUnsafeBytes {
        unsafe csqlite_bind_copied_blob(statement.handle, index, $0.baseAddress, Int32($0.count))
      }
    try check(code)
  }

  /// Binds bytes that SQLite does not copy: they must live until the last step of this run.
  @unsafe
  borrowing func bindBorrowed(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws(StorageError) {
    guard unsafe !bytes.isEmpty else { return try check(unsafe sqlite3_bind_zeroblob(statement.handle, index, 0)) }
    try check(unsafe sqlite3_bind_blob(statement.handle, index, bytes.baseAddress, Int32(bytes.count), nil))
  }
}

// MARK: - Reading; columns count from 0

extension StatementRun {
  borrowing func int64(_ column: Int32) -> Int64 {
    statement.int64(column)
  }

  borrowing func bytes(_ column: Int32) -> [UInt8] {
    unsafe [UInt8](statement.blob(column))
  }

  borrowing func optionalBytes(_ column: Int32) -> [UInt8]? {
    statement.isNull(column) ? nil : bytes(column)
  }

  borrowing func text(_ column: Int32) -> String {
    unsafe String(decoding: statement.blob(column), as: UTF8.self)
  }

  /// All zeros where the column holds anything but 16 bytes: a row changed behind our back, which will not open.
  borrowing func identifier(_ column: Int32) -> Identifier {
    statement.identifier(column)
  }
}

extension Statement {
  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func int64(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  func optionalInt64(_ column: Int32) -> Int64? {
    isNull(column) ? nil : int64(column)
  }

  func identifier(_ column: Int32) -> Identifier {
    Identifier(unsafe blob(column).bytes) ?? .zero
  }

  /// The column's bytes where SQLite keeps them: good until the next step or reset.
  @unsafe
  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    // The pointer first, then the count: the order SQLite asks for.
    let start = unsafe sqlite3_column_blob(handle, column)
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
