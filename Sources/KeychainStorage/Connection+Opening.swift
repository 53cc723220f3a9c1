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
    try connection.beginLog(at: place)
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

  /// Sees to it that commits go to a log, under the lock.
  ///
  /// A keychain is made with one; somebody may have taken it away with other tools, and what was put in the place of
  /// an earlier file begins without.
  fileprivate func beginLog(at place: FilePlace) throws(StorageError) {
    if try hasLogMode { return }
    if !place.hasLog {
      // What lies there with nothing in it is of the file before. Its index would count pages of that one.
      place.removeLogNames()
    }
    try useLog()
  }

  var hasLogMode: Bool {
    get throws(StorageError) {
      let mode = try runOnce("PRAGMA journal_mode")
      return try mode.step() && mode.text(0) == "wal"
    }
  }

  /// Makes it a database whose one file has everything, which nobody has open.
  func useNoLog() throws(StorageError) {
    let mode = try runOnce("PRAGMA journal_mode = DELETE")
    guard try mode.step(), mode.text(0) == "delete" else { throw .unexpected(code: SQLITE_MISMATCH) }
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

/// A file that was judged, with the connection that it was judged by.
struct OpenedFile {
  let connection: Connection
  let identity: FileIdentity
  /// Whether it is of an earlier version, so that it is only read.
  var isOlder = false
}

extension FilePlace {
  /// Judges the file, opens a reading connection to it and judges what is inside; an older file is upgraded.
  ///
  /// Where the disk or the folder do not allow that, it is opened as it is.
  /// - Source: crypto, storage and sync, B.10.
  func openJudged(within patience: Duration, fileSystemType: FileSystemProbe) throws(StorageError) -> OpenedFile {
    for _ in 0..<Self.attempts {
      guard let identity = try judge(fileSystemType: fileSystemType) else { throw .missingFile(path: given) }
      if let connection = try current(identity) { return OpenedFile(connection: connection, identity: identity) }
      guard try FileStatus(ofPath: path)?.identity == identity else { continue }
      do throws(StorageError) {
        try upgrade(within: patience, fileSystemType: fileSystemType)
      } catch {
        guard error.isOfSurroundings, let connection = try older(identity) else { throw error }
        return OpenedFile(connection: connection, identity: identity, isOlder: true)
      }
    }
    throw .busy
  }

  /// A connection to a file of an earlier version; nil where it was exchanged.
  private func older(_ identity: FileIdentity) throws(StorageError) -> Connection? {
    guard let connection = try Connection.reader(self, of: identity),
      case .older = try connection.judgeSchema(given, migrations)
    else { return nil }
    return connection
  }

  /// Takes the log of an earlier file away from one that was just put in its place, and gives it one. Under the lock.
  func beginLog() throws(StorageError) {
    guard let identity = try FileStatus(ofPath: path)?.identity else { return }
    // Where it cannot be had now, because somebody reads the file already, the next who writes begins it.
    do throws(StorageError) {
      _ = try Connection.writer(self, of: identity)
    } catch .busy {}
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

extension StorageError {
  /// Whether a file could not be made or put in a place, for reasons that are none of the database's.
  fileprivate var isOfSurroundings: Bool {
    switch self {
    case .diskFull, .inputOutput, .noPermission, .readOnly: true
    default: false
    }
  }
}
