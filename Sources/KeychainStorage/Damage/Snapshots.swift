import CSQLite
import Glibc

/// A complete copy of a database beside it, its key bag included: `<database>.snapshot-<time>`.
///
/// It never becomes the database. Salvage takes from it what the database has lost.
package struct Snapshot: Sendable, Equatable {
  /// The whole path.
  package let path: String
  /// When it was made, in seconds since 2001, by its name.
  package let time: Double
  package let byteCount: Int
}

extension FilePlace {
  private static var snapshotSuffix: String { ".snapshot-" }

  /// The copies that lie beside the database, the newest first.
  func snapshots() throws(StorageError) -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for found in try names(with: Self.snapshotSuffix) {
      let stamp = found.dropFirst(name.count + Self.snapshotSuffix.count)
      guard stamp.count == 16, let time = FileStamp.seconds(stamp) else { continue }
      let path = "\(folder)/\(found)"
      guard let status = try FileStatus(ofPath: path), status.isRegularFile, status.isOwn else { continue }
      snapshots.append(Snapshot(path: path, time: time, byteCount: status.byteCount))
    }
    return snapshots.sorted { $0.time > $1.time }
  }

  func removeSnapshot(_ snapshot: Snapshot) throws(StorageError) {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      guard unsafe unlink(snapshot.path + suffix) != 0 else { continue }
      guard errno == ENOENT else { throw StorageError(errorNumber: errno, path: snapshot.path) }
    }
  }
}

extension Database {
  /// How many copies stay.
  private static let snapshotLimit = 3

  /// The copies that lie beside the database, the newest first; none of one in memory.
  package func snapshots() throws(StorageError) -> [Snapshot] {
    try place.map { place throws(StorageError) in try place.snapshots() } ?? []
  }

  /// Copies the database as it stands, log included, and lets the oldest copies go; nil in memory, or where `isDue`
  /// says no.
  ///
  /// Under the lock, so that two processes do not copy at once.
  /// - Parameters:
  ///   - time: what names the copy, in seconds since 2001.
  ///   - patience: how long the lock is waited for.
  ///   - isDue: is asked under the lock, with the copies that there are.
  /// - Throws: `.corrupt` where the copy is no sound database; then nothing is kept and nothing goes.
  package func makeSnapshot(
    at time: Double, patience: Duration, isDue: ([Snapshot]) -> Bool
  ) throws(StorageError) -> Snapshot? {
    guard let place else { return nil }
    let connection = try enter(within: patience)
    defer { leave() }
    guard isDue(try place.snapshots()) else { return nil }
    try place.removeUnfinished()
    let path = "\(place.folder)/\(place.name).snapshot-\(FileStamp.text(time))"
    let unfinished = place.unfinishedPath()
    do throws(StorageError) {
      try connection.copy(to: unfinished, of: place, isLogged: false)
      guard unsafe rename(unfinished, path) == 0 else { throw StorageError(errorNumber: errno, path: path) }
    } catch {
      unsafe unlink(unfinished)
      throw error
    }
    try place.flushFolder()
    let snapshots = try place.snapshots()
    // Those from the future were made by a clock that was wrong, nobody knows when, and go before the oldest.
    let others = snapshots.filter { $0.path != path }
    let kept = others.filter { $0.time <= time } + others.filter { $0.time > time }
    for old in kept.dropFirst(Self.snapshotLimit - 1) { try place.removeSnapshot(old) }
    return snapshots.first { $0.path == path }
  }

  /// Removes every copy, as after a change that old copies must not outlive, and with them the file that an upgrade
  /// kept; gives how many copies there were.
  @discardableResult
  package func dropSnapshots() throws(StorageError) -> Int {
    guard let place else { return 0 }
    let snapshots = try place.snapshots()
    let earlier = try place.names(with: FilePlace.earlierSuffix)
    guard !snapshots.isEmpty || !earlier.isEmpty else { return 0 }
    for snapshot in snapshots { try place.removeSnapshot(snapshot) }
    for name in earlier {
      let path = "\(place.folder)/\(name)"
      guard unsafe unlink(path) == 0 || errno == ENOENT else { throw StorageError(errorNumber: errno, path: path) }
    }
    try place.flushFolder()
    return snapshots.count
  }
}

extension Connection {
  /// Copies the main database into a new file for the owner alone, whole and flushed.
  ///
  /// - Parameter isLogged: whether the copy is one to be written, with a log; one that is only read leaves no log and
  ///   no index beside it.
  func copy(to path: String, of place: FilePlace, isLogged: Bool) throws(StorageError) {
    try place.makeFile(path)
    try fill(path, of: place, isLogged: isLogged)
    // After SQLite has closed it.
    try place.flush(path)
  }

  /// The same into an empty file that is there.
  func fill(_ path: String, of place: FilePlace, isLogged: Bool) throws(StorageError) {
    let target = try Connection(path, flags: SQLITE_OPEN_READWRITE, fileLayer: place.fileLayer)
    // Nothing is lost if this fails half way, and the file is flushed as a whole afterwards.
    try target.execute("PRAGMA page_size = 4096; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    try copyPages(into: target)
    guard try target.isSound else { throw .corrupt(code: SQLITE_CORRUPT) }
    if isLogged { try target.useLog() } else { try target.useNoLog() }
  }

  private func copyPages(into target: Connection) throws(StorageError) {
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(unsafe sqlite3_extended_errcode(target.handle))
    }
    let step = unsafe sqlite3_backup_step(backup, -1)
    let finish = unsafe sqlite3_backup_finish(backup)
    guard step == SQLITE_DONE else { throw target.failure(finish == SQLITE_OK ? step : finish) }
  }

  /// What SQLite finds of its own structure, without comparing indexes.
  private var isSound: Bool {
    get throws(StorageError) {
      let check = try runOnce("PRAGMA quick_check(1)")
      return try check.step() && check.text(0) == "ok"
    }
  }
}
