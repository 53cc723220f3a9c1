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
  /// The old file's log and its index are gone.
  case logRemoved
}

/// How the file that an upgrade replaces keeps another name.
enum Keeping: CaseIterable {
  case byLink
  /// For file systems on which a file has one name.
  case byCopy
}

extension FilePlace {
  /// What the name of the file begins with that an upgrade replaced.
  static let earlierSuffix = ".before-version-"

  /// Brings the file to the newest version: a copy is migrated, compared with the original and put in its place.
  ///
  /// The original stays as `<name>.before-version-<number>`, by the version that it is of. Whatever fails leaves it
  /// where it is, as it is. Where another process was first, nothing is left to do.
  ///
  /// INVARIANT: the old file has its log as long as it stands at the path: who has it open there writes into that log.
  func upgrade(
    within patience: Duration, fileSystemType: FileSystemProbe, keeping: Keeping = .byLink,
    reached: (UpgradeStep) throws(StorageError) -> Void = { _ throws(StorageError) in }
  ) throws(StorageError) {
    let deadline = ContinuousClock.now + patience
    let lock = try LockFile(opening: self)
    try lock.acquire(within: patience)
    defer { lock.release() }
    try reached(.lockTaken)
    guard let identity = try judge(fileSystemType: fileSystemType) else { throw .missingFile(path: given) }
    try removeUnfinished()
    guard let version = try settledVersion(of: identity, lock, by: deadline) else { return }

    let copy = "\(folder)/\(makingPrefix)\(String(UInt64.random(in: 1 ... .max), radix: 16))"
    do throws(StorageError) {
      try writeUpgraded(from: version, of: identity, to: copy, reached: reached)
      try reached(.verified)
      try exchange(with: copy, of: identity, keepingVersion: version, keeping, reached: reached)
    } catch {
      _ = unsafe unlink(copy)
      throw error
    }
    try flushFolder()
    try beginLog()
    try reached(.logRemoved)
    try lock.raiseFileEpoch()
  }

  /// The version of the file, all of whose log is in it; nil where it is the newest.
  private func settledVersion(
    of identity: FileIdentity, _ lock: LockFile, by deadline: ContinuousClock.Instant
  ) throws(StorageError) -> Int32? {
    guard let connection = try Connection.writer(self, of: identity) else { throw .busy }
    guard case .older(let version) = try connection.judgeSchema(given, migrations) else { return nil }
    while try !lock.truncateLog(through: connection) {
      // Somebody reads at this moment, as one does for moments.
      guard ContinuousClock.now < deadline else { throw .busy }
      usleep(2_000)
    }
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
    // Without a log as yet: the old one lies under the name that it would have.
    try upgraded.useNoLog()
    guard fsync(descriptor) == 0 else { throw StorageError(errorNumber: errno, path: given) }
  }

  /// Puts the copy in the place of the file, which keeps another name.
  private func exchange(
    with copy: String, of identity: FileIdentity, keepingVersion version: Int32, _ keeping: Keeping,
    reached: (UpgradeStep) throws(StorageError) -> Void
  ) throws(StorageError) {
    let kept = "\(folder)/\(name)\(Self.earlierSuffix)\(version)"
    _ = unsafe unlink(kept)
    try keep(identity, as: kept, keeping)
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

  private func keep(_ identity: FileIdentity, as kept: String, _ keeping: Keeping) throws(StorageError) {
    if keeping == .byLink {
      if unsafe link(path, kept) == 0 { return }
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
        throw StorageError(errorNumber: errno, path: given)
      }
    }
    guard let original = try Connection.reader(self, of: identity) else { throw .busy }
    let unfinished = unfinishedPath()
    do throws(StorageError) {
      try original.copy(to: unfinished, of: self, isLogged: false)
      guard unsafe rename(unfinished, kept) == 0 else { throw StorageError(errorNumber: errno, path: given) }
    } catch {
      _ = unsafe unlink(unfinished)
      throw error
    }
  }

  /// Removes the names of the log and of its index.
  func removeLogNames() {
    for suffix in ["-wal", "-shm"] { _ = unsafe unlink(path + suffix) }
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
      let columns = try original.columnNames(of: tables.text(0))
      // By their first column, which is the key of each.
      let rows = "SELECT \(columns.joined(separator: ", ")) FROM \"\(tables.text(0))\" ORDER BY 1"
      let theirs = try original.runOnce(rows)
      let ours = try runOnce(rows)
      while true {
        let (isThere, isHere) = (try theirs.step(), try ours.step())
        guard isThere == isHere else { return false }
        guard isThere else { break }
        guard columns.indices.allSatisfy({ theirs.statement.holdsSame(as: ours.statement, Int32($0)) }) else {
          return false
        }
      }
    }
    return true
  }

  private func columnNames(of table: String) throws(StorageError) -> [String] {
    let columns = try runOnce("SELECT name FROM pragma_table_info('\(table)')")
    var names: [String] = []
    while try columns.step() { names.append("\"\(columns.text(0))\"") }
    return names
  }
}

extension Statement {
  /// Whether a column has the same value in both rows. Byte by byte where it lies: as text a row has twice its size.
  fileprivate func holdsSame(as other: Statement, _ column: Int32) -> Bool {
    guard unsafe sqlite3_column_type(handle, column) == sqlite3_column_type(other.handle, column) else { return false }
    let (here, there) = unsafe (blob(column), other.blob(column))
    return unsafe here.count == there.count && here.elementsEqual(there)
  }
}
