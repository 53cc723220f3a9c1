import CSQLite

/// A value of a database, as SQLite keeps it.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// What SQLite refused; `message` is its own, which may show values: fit for tests only.
package struct SQLiteFileError: Error {
  package let code: Int32
  package let message: String
}

/// A database opened behind the engine's back, with SQLite's defaults and whatever SQL a test wants.
///
/// Its close moves nothing from the log into the file. One thread at a time.
@safe
package final class SQLiteFile {
  private let handle: OpaquePointer

  /// Opens a file, or makes it.
  package init(opening path: String) throws(SQLiteFileError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      unsafe sqlite3_close_v2(handle)
      throw SQLiteFileError(code: code, message: "cannot open")
    }
    unsafe self.handle = handle
    unsafe sqlite3_busy_timeout(handle, 10_000)
    unsafe csqlite_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs one statement with its values bound, or several without.
  package func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFileError) {
    if values.isEmpty {
      try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    } else {
      _ = try rows(sql, values)
    }
  }

  /// Every row of one statement.
  package func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFileError) -> [[SQLiteValue]] {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { unsafe sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      try check(unsafe Self.bind(value, to: statement, at: Int32(index + 1)))
    }
    let columnCount = unsafe sqlite3_column_count(statement)
    var rows: [[SQLiteValue]] = []
    while true {
      let code = unsafe sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure(code) }
      rows.append((0..<columnCount).map { unsafe Self.column($0, of: statement) })
    }
  }

  /// The first column of the first row.
  package func value(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFileError) -> SQLiteValue? {
    try rows(sql, values).first?.first
  }

  private func check(_ code: Int32) throws(SQLiteFileError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> SQLiteFileError {
    SQLiteFileError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
  }

  private static func bind(_ value: SQLiteValue, to statement: OpaquePointer?, at index: Int32) -> Int32 {
    switch value {
    case .null: unsafe sqlite3_bind_null(statement, index)
    case .integer(let value): unsafe sqlite3_bind_int64(statement, index, value)
    case .real(let value): unsafe sqlite3_bind_double(statement, index, value)
    case .text(let value):
      unsafe csqlite_bind_copied_text(statement, index, value, Int32(value.utf8.count))
    case .blob(let value) where value.isEmpty:
      unsafe sqlite3_bind_zeroblob(statement, index, 0)
    case .blob(let value):
      unsafe csqlite_bind_copied_blob(statement, index, value, Int32(value.count))
    }
  }

  private static func column(_ index: Int32, of statement: OpaquePointer?) -> SQLiteValue {
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(statement, index))
    case SQLITE_TEXT: return .text(unsafe String(decoding: bytes(index, of: statement), as: UTF8.self))
    case SQLITE_BLOB: return .blob(unsafe Array(bytes(index, of: statement)))
    default: return .null
    }
  }

  @unsafe
  private static func bytes(_ index: Int32, of statement: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = unsafe sqlite3_column_blob(statement, index)
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
  }
}
