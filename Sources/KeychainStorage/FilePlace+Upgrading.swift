import CSQLite
import Glibc
import KeychainSchema

/// The steps of upgrading a file; a test stops at each.
enum UpgradeStep: CaseIterable {
  case lockTaken
  case copied
  case migrated
  case verified
  /// The old file has its second name.
  case kept
  case replaced
}

extension FilePlace {
  /// What the name of the file begins with that an upgrade replaced.
  static let earlierSuffix = ".before-version-"

  /// Brings the file to the newest version: a copy is migrated, compared with the original and put in its place.
  ///
  /// The original stays as `<name>.before-version-<number>`, by the version that it is of. Whatever fails leaves it
  /// where it is, as it is. Where another process was first, nothing is left to do.
  func upgrade(
    within patience: Duration, fileSystemType: FileSystemProbe,
    reached: (UpgradeStep) throws(StorageError) -> Void = { _ throws(StorageError) in }
  ) throws(StorageError) {
    let lock = try LockFile(opening: self)
    try lock.acquire(within: patience)
    defer { lock.release() }
    try reached(.lockTaken)
    guard let identity = try judge(fileSystemType: fileSystemType) else { throw .missingFile(path: given) }
    try removeUnfinished()
    guard let version = try settledVersion(of: identity) else { return }

    let copy = "\(folder)/\(makingPrefix)\(String(UInt64.random(in: 1 ... .max), radix: 16))"
    do throws(StorageError) {
      try writeUpgraded(from: version, of: identity, to: copy, reached: reached)
      try reached(.verified)
      // The log is empty and the lock ours. Whoever reads the old file has its log open; by their names they would be
      // taken for the new one's.
      for suffix in ["-wal", "-shm"] { _ = unsafe unlink(path + suffix) }
      try exchange(with: copy, keepingVersion: version, reached: reached)
    } catch {
      _ = unsafe unlink(copy)
      throw error
    }
    try flushFolder()
    try lock.raiseFileEpoch()
  }

  /// The version of the file, all of whose log is in it; nil where it is the newest.
  private func settledVersion(of identity: FileIdentity) throws(StorageError) -> Int32? {
    guard let connection = try Connection.writer(self, of: identity) else { throw .busy }
    guard case .older(let version) = try connection.judgeSchema(given, migrations) else { return nil }
    guard try connection.truncateLog() else { throw .busy }
    return version
  }

  private func writeUpgraded(
    from version: Int32, of identity: FileIdentity, to copy: String,
    reached: (UpgradeStep) throws(StorageError) -> Void
  ) throws(StorageError) {
    let descriptor = unsafe open(copy, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StorageError(errorNumber: errno, path: given) }
    // Closed after SQLite's, as always.
    defer { close(descriptor) }
    guard let original = try Connection.reader(self, of: identity) else { throw .busy }
    try original.copyWhole(to: copy)
    try reached(.copied)
    let upgraded = try Connection(copy, flags: SQLITE_OPEN_READWRITE, fileLayer: fileLayer)
    try upgraded.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    try upgraded.begin()
    for migration in migrations where migration.version > version { try upgraded.execute(migration.sql) }
    try upgraded.commit()
    try reached(.migrated)
    guard case .current = try upgraded.judgeSchema(given, migrations),
      try upgraded.holdsEveryRow(of: original)
    else { throw .unexpected(code: SQLITE_MISMATCH) }
    try upgraded.useLog()
    guard fsync(descriptor) == 0 else { throw StorageError(errorNumber: errno, path: given) }
  }

  /// Puts the copy in the place of the file, which keeps another name.
  private func exchange(
    with copy: String, keepingVersion version: Int32, reached: (UpgradeStep) throws(StorageError) -> Void
  ) throws(StorageError) {
    let kept = "\(folder)/\(name)\(Self.earlierSuffix)\(version)"
    _ = unsafe unlink(kept)
    guard unsafe link(path, kept) == 0 else { throw StorageError(errorNumber: errno, path: given) }
    do throws(StorageError) {
      try reached(.kept)
      guard unsafe rename(copy, path) == 0 else { throw StorageError(errorNumber: errno, path: given) }
    } catch {
      // The one name that it had.
      _ = unsafe unlink(kept)
      throw error
    }
    try reached(.replaced)
  }

  /// Takes the second name away that an upgrade gave the file before it was killed. Under the lock.
  func removeSecondName() throws(StorageError) {
    guard let identity = try FileStatus(ofPath: path)?.identity else { return }
    for name in try names(with: Self.earlierSuffix) {
      let kept = "\(folder)/\(name)"
      if try FileStatus(ofPath: kept)?.identity == identity { _ = unsafe unlink(kept) }
    }
  }
}

extension Connection {
  /// Writes the whole database into an empty file.
  fileprivate func copyWhole(to path: String) throws(StorageError) {
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
    try execute("VACUUM INTO '\(path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'")
  }

  /// Whether every table of the original is here, with every row and every column as it was there.
  ///
  /// A migration adds; what it adds is filled in when the keychain is unlocked, since only then it can be sealed.
  fileprivate func holdsEveryRow(of original: Connection) throws(StorageError) -> Bool {
    let tables = try original.runOnce(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    while try tables.step() {
      let rows = try original.rowText(of: tables.text(0))
      let theirs = try original.runOnce(rows)
      let ours = try runOnce(rows)
      while true {
        let (isThere, isHere) = (try theirs.step(), try ours.step())
        guard isThere == isHere else { return false }
        guard isThere else { break }
        guard theirs.text(0) == ours.text(0) else { return false }
      }
    }
    return true
  }

  /// A statement that gives each row of a table as text, in the order of its key.
  private func rowText(of table: String) throws(StorageError) -> String {
    let columns = try runOnce("SELECT name FROM pragma_table_info('\(table)')")
    var names: [String] = []
    while try columns.step() { names.append(columns.text(0)) }
    let values = names.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
    return "SELECT \(values) FROM \"\(table)\" ORDER BY 1"
  }
}
