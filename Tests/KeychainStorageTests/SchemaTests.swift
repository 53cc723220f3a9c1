import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Schema: a made file holds what the schema says") struct SchemaTests {
  private let temporary: TemporaryDatabase
  private let file: SQLiteFile

  init() throws {
    temporary = try TemporaryDatabase()
    file = try SQLiteFile(opening: temporary.path)
  }

  @Test func `the tables' text is that of the migrations, read by SQLite and by us`() throws {
    let folder = try TemporaryFolder()
    let reference = try SQLiteFile(opening: folder / "reference")
    for migration in Migration.all { try reference.execute(migration.sql) }
    let query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    #expect(try file.rows(query) == reference.rows(query))
    let texts = try reference.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").map { $0[0] }
    let expected = try SchemaText.expected(Migration.all, through: Migration.currentVersion)
    #expect(Set(texts) == Set(expected.map { .text($0) }))
  }

  @Test(arguments: [
    "CREATE TABLE one(id INTEGER PRIMARY KEY, name TEXT) STRICT;\nCREATE INDEX one_name ON one(name);",
    "-- A remark; and more of it.\nCREATE TABLE one(\n  id INTEGER PRIMARY KEY\n) STRICT;\n\nPRAGMA user_version = 1;",
    "CREATE TABLE one(id INTEGER);\nALTER TABLE one ADD COLUMN name TEXT;",
    "CREATE TABLE one(id INTEGER);\nDROP TABLE one;",
    "CREATE UNIQUE INDEX one_name ON item(term1);",
    "create table one(id INTEGER);",
  ])
  func `the text that a step makes is known as SQLite keeps it`(step: String) throws {
    let migrations = Migration.all + [Migration(version: 2, sql: step)]
    let folder = try TemporaryFolder()
    let reference = try SQLiteFile(opening: folder / "reference")
    for migration in migrations { try reference.execute(migration.sql) }
    let texts = try reference.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").map { $0[0] }
    #expect(try Set(SchemaText.made(by: migrations).map { .text($0) }) == Set(texts))
  }

  @Test func `application id and version are ours, and the log is on`() throws {
    #expect(try file.value("PRAGMA application_id") == .integer(Int64(Migration.applicationIdentifier)))
    #expect(try file.value("PRAGMA user_version") == .integer(Int64(Migration.currentVersion)))
    #expect(try file.value("PRAGMA journal_mode") == .text("wal"))
    #expect(try file.value("PRAGMA page_size") == .integer(4096))
    #expect(try file.value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test func `a row has as many terms as the classes have, each with an index of its own`() throws {
    let indexes = try file.rows("SELECT name, \"unique\", origin, partial FROM pragma_index_list('item') ORDER BY name")
    var expected: [[SQLiteValue]] = [[.text("item_group"), .integer(0), .text("c"), .integer(0)]]
    for term in 1...ItemClass.termCount {
      expected.append([.text("item_term\(term)"), .integer(0), .text("c"), .integer(1)])
      #expect(try columns(ofIndex: "item_term\(term)") == ["term\(term)"])
    }
    for number in 1...2 {
      expected.append([.text("sqlite_autoindex_item_\(number)"), .integer(1), .text("u"), .integer(0)])
    }
    #expect(indexes == expected)
    #expect(try columns(ofIndex: "item_group") == ["access_group", "class"])
    #expect(try columns(ofIndex: "sqlite_autoindex_item_1") == ["uuid"])
    #expect(try columns(ofIndex: "sqlite_autoindex_item_2") == ["identity"])
    for itemClass in ItemClass.allCases { #expect(itemClass.terms.count == ItemClass.termCount) }
  }

  @Test func `the item's columns have the kinds that row bytes and boxes assume`() throws {
    let kinds = try file.rows("SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo('item') ORDER BY cid")
    for row in kinds {
      guard case .text(let name) = row[0] else { continue }
      let isBlob = ["uuid", "identity", "metadata", "secret"].contains(name)
      let isOptional = name == "secret" || name == "id" || (name.hasPrefix("term") && name != "terms")
      #expect(row[1] == .text(isBlob ? "BLOB" : "INTEGER"), "\(name)")
      #expect(row[2] == .integer(isOptional ? 0 : 1), "\(name)")
      #expect(row[3] == .integer(name == "id" ? 1 : 0), "\(name)")
      #expect(row[4] == .integer(0), "\(name)")
    }
    #expect(kinds.count == ItemSQL.columns.count)
  }

  private func columns(ofIndex index: String) throws -> [String] {
    try file.rows("SELECT name FROM pragma_index_info(?) ORDER BY seqno", [.text(index)]).compactMap { row in
      guard case .text(let name) = row[0] else { return nil }
      return name
    }
  }
}
