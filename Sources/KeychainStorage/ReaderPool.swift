/// The idle connections of a database that only read.
struct ReaderPool {
  var idle: [Connection] = []
  /// The file that they have open.
  var identity: FileIdentity
  /// Whether it is of an earlier version and could not be upgraded: it is only read.
  private(set) var isOlder: Bool
  /// Grows when the file was found replaced; a connection of an earlier one is dropped when it comes back.
  var generation: UInt64 = 0
  /// The lock file's second counter when the file was last looked at.
  var fileEpoch: UInt64
  var isClosed = false
  /// When the path was last asked which file stands there.
  private var lookedAt = ContinuousClock.now
  /// How the reads follow each other that may keep a transaction.
  var pace = ReadingPace()
  /// Whether a thread looks after the transactions that are kept.
  var isTended = false

  /// More at once are opened and closed again: a caller never waits for another to finish.
  private static let idleLimit = 8

  /// Nothing is in it where the database lies in memory.
  init() {
    identity = FileIdentity(device: 0, inode: 0)
    fileEpoch = 0
    isOlder = false
  }

  init(_ file: OpenedFile, fileEpoch: UInt64) {
    identity = file.identity
    isOlder = file.isOlder
    self.fileEpoch = fileEpoch
    idle.append(file.connection)
  }

  mutating func giveBack(_ connection: Connection) {
    guard !isClosed, connection.poolGeneration == generation, idle.count < Self.idleLimit else { return }
    idle.append(connection)
  }

  /// Ends the transactions that idle connections keep.
  func endStanding() {
    for connection in idle { connection.endStanding() }
  }

  /// The same once the reads have ceased; whether they have, so that nobody needs to look again.
  mutating func endStandingIfOver() -> Bool {
    guard isClosed || pace.isOver else { return false }
    endStanding()
    isTended = false
    return true
  }

  /// Another file stands at the path: the connections to the one before go.
  mutating func move(to file: OpenedFile, fileEpoch: UInt64) {
    generation += 1
    identity = file.identity
    isOlder = file.isOlder
    self.fileEpoch = fileEpoch
    lookedAt = .now
    idle.removeAll()
    pace.pause()
  }

  /// Whether another file was put at the place than the connections have open.
  ///
  /// The second counter tells of it, unless whoever put it there was killed before saying so: now and then the path
  /// itself is asked.
  mutating func isBehind(_ place: FilePlace, fileEpoch: UInt64, at now: ContinuousClock.Instant = .now) -> Bool {
    guard self.fileEpoch == fileEpoch else { return true }
    guard now - lookedAt >= Self.timeBetweenLooks else { return false }
    guard !place.holdsAnother(than: identity) else { return true }
    lookedAt = now
    return false
  }

  private static let timeBetweenLooks = Duration.seconds(1)

  mutating func close() {
    isClosed = true
    idle.removeAll()
  }
}
