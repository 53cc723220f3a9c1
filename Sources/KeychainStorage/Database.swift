import CSQLite
import Glibc
package import KeychainSchema
import Synchronization

/// A keychain's database: one connection that writes, a few that read.
///
/// Every statement of this process goes through these; the file itself is never opened by other means, since closing
/// any descriptor of it would drop the locks that SQLite holds.
///
/// Lock order: the writer's gate, then the lock file, then the pool.
package final class Database: Sendable {
  /// The key in `meta` of the database's identifier.
  package static let identifierKey = "database"

  /// The lock and the counters beside the file; in memory, counters of this value alone.
  package let lockFile: LockFile

  let place: FilePlace?
  let fileSystemType: FileSystemProbe
  /// How long a writer waits for the lock.
  let patience: Duration
  let readers: Guarded<ReaderPool>
  let writer: Writer
  /// The connection that watches for commits, and does nothing else.
  let watcher = Guarded<Connection?>(nil)
  /// Whether there was a log when this value was opened: whoever closed the database last did not get to cut it, or is
  /// still there.
  package let hadLog: Bool
  /// Files that earlier upgrades kept, as this value found them.
  private let earlierVersions: [String]
  /// Commits of this value; what stands for the data version in memory.
  let commits = Atomic<Int64>(0)

  /// Opens the keychain at a path; never makes one.
  /// - Throws: why not, for what is missing, no keychain, not ours, or newer; the file's bytes stay as they are.
  package init(
    opening path: String, patience: Duration = .seconds(30),
    fileSystemType: @escaping FileSystemProbe = FileSystemType.ofFolder, fileLayer: String? = nil,
    migrations: [Migration] = Migration.all
  ) throws(StorageError) {
    let place = try FilePlace(path, fileLayer: fileLayer, migrations: migrations)
    hadLog = place.hasLog
    earlierVersions = try place.names(with: FilePlace.earlierSuffix)
    let file = try place.openJudged(within: patience, fileSystemType: fileSystemType)
    let lockFile = try LockFile(opening: place)
    self.place = place
    self.lockFile = lockFile
    self.patience = patience
    self.fileSystemType = fileSystemType
    readers = Guarded(ReaderPool(file, fileEpoch: lockFile.seenFileEpoch))
    writer = Writer()
  }

  /// Makes a database in memory, gone with this value; its one connection both reads and writes.
  package init(
    inMemory databaseIdentifier: Identifier, keybag: [UInt8], meta: [(key: String, value: [UInt8])] = []
  ) throws(StorageError) {
    let connection = try Connection.inMemory()
    try connection.populate(databaseIdentifier, keybag: keybag, meta: meta)
    place = nil
    hadLog = false
    earlierVersions = []
    lockFile = LockFile()
    patience = .zero
    fileSystemType = FileSystemType.ofFolder
    readers = Guarded(ReaderPool())
    writer = Writer(connection)
  }

  deinit {
    // A thread that looks after them may outlive this value for a moment.
    readers.withLock { $0.close() }
  }

  /// Removes the files that upgrades before this opening kept: what came of them opens.
  package func removeEarlierVersions() {
    guard let place else { return }
    // One that cannot be removed is found again by the next opening.
    for name in earlierVersions { _ = unsafe unlink("\(place.folder)/\(name)") }
  }

  /// The path as it was given; nil in memory.
  package var path: String? { place?.given }

  /// The file that is open.
  package var identity: FileIdentity {
    readers.withLock { $0.identity }
  }

  /// Whether both lie at one path, whichever file stands there.
  package func isAtSamePlace(as other: Database) -> Bool {
    guard let place, let otherPlace = other.place else { return false }
    return place.path == otherPlace.path
  }

  /// Judges what stands at a path without opening it; nil where nothing does.
  ///
  /// Whether a regular file is a keychain only `init(opening:)` can say.
  package static func inspect(
    _ path: String, fileSystemType: FileSystemProbe = FileSystemType.ofFolder
  ) throws(StorageError) -> FileIdentity? {
    try FilePlace(path).judge(fileSystemType: fileSystemType)
  }

  /// Which file stands at a path, not judged: that is done when it is opened. Nil where nothing does, in a folder that
  /// a keychain can be made in.
  package static func identify(_ path: String) throws(StorageError) -> FileIdentity? {
    let place = try FilePlace(path)
    if let status = try place.settledStatus() { return status.identity }
    return try place.judge(fileSystemType: FileSystemType.ofFolder)
  }
}

// MARK: - Reading

extension Database {
  /// Lends a reading connection to `body`.
  ///
  /// In memory there is one connection for all: a body must not read or write the same database again.
  package func read<Result, Failure: StorageFailure>(
    _ body: (borrowing ReadSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let connection: Connection
    do throws(StorageError) {
      connection = try borrowReader()
    } catch {
      throw Failure(error)
    }
    // Lent to a closure rather than handed out: nobody can keep a row or a cursor of a connection that went back.
    defer { giveBack(connection) }
    return try body(ReadSession(connection: connection))
  }

  /// The same without type parameters, which nothing specializes across modules of a package: for what is timed. Reads
  /// that follow each other closely share a transaction.
  package func lend(_ body: (borrowing ReadSession) -> Void) throws(StorageError) {
    let connection = try borrowReader(mayStand: true)
    defer { giveBackStanding(connection) }
    body(ReadSession(connection: connection))
  }

  /// A number that differs from the one before when anything was committed in between, by whomever.
  package func dataVersion() throws(StorageError) -> Int64 {
    guard let place else { return commits.load(ordering: .relaxed) }
    let epoch = lockFile.seenFileEpoch
    let generation = readers.withLock { $0.isBehind(place, fileEpoch: epoch) ? nil : $0.generation }
    return try watcher.withLock { watcher throws(StorageError) in
      if generation == nil || watcher?.poolGeneration != generation { watcher = try borrowReader() }
      guard let watcher else { throw .closed }
      let run = try watcher.run(.dataVersion)
      guard try run.step() else { throw .unexpected(code: SQLITE_EMPTY) }
      // The number is a connection's own: another file's must not look like this one's.
      return Int64(watcher.poolGeneration) << 32 &+ run.int64(0)
    }
  }

  /// - Parameter mayStand: whether the connection may keep its transaction afterwards.
  func borrowReader(mayStand: Bool = false) throws(StorageError) -> Connection {
    try lockFile.requireOpeningProcess()
    guard let place else {
      writer.gate.lock()
      if let connection = writer.connection { return connection }
      writer.gate.unlock()
      throw .closed
    }
    let epoch = lockFile.seenFileEpoch
    var isStale = false
    var identity: FileIdentity?
    var generation: UInt64 = 0
    var stands = false
    let idle = readers.withLock { pool -> Connection? in
      guard !pool.isClosed else { return nil }
      let now = ContinuousClock.now
      isStale = pool.isBehind(place, fileEpoch: epoch, at: now)
      stands = mayStand && pool.pace.note(now)
      identity = pool.identity
      generation = pool.generation
      return isStale ? nil : pool.idle.popLast()
    }
    if let idle {
      if idle.stand(stands) { readers.withLock { $0.pace.beginAnew() } }
      return idle
    }
    guard let identity else { throw .closed }
    if isStale { return try adoptFile(at: place, epoch: epoch) }
    guard let connection = try Connection.reader(place, of: identity) else {
      return try adoptFile(at: place, epoch: epoch)
    }
    connection.poolGeneration = generation
    return connection
  }

  func giveBack(_ connection: Connection) {
    connection.endSnapshot()
    if place == nil {
      writer.gate.unlock()
    } else {
      readers.withLock { $0.giveBack(connection) }
    }
  }

  /// Goes over to the file that stands at the path now; gives a connection to it, which is not in the pool.
  func adoptFile(at place: FilePlace, epoch: UInt64) throws(StorageError) -> Connection {
    // Whoever holds the lock cannot wait for it: an older file in the place of this one is upgraded by an opening.
    let file = try place.openJudged(within: .zero, fileSystemType: fileSystemType)
    return readers.withLock { pool in
      pool.move(to: file, fileEpoch: epoch)
      file.connection.poolGeneration = pool.generation
      return file.connection
    }
  }
}
