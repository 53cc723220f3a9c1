import CSQLite
import Glibc

/// The steps of putting a new database in the place of a damaged one; a test stops at each.
package enum ReplacingStep: String, CaseIterable, Sendable {
  case written
  case setAside
  case logFolded
  case logRemoved
  case replaced
  case told
}

extension SalvageSite {
  /// Puts a database in memory in the place of the file, and keeps everything that was there.
  ///
  /// INVARIANT: the file, its log and its key bag are copied aside, durably, before anything changes. Then the log is
  /// moved into the old file, as far as it can be, and taken away, because SQLite would read it into the new file as
  /// well; last, one rename puts the new file there. Whoever is killed in between leaves the old file, or the new one.
  /// - Parameter stamp: names what is set aside, in seconds since 2001.
  /// - Returns: the path of what was the file; nil where there was none.
  /// - Throws: `.busy` where somebody reads the log now; then nothing was changed.
  package func replaceDatabase(
    with database: Database, at stamp: Double, reached: (ReplacingStep) -> Void
  ) throws(StorageError) -> String? {
    try place.removeUnfinished()
    let unfinished = place.unfinishedPath()
    do throws(StorageError) {
      try database.read { session throws(StorageError) in
        try session.connection.copy(to: unfinished, of: place, isLogged: true)
      }
      reached(.written)
      let aside = try setAside(at: stamp)
      reached(.setAside)
      try removeLog(aside, reached)
      guard unsafe rename(unfinished, place.path) == 0 else {
        throw StorageError(errorNumber: errno, path: place.given)
      }
      try place.flushFolder()
      reached(.replaced)
      try lock.raiseFileEpoch()
      reached(.told)
      return aside
    } catch {
      unsafe unlink(unfinished)
      throw error
    }
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

  /// Takes the log away without taking a commit from the old file; its index, which SQLite makes anew, moves aside.
  private func removeLog(_ aside: String?, _ reached: (ReplacingStep) -> Void) throws(StorageError) {
    if place.hasLog {
      do throws(StorageError) {
        let connection = try Connection(place.path, flags: SQLITE_OPEN_READWRITE, fileLayer: place.fileLayer)
        try connection.configure()
        guard try connection.truncateLog() else { throw .busy }
      } catch {
        // Nothing could be read through a log of what is no database, so that nothing is taken from it.
        guard error.isDamage else { throw error }
      }
    }
    reached(.logFolded)
    for (suffix, keeps) in [("-shm", true), ("-wal", false)] {
      let path = place.path + suffix
      let code =
        if keeps, let aside { unsafe rename(path, aside + suffix) } else { unsafe unlink(path) }
      guard code == 0 || errno == ENOENT else { throw StorageError(errorNumber: errno, path: path) }
    }
    try place.flushFolder()
    reached(.logRemoved)
  }
}
