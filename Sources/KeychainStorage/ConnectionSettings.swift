import CSQLite

/// What every connection is told before it reads.
/// - Source: crypto, storage and sync, B.8.
enum ConnectionSettings {
  static let busyTimeoutMilliseconds: Int32 = 5_000
  /// Frames of 4 KiB between two passive checkpoints.
  static let framesBetweenCheckpoints: Int32 = 1_000

  // swift-format-ignore
  static let pragmas = """
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA cell_size_check = ON;
    PRAGMA mmap_size = 0;
    PRAGMA temp_store = MEMORY;
    \(cache)
    """

  static let cache = "PRAGMA cache_size = -8000;"

  // swift-format-ignore
  static let switches: [(operation: Int32, value: Int32)] = [
    (SQLITE_DBCONFIG_ENABLE_FKEY,       1),
    (SQLITE_DBCONFIG_DEFENSIVE,         1),
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA,    0),
    (SQLITE_DBCONFIG_ENABLE_TRIGGER,    0),
    (SQLITE_DBCONFIG_ENABLE_VIEW,       0),
    (SQLITE_DBCONFIG_DQS_DDL,           0),
    (SQLITE_DBCONFIG_DQS_DML,           0),
    // Only a writer under the lock may checkpoint; the last one to close is not.
    (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,  1),
  ]

  // swift-format-ignore
  static let limits: [(limit: Int32, value: Int32)] = [
    (SQLITE_LIMIT_LENGTH,         32 << 20),
    (SQLITE_LIMIT_SQL_LENGTH,     64 << 10),
    (SQLITE_LIMIT_ATTACHED,       0),
    (SQLITE_LIMIT_TRIGGER_DEPTH,  0),
  ]
}

extension Connection {
  /// Applies the settings; the first statement that reads comes after.
  func configure() throws(StorageError) {
    try check(unsafe sqlite3_extended_result_codes(handle, 1))
    try check(unsafe sqlite3_busy_timeout(handle, ConnectionSettings.busyTimeoutMilliseconds))
    for (operation, value) in ConnectionSettings.switches {
      try check(unsafe csqlite_db_config(handle, operation, value))
    }
    for (limit, value) in ConnectionSettings.limits {
      unsafe sqlite3_limit(handle, limit, value)
    }
    try check(unsafe sqlite3_wal_autocheckpoint(handle, 0))
    try execute(ConnectionSettings.pragmas)
  }
}
