import CLinux
import CSQLite
import Glibc
package import KeychainSchema

/// The steps of making a database; a test stops at each.
enum MakingStep: CaseIterable {
  case lockTaken
  case fileMade
  case rowsWritten
  case fileFlushed
  /// Only where the file system cannot rename exclusively: for a moment the file has two names.
  case linked
  case published
}

/// How a finished file gets its name without taking another's.
enum Publication: CaseIterable {
  case renameExclusively
  /// For file systems that cannot.
  case linkAndUnlink
}

extension Database {
  /// Makes a keychain at a path where nothing is: whole, under another name, then renamed.
  ///
  /// Gives false where one was there already or came first; it is left as it is. Mode 0600.
  package static func create(
    _ path: String, databaseIdentifier: Identifier, keybag: [UInt8], meta: [(key: String, value: [UInt8])] = [],
    patience: Duration = .seconds(30), fileSystemType: FileSystemProbe = FileSystemType.ofFolder,
    fileLayer: String? = nil, migrations: [Migration] = Migration.all
  ) throws(StorageError) -> Bool {
    let content = NewDatabase(identifier: databaseIdentifier, keybag: keybag, meta: meta)
    return try FilePlace(path, fileLayer: fileLayer, migrations: migrations)
      .make(content, patience: patience, fileSystemType: fileSystemType)
  }

  /// The same of what another database holds, as one in memory.
  package static func create(
    _ path: String, copying database: Database, patience: Duration = .seconds(30),
    fileSystemType: FileSystemProbe = FileSystemType.ofFolder, fileLayer: String? = nil
  ) throws(StorageError) -> Bool {
    let place = try FilePlace(path, fileLayer: fileLayer)
    return try place.make(patience: patience, fileSystemType: fileSystemType) { unfinished throws(StorageError) in
      try database.read { session throws(StorageError) in
        try session.connection.fill(unfinished, of: place, isLogged: true)
      }
    }
  }
}

/// The rows that a new database begins with.
struct NewDatabase {
  var identifier: Identifier
  var keybag: [UInt8]
  var meta: [(key: String, value: [UInt8])]
}

extension FilePlace {
  func make(
    _ content: NewDatabase, patience: Duration, fileSystemType: FileSystemProbe,
    publication: Publication = .renameExclusively, reached: (MakingStep) -> Void = { _ in }
  ) throws(StorageError) -> Bool {
    try make(
      patience: patience, fileSystemType: fileSystemType, publication: publication, reached: reached
    ) { unfinished throws(StorageError) in try fill(unfinished, with: content) }
  }

  fileprivate func make(
    patience: Duration, fileSystemType: FileSystemProbe, publication: Publication = .renameExclusively,
    reached: (MakingStep) -> Void = { _ in }, filling fill: (String) throws(StorageError) -> Void
  ) throws(StorageError) -> Bool {
    guard try judge(fileSystemType: fileSystemType) == nil else { return false }
    let lock = try LockFile(opening: self)
    try lock.acquire(within: patience)
    defer { lock.release() }
    reached(.lockTaken)
    guard try FileStatus(ofPath: path) == nil else { return false }
    try removeUnfinished()

    let unfinished = unfinishedPath()
    do throws(StorageError) {
      try write(to: unfinished, reached: reached, filling: fill)
      let isOurs = try publish(unfinished, by: publication, reached: reached)
      if isOurs { try flushFolder() }
      if !isOurs { unlink(unfinished) }
      return isOurs
    } catch {
      unlink(unfinished)
      throw error
    }
  }

  private func write(
    to unfinished: String, reached: (MakingStep) -> Void, filling fill: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let descriptor = unsafe open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StorageError(errorNumber: errno, path: given) }
    // Ours is closed after SQLite's, as always; here nobody else can have the file open anyway.
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw StorageError(errorNumber: errno, path: given) }
    reached(.fileMade)
    try fill(unfinished)
    reached(.rowsWritten)
    guard fsync(descriptor) == 0 else { throw StorageError(errorNumber: errno, path: given) }
    reached(.fileFlushed)
  }

  private func fill(_ unfinished: String, with content: NewDatabase) throws(StorageError) {
    let connection = try Connection(unfinished, flags: SQLITE_OPEN_READWRITE, fileLayer: fileLayer)
    // Nothing is lost if this fails half way, and the file is flushed as a whole afterwards.
    try connection.execute("PRAGMA page_size = 4096; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    try connection.populate(
      content.identifier, keybag: content.keybag, meta: content.meta, migrations: migrations)
    try connection.useLog()
  }

  /// Gives the file its name; false where the name is taken.
  private func publish(
    _ unfinished: String, by publication: Publication, reached: (MakingStep) -> Void
  ) throws(StorageError) -> Bool {
    if publication == .renameExclusively {
      if unsafe clinux_rename_exclusively(unfinished, path) == 0 {
        reached(.published)
        return true
      }
      switch errno {
      case EEXIST: return false
      case EINVAL, ENOSYS, ENOTSUP: break
      case let reason: throw StorageError(errorNumber: reason, path: given)
      }
    }
    guard unsafe link(unfinished, path) == 0 else {
      if errno == EEXIST { return false }
      throw StorageError(errorNumber: errno, path: given)
    }
    reached(.linked)
    unlink(unfinished)
    reached(.published)
    return true
  }

  func flushFolder() throws(StorageError) {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageError(errorNumber: errno, path: given) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StorageError(errorNumber: errno, path: given) }
  }
}

// MARK: - What a killed maker left

extension FilePlace {
  /// The names in the folder of databases that were being made for this place, with their logs.
  func unfinishedNames() throws(StorageError) -> [String] {
    try names(with: Self.makingSuffix)
  }

  /// Removes them. Under the lock, so that nobody is still at work on one.
  func removeUnfinished() throws(StorageError) {
    for name in try unfinishedNames() { unlink("\(folder)/\(name)") }
  }

  private func unlink(_ path: String) {
    // A name that cannot be removed stays for the next maker.
    _ = unsafe Glibc.unlink(path)
  }
}
