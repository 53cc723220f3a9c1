import CSQLite
import KeychainSchema

/// The text of every table and index that a file of the current version has, as SQLite keeps it.
///
/// A file with one more, one less or another one is not ours: a trigger or view would be code of a stranger.
enum SchemaText {
  static let expected: Set<String> = {
    var statements: Set<String> = []
    for migration in Migration.all {
      let lines = migration.sql.split(separator: "\n", omittingEmptySubsequences: true)
      let code = lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n")
      for statement in code.split(separator: ";") {
        let text = statement.drop(while: \.isWhitespace)
        if text.hasPrefix("CREATE ") { statements.insert(String(text)) }
      }
    }
    return statements
  }()
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

  /// Compares version and schema with what this build knows.
  func judgeSchema(_ path: String) throws(StorageError) {
    let version = try runOnce("PRAGMA user_version")
    guard try version.step() else { throw .foreignDatabase(path: path) }
    let number = Int32(truncatingIfNeeded: version.int64(0))
    if number > Migration.currentVersion { throw .newerVersion(path: path, version: number) }
    guard number == Migration.currentVersion else { throw .foreignDatabase(path: path) }

    // Indexes that SQLite made by itself have no text; statistics only weigh plans, and ours are fixed.
    let schema = try runOnce("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_stat?'")
    var found: Set<String> = []
    while try schema.step() { found.insert(schema.text(0)) }
    guard found == SchemaText.expected else { throw .foreignDatabase(path: path) }
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
