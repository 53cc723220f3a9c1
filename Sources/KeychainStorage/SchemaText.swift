import CSQLite
import KeychainSchema

/// The text of every table and index that a file of some version has, as SQLite keeps it.
///
/// A file with one more, one less or another one is not ours: a trigger or view would be code of a stranger.
enum SchemaText {
  /// What this build's own steps come to; every opening asks for it.
  private static let newest = Result { () throws(StorageError) in try made(by: Migration.all) }

  /// What the steps come to, up to a version.
  static func expected(_ migrations: [Migration], through version: Int32) throws(StorageError) -> Set<String> {
    let isNewest = version == Migration.currentVersion && migrations.count == Migration.all.count
    return isNewest ? try newest.get() : try made(by: migrations.filter { $0.version <= version })
  }

  static func made(by migrations: [Migration]) throws(StorageError) -> Set<String> {
    if let written = written(by: migrations) { return written }
    let connection = try Connection.inMemory()
    for migration in migrations { try connection.execute(migration.sql) }
    return try connection.schemaText()
  }

  /// What steps come to that make tables and indexes and change none: SQLite keeps such a statement as it is written.
  /// Nil where there is another; then SQLite itself has to say.
  ///
  /// A process that asks one thing of one keychain would make a database for it otherwise, at a fifth of its time.
  private static func written(by migrations: [Migration]) -> Set<String>? {
    var texts: Set<String> = []
    for migration in migrations {
      let lines = migration.sql.split(separator: "\n", omittingEmptySubsequences: true)
      let statements = lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n")
      for statement in statements.split(separator: ";") {
        let text = statement.drop { $0.isWhitespace }
        if text.hasPrefix("CREATE TABLE ") || text.hasPrefix("CREATE INDEX ") {
          texts.insert(String(text))
        } else if !text.isEmpty, !text.hasPrefix("PRAGMA ") {
          return nil
        }
      }
    }
    return texts
  }
}

/// How the version of a file stands to that of this build.
enum SchemaVersion: Equatable {
  case current
  case older(Int32)
}

extension Connection {
  /// Whether the open database has our application id; reads the file's header and nothing else.
  ///
  /// The id stands in the file from its creation on, so the log need not be looked at: a stranger's database is told
  /// apart without a log, an index or a lock file appearing beside it.
  func judgeHeader(_ path: String) throws(StorageError) {
    var header: InlineArray<100, UInt8> = InlineArray(repeating: 0)
    guard try readHeader(&header), Self.hasMagic(header) else { throw .notADatabase(path: path) }
    let application = (68..<72).reduce(0) { $0 << 8 | UInt32(header[$1]) }
    guard Int32(bitPattern: application) == Migration.applicationIdentifier else { throw .foreignDatabase(path: path) }
  }

  /// Compares version and schema with what the steps come to.
  func judgeSchema(_ path: String, _ migrations: [Migration]) throws(StorageError) -> SchemaVersion {
    let version = try runOnce("PRAGMA user_version")
    guard try version.step() else { throw .foreignDatabase(path: path) }
    let number = Int32(truncatingIfNeeded: version.int64(0))
    let newest = migrations.last?.version ?? 0
    if number > newest { throw .newerVersion(path: path, version: number) }
    guard migrations.contains(where: { $0.version == number }),
      try schemaText() == SchemaText.expected(migrations, through: number)
    else { throw .foreignDatabase(path: path) }
    return number == newest ? .current : .older(number)
  }

  func schemaText() throws(StorageError) -> Set<String> {
    // Indexes that SQLite made by itself have no text; statistics only weigh plans, and ours are fixed.
    let schema = try runOnce("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_stat?'")
    var found: Set<String> = []
    while try schema.step() { found.insert(schema.text(0)) }
    return found
  }

  /// False where the file is shorter. What could not be read is not called a stranger's: it would be moved aside.
  private func readHeader(_ header: inout InlineArray<100, UInt8>) throws(StorageError) -> Bool {
    var span = header.mutableSpan
    let code = unsafe span.withUnsafeMutableBytes { bytes in
      unsafe csqlite_read_file(handle, bytes.baseAddress, Int32(bytes.count), 0)
    }
    if code == Self.shortRead { return false }
    try check(code)
    return true
  }

  static let shortRead = Int32(SQLITE_IOERR) | 2 << 8  // SQLITE_IOERR_SHORT_READ

  private static func hasMagic(_ header: borrowing InlineArray<100, UInt8>) -> Bool {
    let magic: StaticString = "SQLite format 3\0"
    for index in 0..<16 where unsafe header[index] != magic.utf8Start[index] { return false }
    return true
  }
}
