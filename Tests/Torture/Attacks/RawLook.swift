import TestSupport

/// What SQLite alone says of a keychain's files: how much of them is as it was, by another way than the engine's.
struct RawLook: Sendable {
  /// The tables whose rows the state record sums up.
  static let summedTables = ["item", "access_group", "change", "quarantine"]

  /// Whether SQLite finds every page and index in order.
  private(set) var isInOrder = false
  /// The schema's text and the two numbers of the header that say whose file it is.
  private(set) var schema: [[SQLiteValue]] = []
  /// Empty where they cannot be read.
  private(set) var tables: [String: [[SQLiteValue]]] = [:]
  private(set) var keybags: Set<[UInt8]> = []

  /// Looks at copies of the files, so that what SQLite makes beside them is gone again.
  init(at files: AttackedKeychain.Files) throws {
    let folder = try TemporaryFolder(inMemory: true)
    for name in [AttackedKeychain.database, AttackedKeychain.log] {
      if let bytes = files[name] { try folder.write(bytes, to: name) }
    }
    if let bag = files[AttackedKeychain.keybag] { keybags.insert(bag) }
    do throws(SQLiteFileError) {
      try read(try SQLiteFile(opening: "\(folder.path)/\(AttackedKeychain.database)"))
    } catch {
      // What cannot be read is not in order, and stays as it stands.
    }
  }

  private mutating func read(_ file: SQLiteFile) throws(SQLiteFileError) {
    for row in try file.rows("SELECT bag FROM keybag") {
      if case .blob(let bag)? = row.first { keybags.insert(bag) }
    }
    let numbers = [try file.value("PRAGMA application_id"), try file.value("PRAGMA user_version")].compactMap { $0 }
    schema = try file.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid") + [numbers]
    for table in Self.summedTables + ["meta"] { tables[table] = try file.rows("SELECT * FROM \(table) ORDER BY 1") }
    isInOrder = try file.rows("PRAGMA integrity_check") == [[.text("ok")]]
  }

  /// Whether the engine has every reason to open the files: all that may be wrong is in rows.
  func mustOpen(like original: RawLook) -> Bool {
    isInOrder && schema == original.schema && !keybags.isDisjoint(with: original.keybags)
      && identifier != nil && identifier == original.identifier
  }

  /// The database's own; another's may lie at the path.
  private var identifier: SQLiteValue? {
    tables["meta"]?.first { $0.first == .text("database") }?.last
  }

  /// Whether the rows that the record sums up are as they were.
  func hasRows(of original: RawLook) -> Bool {
    Self.summedTables.allSatisfy { tables[$0] == original.tables[$0] }
  }

  func hasMeta(of original: RawLook) -> Bool { tables["meta"] == original.tables["meta"] }

  /// The items whose rows are as they were, by the column `uuid`.
  func rowsKept(of original: RawLook) -> Set<[UInt8]> {
    let before = Set(original.tables["item"] ?? [])
    return Set(
      (tables["item"] ?? []).filter(before.contains).compactMap { row in
        if case .blob(let uuid) = row[1] { uuid } else { nil }
      })
  }
}
