/// The idle connections of a database that only read.
struct ReaderPool {
  var idle: [Connection] = []
  /// The file that they have open.
  var identity: FileIdentity
  /// Grows when the file was found replaced; a connection of an earlier one is dropped when it comes back.
  var generation: UInt64 = 0
  /// The lock file's second counter when the file was last looked at.
  var fileEpoch: UInt64
  var isClosed = false

  /// More at once are opened and closed again: a caller never waits for another to finish.
  private static let idleLimit = 8

  init(identity: FileIdentity, fileEpoch: UInt64, first: Connection? = nil) {
    self.identity = identity
    self.fileEpoch = fileEpoch
    if let first { idle.append(first) }
  }

  mutating func giveBack(_ connection: Connection) {
    guard !isClosed, connection.poolGeneration == generation, idle.count < Self.idleLimit else { return }
    idle.append(connection)
  }

  /// Another file stands at the path: the connections to the one before go.
  mutating func move(to identity: FileIdentity, fileEpoch: UInt64) {
    generation += 1
    self.identity = identity
    self.fileEpoch = fileEpoch
    idle.removeAll()
  }

  mutating func close() {
    isClosed = true
    idle.removeAll()
  }
}
