import CSQLite
import Glibc

/// The steps of putting a new database in the place of a damaged one; a test stops at each.
package enum ReplacingStep: String, CaseIterable, Sendable {
  case written
  case setAside
  case logFolded
  case replaced
  /// Before the last, where the log could not be folded into what is no database.
  case logRemoved
  case told
}

extension SalvageSite {
  /// Puts a database in memory in the place of the file, and keeps everything that was there.
  ///
  /// INVARIANT: the file, its log and its key bag are copied aside, durably, before anything changes. Then the log is
  /// moved into the old file, which keeps it as long as it stands at the path; one rename puts the new file there, and
  /// what is left of the log goes. Whoever is killed in between leaves the old file, or the new one. A log that cannot
  /// be moved into it, because there is no database, has another name by then: SQLite would read it into the new file.
  /// - Parameter stamp: names what is set aside, in seconds since 2001.
  /// - Returns: the path of what was the file; nil where there was none.
  /// - Throws: `.busy` where somebody reads the log now; whatever is thrown, the old file stands there.
  package func replaceDatabase(
    with database: Database, at stamp: Double, reached: (ReplacingStep) -> Void
  ) throws(StorageError) -> String? {
    try place.removeUnfinished()
    let unfinished = place.unfinishedPath()
    let aside: String?
    let isFolded: Bool
    do throws(StorageError) {
      try database.read { session throws(StorageError) in
        try session.connection.copy(to: unfinished, of: place, isLogged: false)
      }
      reached(.written)
      aside = try setAside(at: stamp)
      reached(.setAside)
      isFolded = try foldLog()
      reached(.logFolded)
      if !isFolded { try moveLog(isFolded: false, aside, reached) }
      guard unsafe rename(unfinished, place.path) == 0 else {
        throw StorageError(errorNumber: errno, path: place.given)
      }
    } catch {
      unsafe unlink(unfinished)
      try place.giveBackLog()
      throw error
    }
    settle(isFolded: isFolded, aside, reached)
    return aside
  }

  /// What follows once the new file stands there.
  ///
  /// The repair is done, and must not be called failed: each step is tried, whatever became of those before it, and
  /// what is left of them does no harm. A log that was folded is empty, one that was moved has no name that SQLite
  /// knows, and whoever opens the file later begins a log and removes both.
  private func settle(isFolded: Bool, _ aside: String?, _ reached: (ReplacingStep) -> Void) {
    attempt { () throws(StorageError) in try place.flushFolder() }
    reached(.replaced)
    attempt { () throws(StorageError) in
      if isFolded { try moveLog(isFolded: true, aside, reached) } else { try place.removeUnfinished() }
    }
    attempt { () throws(StorageError) in try place.beginLog() }
    attempt { () throws(StorageError) in try lock.raiseFileEpoch() }
    reached(.told)
  }

  private func attempt(_ step: () throws(StorageError) -> Void) {
    do throws(StorageError) { try step() } catch {}
  }

  /// The name that the file is going to be kept under; empty where there is none.
  package func asideName(at stamp: Double) throws(StorageError) -> String {
    guard try FileStatus(ofPath: place.path) != nil else { return "" }
    let first = "\(place.name)\(FilePlace.asideSuffix)\(FileStamp.text(stamp))"
    var name = first
    var number = 2
    while try FileStatus(ofPath: "\(place.folder)/\(name)") != nil {
      name = "\(first)-\(number)"
      number += 1
    }
    return name
  }

  /// Copies what is there under names of its own; gives the path of the file's copy.
  private func setAside(at stamp: Double) throws(StorageError) -> String? {
    let name = try asideName(at: stamp)
    guard !name.isEmpty else { return nil }
    let aside = "\(place.folder)/\(name)"
    let connection = try Connection(place.path, flags: SQLITE_OPEN_READONLY, fileLayer: place.fileLayer)
    let size = try FileStatus(ofPath: place.path)?.byteCount ?? 0
    // The log and the key bag first: what has the file's name and the stamp is whole.
    try copy(place.path + "-wal", to: aside + "-wal")
    try copy(keybagFile.path, to: aside + ".keybag")
    try copy(to: aside, byteCount: size) { offset, count in
      connection.fileBytes(at: offset, count: count, ofFileWith: size)
    }
    try place.flushFolder()
    return aside
  }

  private func copy(_ path: String, to target: String) throws(StorageError) {
    let source = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard source >= 0 else {
      if errno == ENOENT { return }
      throw StorageError(errorNumber: errno, path: path)
    }
    defer { close(source) }
    let size = try FileStatus(ofDescriptor: source, path: path).byteCount
    try copy(to: target, byteCount: size) { offset, count in
      unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
        read = max(0, unsafe pread(source, buffer.baseAddress, count, off_t(offset)))
      }
    }
  }

  private func copy(
    to target: String, byteCount: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) throws(StorageError) {
    let unfinished = place.unfinishedPath()
    let descriptor = unsafe open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StorageError(errorNumber: errno, path: target) }
    var isDone = true
    var offset = 0
    while isDone, offset < byteCount {
      let bytes = read(offset, min(1 << 20, byteCount - offset))
      let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      isDone = !bytes.isEmpty && count == bytes.count
      offset += bytes.count
    }
    isDone = isDone && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    guard isDone, unsafe rename(unfinished, target) == 0 else {
      let code = isDone ? errno : reason
      unsafe unlink(unfinished)
      throw code == 0 ? .diskFull : StorageError(errorNumber: code, path: target)
    }
  }

  /// Moves the log into the old file, so that no commit is taken from it; false where that is no database.
  private func foldLog() throws(StorageError) -> Bool {
    guard place.hasLog else { return true }
    // SQLite takes the log of an empty file away, with whatever is in it.
    if let status = try FileStatus(ofPath: place.path), status.byteCount == 0 { return false }
    do throws(StorageError) {
      let connection = try Connection(place.path, flags: SQLITE_OPEN_READWRITE, fileLayer: place.fileLayer)
      try connection.configure()
      guard try lock.truncateLog(through: connection) else { throw .busy }
      return true
    } catch {
      // Nothing could be read through a log of what is no database, so that nothing is taken from it.
      guard error.isDamage else { throw error }
      return false
    }
  }

  /// Takes the log from where SQLite looks for it: gone where all of it is in the file, else under another name. Its
  /// index, which SQLite makes anew, moves aside.
  private func moveLog(
    isFolded: Bool, _ aside: String?, _ reached: (ReplacingStep) -> Void
  ) throws(StorageError) {
    let index = place.path + "-shm"
    let log = place.path + "-wal"
    let indexCode = if let aside { unsafe rename(index, aside + "-shm") } else { unsafe unlink(index) }
    guard indexCode == 0 || errno == ENOENT else { throw StorageError(errorNumber: errno, path: index) }
    let moved = isFolded ? nil : try place.movedLogPath()
    let logCode = if let moved { unsafe rename(log, moved) } else { unsafe unlink(log) }
    guard logCode == 0 || errno == ENOENT else { throw StorageError(errorNumber: errno, path: log) }
    try place.flushFolder()
    reached(.logRemoved)
  }
}

extension FilePlace {
  private static var movedLogSuffix: String { makingSuffix + "log-" }

  /// Where the log of the file that stands at the place lies while a new one is put there; nil where none does.
  ///
  /// It names the file: the log is that one's and no other's. With what is unfinished it goes.
  fileprivate func movedLogPath() throws(StorageError) -> String? {
    guard let identity = try FileStatus(ofPath: path)?.identity else { return nil }
    return path + Self.movedLogSuffix + String(identity.inode, radix: 16)
  }

  /// Gives the log back to the file whose it is, where a repair was stopped before a new one stood there. Under the
  /// lock.
  func giveBackLog() throws(StorageError) {
    guard !hasLog, let moved = try movedLogPath(), try FileStatus(ofPath: moved) != nil else { return }
    guard unsafe rename(moved, path + "-wal") == 0 else { throw StorageError(errorNumber: errno, path: given) }
    try flushFolder()
  }
}
