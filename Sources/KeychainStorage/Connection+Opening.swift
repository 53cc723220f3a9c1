import CSQLite
import KeychainSchema

extension Connection {
  /// Opens a connection that reads; nil where another file than `identity` stands at the place.
  static func reader(_ place: FilePlace, of identity: FileIdentity) throws(StorageError) -> Connection? {
    try open(place, of: identity, flags: SQLITE_OPEN_READONLY)
  }

  /// Opens the connection that writes; nil where another file than `identity` stands at the place. Under the lock.
  static func writer(_ place: FilePlace, of identity: FileIdentity) throws(StorageError) -> Connection? {
    guard let connection = try open(place, of: identity, flags: SQLITE_OPEN_READWRITE) else { return nil }
    // A keychain is made with a log; somebody may have taken it away with other tools.
    try connection.useLog()
    connection.countLogFrames()
    return connection
  }

  static func inMemory() throws(StorageError) -> Connection {
    let connection = try Connection(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try connection.configure()
    return connection
  }

  private static func open(
    _ place: FilePlace, of identity: FileIdentity, flags: Int32
  ) throws(StorageError) -> Connection? {
    let connection = try Connection(place.path, flags: flags, fileLayer: place.fileLayer)
    // SQLite opened the file by its name: only an identity that is the same before and after names what it opened.
    guard try FileStatus(ofPath: place.path)?.identity == identity else { return nil }
    try connection.judgeHeader(place.given)
    try connection.configure()
    return connection
  }

  /// Sees to it that commits go to a log.
  func useLog() throws(StorageError) {
    let mode = try runOnce("PRAGMA journal_mode = WAL")
    guard try mode.step(), mode.text(0) == "wal" else { throw .unexpected(code: SQLITE_MISMATCH) }
  }

  /// Makes the tables of a new database and the rows that it is never without.
  func populate(
    _ databaseIdentifier: Identifier, keybag: [UInt8], meta: [(key: String, value: [UInt8])],
    migrations: [Migration] = Migration.all
  ) throws(StorageError) {
    try begin()
    for migration in migrations { try execute(migration.sql) }
    let session = WriteSession(connection: self)
    try session.setMeta(Database.identifierKey, databaseIdentifier.bytes)
    for (key, value) in meta { try session.setMeta(key, value) }
    try session.setKeybag(keybag)
    try commit()
  }
}

extension FilePlace {
  /// Judges the file, opens a reading connection to it and judges what is inside; an older file is upgraded.
  func openJudged(
    within patience: Duration, fileSystemType: FileSystemProbe
  ) throws(StorageError) -> (connection: Connection, identity: FileIdentity) {
    for _ in 0..<Self.attempts {
      guard let identity = try judge(fileSystemType: fileSystemType) else { throw .missingFile(path: given) }
      if let connection = try current(identity) { return (connection, identity) }
      if try FileStatus(ofPath: path)?.identity == identity {
        try upgrade(within: patience, fileSystemType: fileSystemType)
      }
    }
    throw .busy
  }

  /// A connection to the file; nil where it was exchanged, or is of an older version.
  private func current(_ identity: FileIdentity) throws(StorageError) -> Connection? {
    guard let connection = try Connection.reader(self, of: identity),
      try connection.judgeSchema(given, migrations) == .current
    else { return nil }
    return connection
  }

  /// How often a file may be exchanged while it is being opened.
  private static var attempts: Int { 5 }
}
