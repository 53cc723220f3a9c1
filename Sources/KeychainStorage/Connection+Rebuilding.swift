import CSQLite

extension Connection {
  /// The most pages that are held in memory, 256 MiB of them.
  private static let heldPageLimit: Int64 = 65_536
  private static let readings = 4

  /// Rebuilds the database without the free pages; in no transaction, under the lock.
  func vacuum() throws(StorageError) {
    // Rebuilding goes through an attached database of SQLite's own.
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    try execute("VACUUM")
  }

  /// Reads every page from the file into memory, where it stays until `letPagesGo`, and again where they are not in
  /// order.
  func holdPages(_ isInOrder: () -> Bool) throws(StorageError) {
    forgetPages()
    let count = try runOnce("PRAGMA page_count")
    guard try count.step(), count.int64(0) <= Self.heldPageLimit else { return }
    let pages = count.int64(0)
    try count.finish()
    try execute("PRAGMA cache_size = \(pages + 64)")
    for _ in 0..<Self.readings {
      if try structureIsInOrder(), isInOrder() { return }
      forgetPages()
    }
  }

  /// Goes back to a cache of the usual size.
  func letPagesGo() {
    // A cache that stays large is no reason to call what was done a failure.
    do throws(StorageError) { try execute(ConnectionSettings.cache) } catch {}
  }

  /// Whether SQLite finds every page in its place and every index to say what its table does.
  private func structureIsInOrder() throws(StorageError) -> Bool {
    let check = try runOnce("PRAGMA integrity_check(1)")
    guard try check.step() else { return false }
    return check.text(0) == "ok"
  }
}
