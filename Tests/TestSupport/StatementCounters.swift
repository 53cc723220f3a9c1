import CSQLite

/// What the statements of a connection have done since they were last asked.
@safe
package struct StatementCounters: Equatable, Sendable {
  /// Instructions of SQLite's machine.
  package var steps: Int = 0
  /// Rows walked over in a scan of a whole table.
  package var scannedRows: Int = 0
  /// Sorts, and indexes made for one statement.
  package var sorts: Int = 0
  package var runs: Int = 0

  /// Reads the counters of every statement that `connection` keeps, and sets them to zero.
  @unsafe
  package init(taking connection: OpaquePointer) {
    var statement = unsafe sqlite3_next_stmt(connection, nil)
    while let current = unsafe statement {
      func take(_ counter: Int32) -> Int { Int(unsafe sqlite3_stmt_status(current, counter, 1)) }
      steps += take(SQLITE_STMTSTATUS_VM_STEP)
      scannedRows += take(SQLITE_STMTSTATUS_FULLSCAN_STEP)
      sorts += take(SQLITE_STMTSTATUS_SORT) + take(SQLITE_STMTSTATUS_AUTOINDEX)
      runs += take(SQLITE_STMTSTATUS_RUN)
      unsafe statement = sqlite3_next_stmt(connection, current)
    }
  }
}
