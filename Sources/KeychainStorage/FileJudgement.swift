import Glibc

extension FilePlace {
  /// Judges what stands at the place without opening it; nil where nothing does.
  ///
  /// Closing a descriptor of the database drops every lock that this process holds on it, so lstat(2) must do. What
  /// is inside is judged when SQLite opens it.
  func judge(fileSystemType: FileSystemProbe) throws(StorageError) -> FileIdentity? {
    let status = try settledStatus()
    if let status { try judge(status) }
    try judgeFolder(fileSystemType: fileSystemType)
    return status?.identity
  }

  /// What lstat(2) says, once a second name is gone that the file has on the way.
  func settledStatus() throws(StorageError) -> FileStatus? {
    let status = try FileStatus(ofPath: path)
    guard let status, status.isRegularFile, status.linkCount > 1 else { return status }
    // A maker on a file system without exclusive rename holds two names for a moment, and so does an upgrade, both
    // under the lock; one that was killed in between left them.
    try waitForMaker()
    return try FileStatus(ofPath: path)
  }

  /// Refuses what is no file of the caller's alone, whatever is in it.
  func requirePrivateFile(_ status: FileStatus) throws(StorageError) {
    if status.isSymbolicLink { throw .symbolicLink(path: given) }
    if status.isFolder { throw .directory(path: given) }
    if !status.isRegularFile { throw .notARegularFile(path: given) }
    if status.linkCount > 1 { throw .hardLink(path: given) }
    if !status.isOwn { throw .wrongOwner(path: given) }
    if status.permissions & 0o077 != 0 { throw .wrongMode(path: given, mode: status.permissions) }
  }

  private func judge(_ status: FileStatus) throws(StorageError) {
    try requirePrivateFile(status)
    if status.permissions & 0o400 == 0 { throw .noPermission(path: given) }
    if status.permissions & 0o200 == 0 { throw .readOnly(path: given) }
    if status.byteCount == 0 { throw .emptyFile(path: given) }
    try judgeCompanions()
  }

  /// The log and its index hold what the database does, and who can open the lock file can hold its lock for ever.
  func judgeCompanions() throws(StorageError) {
    for suffix in ["-wal", "-shm", ".lock"] {
      guard let status = try FileStatus(ofPath: path + suffix) else { continue }
      if status.isSymbolicLink { throw .symbolicLink(path: given + suffix) }
      if !status.isRegularFile { throw .notARegularFile(path: given + suffix) }
      if !status.isOwn { throw .wrongOwner(path: given + suffix) }
      if status.permissions & 0o077 != 0 { throw .wrongMode(path: given + suffix, mode: status.permissions) }
    }
  }

  /// A keychain needs its log and its lock file beside it, for reading as well.
  func judgeFolder(fileSystemType: FileSystemProbe) throws(StorageError) {
    let magic = fileSystemType(folder)
    if let refused = FileSystemType.refused.first(where: { $0.magic == magic }) {
      throw .unsupportedFileSystem(path: given, name: refused.name)
    }
    guard unsafe faccessat(AT_FDCWD, folder, X_OK, AT_EACCESS) == 0 else { throw .noPermission(path: given) }
    guard unsafe faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) == 0 else { throw .readOnly(path: given) }
  }

  private func waitForMaker() throws(StorageError) {
    // Either: the copy of an upgrade that was killed goes whenever somebody tidies up, and the second name stays.
    guard try !(unfinishedNames() + names(with: Self.earlierSuffix)).isEmpty else { return }
    let lock = try LockFile(opening: self)
    try lock.acquire(within: .seconds(30))
    defer { lock.release() }
    try removeSecondName()
    try removeUnfinished()
  }
}
