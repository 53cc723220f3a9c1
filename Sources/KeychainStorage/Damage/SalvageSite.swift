import CSQLite
import Glibc

/// A place whose database is being salvaged, while the lock is held.
package final class SalvageSite {
  let place: FilePlace
  let lock: LockFile

  init(_ place: FilePlace, patience: Duration) throws(StorageError) {
    self.place = place
    lock = try LockFile(opening: place)
    try lock.acquire(within: patience)
    do throws(StorageError) {
      try place.giveBackLog()
    } catch {
      lock.release()
      throw error
    }
  }

  /// The database as it can still be read.
  package func readDatabase() throws(StorageError) -> SalvageReading {
    try SalvageReading(of: place.path, fileLayer: place.fileLayer)
  }

  /// The newest copy of it that can be read whole; else what is left of the newest; nil where there is none.
  ///
  /// - Parameter isMeant: whether a copy may be one of this database; those of a keychain that stood here before are
  ///   not.
  package func readSnapshot(_ isMeant: (SalvageReading) -> Bool) throws(StorageError) -> SalvageReading? {
    var newest: SalvageReading?
    for snapshot in try place.snapshots() {
      let reading = try SalvageReading(of: snapshot.path, fileLayer: place.fileLayer)
      guard isMeant(reading) else { continue }
      if reading.isWhole { return reading }
      newest = newest ?? reading
    }
    return newest
  }

  /// The copy of the key bag beside it.
  package var keybagFile: KeybagFile { KeybagFile(besides: place.path) }

  /// Whether what is there opens as a keychain of this version and SQLite finds nothing wrong with it.
  package func isSound() throws(StorageError) -> Bool {
    guard let identity = try FileStatus(ofPath: place.path)?.identity else { return false }
    do throws(StorageError) {
      guard let connection = try Connection.reader(place, of: identity) else { throw .busy }
      _ = try connection.judgeSchema(place.given, place.migrations)
      return try ReadSession(connection: connection).examineStructure() == FileStructure()
    } catch {
      switch error {
      case .newerVersion, .busy, .outOfMemory, .inputOutput: throw error
      default: return false
      }
    }
  }
}

extension Database {
  /// Lends a place to `body` whose database may be none, under the lock.
  ///
  /// A file of the caller's own that not even the caller may read is given mode 0600 first, unless nothing is to be
  /// changed. What is a folder, a link, another's or open to others is refused as ever.
  package static func salvaging<Result, Failure: StorageFailure>(
    _ path: String, isTrial: Bool = false, patience: Duration = .seconds(30),
    fileSystemType: FileSystemProbe = FileSystemType.ofFolder,
    fileLayer: String? = nil, _ body: (SalvageSite) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let site: SalvageSite
    do throws(StorageError) {
      let place = try FilePlace(path, fileLayer: fileLayer)
      if !isTrial { try place.mendMode() }
      try place.judgeForSalvage(fileSystemType: fileSystemType)
      site = try SalvageSite(place, patience: patience)
    } catch {
      throw Failure(error)
    }
    defer { site.lock.release() }
    return try body(site)
  }

  /// Gives a regular file of the caller's own mode 0600 where not even the caller may read it; one that is only
  /// protected from being written is meant to be.
  package static func mendMode(_ path: String) throws(StorageError) {
    try FilePlace(path).mendMode()
  }

  /// Whether what stands at a path is a file of the caller's that is no database: empty, or anything else.
  ///
  /// A database of another program is one.
  package static func isNoDatabase(_ path: String, fileLayer: String? = nil) throws(StorageError) -> Bool {
    let place = try FilePlace(path, fileLayer: fileLayer)
    do throws(StorageError) {
      guard let identity = try place.judge(fileSystemType: FileSystemType.ofFolder) else { return false }
      _ = try Connection.reader(place, of: identity)
      return false
    } catch {
      switch error {
      case .emptyFile, .notADatabase: return true
      default: return false
      }
    }
  }
}

extension FilePlace {
  fileprivate func mendMode() throws(StorageError) {
    guard let status = try FileStatus(ofPath: path), status.isRegularFile, status.isOwn, status.linkCount == 1,
      status.permissions & 0o077 == 0, status.permissions & 0o400 == 0
    else { return }
    guard unsafe chmod(path, 0o600) == 0 else { throw StorageError(errorNumber: errno, path: given) }
  }

  fileprivate func judgeForSalvage(fileSystemType: FileSystemProbe) throws(StorageError) {
    if let status = try settledStatus() { try requirePrivateFile(status) }
    try judgeCompanions()
    try judgeFolder(fileSystemType: fileSystemType)
  }
}
