import CSQLite
import KeychainSchema

/// An empty database in memory, brought to the current version by the migrations and nothing else.
@safe
final class SchemaDatabase {
  struct Failure: Error {
    let code: Int32
  }

  private let handle: OpaquePointer

  init(upTo version: Int32 = Migration.currentVersion) throws {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else { throw Failure(code: code) }
    unsafe self.handle = handle
    for migration in Migration.all where migration.version <= version { try run(migration.sql) }
  }

  deinit { unsafe _ = sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw Failure(code: unsafe sqlite3_extended_errcode(handle)) }
  }

  /// The rows of a statement, each value as text, NULL as nothing.
  func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else { throw Failure(code: code) }
    defer { unsafe _ = sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append(
          (0..<(unsafe sqlite3_column_count(statement))).map { column in
            unsafe sqlite3_column_text(statement, column).map { unsafe String(cString: $0) }
          })
      case SQLITE_DONE: return rows
      case let code: throw Failure(code: code)
      }
    }
  }

  /// The one value of a statement as a number.
  func number(_ sql: String) throws -> Int64? {
    try rows(sql).first?.first?.flatMap { Int64($0) }
  }
}
