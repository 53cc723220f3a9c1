import KeychainSchema
import Testing

/// What holds Swift and SQL together: a database made from nothing, compared with the tables in both languages.
@Suite("Migrations: the database and the tables say the same") struct MigrationTests {
  @Test func `tables and columns are the documented ones, in both directions`() throws {
    let database = try SchemaDatabase()
    var found: [String] = []
    for table in try tableNames(database) {
      for column in try database.rows("SELECT * FROM pragma_table_xinfo('\(table)') ORDER BY cid") {
        // cid, name, type, notnull, default, place in the key, hidden
        #expect(column[4] == nil, "no column has a default: what is stored is written")
        #expect(column[6] == "0", "no column is computed")
        let key = column[5] == "0" ? "-" : column[5]
        found.append([table, column[1], column[2], column[3] == "1" ? "yes" : "no", key].words)
      }
    }
    let expected = try TableFile("columns").rows.map { row in
      [row["table"], row["column"], row["type"], row["not null"], row["key"]].words
    }
    #expect(found == expected)
  }

  @Test func `indexes are the documented ones, in both directions`() throws {
    let database = try SchemaDatabase()
    var found: Set<String> = []
    for table in try tableNames(database) {
      for index in try database.rows("SELECT name, \"unique\", origin, partial FROM pragma_index_list('\(table)')") {
        let name = try #require(index[0])
        let columns = try database.rows("SELECT name FROM pragma_index_info('\(name)') ORDER BY seqno").map { $0[0] }
        let flags = [index[1], index[3]].map { $0 == "1" ? "yes" : "no" }
        found.insert(([table, index[2] == "c" ? name : "-"] + flags + columns).words)
      }
    }
    let expected = try TableFile("indexes").rows.map { row in
      [row["table"], row["name"], row["unique"], row["partial"], row["columns"]].words
    }
    #expect(found == Set(expected))
  }

  @Test func `every table is strict, and there are no views and triggers`() throws {
    let database = try SchemaDatabase()
    for table in try database.rows("SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%'") {
      #expect(table[1] == "1", "\(table[0] ?? "")")
    }
    #expect(try database.number("SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')") == 0)
  }

  @Test func `the plain columns of item are the fields of ItemColumns, in their order`() throws {
    let terms = (1...ItemClass.termCount).map { "term\($0)" }
    let columns = ItemColumns(
      id: 0, uuid: .zero, identity: .zero, itemClass: 0, accessGroup: 0, protection: 0, synchronizable: 0, tombstone: 0,
      generation: 0, termVersion: 0, terms: .init(repeating: nil))
    let fields = Mirror(reflecting: columns).children.flatMap { field -> [String] in
      switch field.label {
      case "itemClass": ["class"]
      case "accessGroup": ["access_group"]
      case "termVersion": ["terms"]
      case "terms": terms
      case let label: [label ?? ""]
      }
    }
    let names = try SchemaDatabase().rows("SELECT name FROM pragma_table_info('item') ORDER BY cid").map { $0[0] }
    #expect(names == fields + ["metadata", "secret"])
    #expect(columns.terms.count == ItemClass.termCount)
    #expect(ItemClass.allCases.allSatisfy { $0.terms.count == ItemClass.termCount })
  }

  @Test func `every term has one index of its own, over the rows that have the term`() throws {
    let indexes = try SchemaDatabase().rows(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND name LIKE 'item_term%' ORDER BY name")
    #expect(
      indexes.map { $0[0] }
        == (1...ItemClass.termCount).map {
          "CREATE INDEX item_term\($0) ON item(term\($0)) WHERE term\($0) IS NOT NULL"
        })
  }

  @Test func `the file says what it is`() throws {
    let database = try SchemaDatabase()
    #expect(try database.number("PRAGMA application_id") == Int64(Migration.applicationIdentifier))
    #expect(try database.number("PRAGMA user_version") == Int64(Migration.currentVersion))
    #expect(Records.written(4) { $0.append(Migration.applicationIdentifier.bigEndian) } == Array("KCLX".utf8))
  }

  @Test func `migrations count from 1 without a gap, and each says where it ends`() throws {
    #expect(Migration.all.map(\.version) == Array(1...Migration.currentVersion))
    for migration in Migration.all {
      let database = try SchemaDatabase(upTo: migration.version)
      #expect(try database.number("PRAGMA user_version") == Int64(migration.version))
    }
  }

  /// Keychains made by a released migration exist, and another text of the same version would tell them apart from
  /// new ones. A difference here means: restore the file, and put the change into a file of a new version.
  @Test(arguments: [(version: Int32(1), byteCount: 1_918, hash: UInt64(0x35A2_F797_16EF_CD3B))])
  func `a released migration is never edited`(version: Int32, byteCount: Int, hash: UInt64) throws {
    let text = try #require(Migration.all.first { $0.version == version }).sql.utf8
    let fowlerNollVo = text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    #expect(text.count == byteCount)
    #expect(fowlerNollVo == hash)
  }

  private func tableNames(_ database: SchemaDatabase) throws -> [String] {
    try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").compactMap { $0[0] }
  }
}

extension [String?] {
  /// The words of one line, for comparing rows.
  fileprivate var words: String { map { $0 ?? "NULL" }.joined(separator: " ") }
}
