import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Statements: SQLite looks rows up as intended") struct StatementPlanTests {
  /// What EXPLAIN QUERY PLAN says of each driver, paged where more than one row can answer.
  private static func plan(_ driver: ItemDriver, isCount: Bool = false) -> String {
    let rows = isCount ? "" : " AND rowid>?"
    return switch driver {
    case .identity: "SEARCH item USING INDEX sqlite_autoindex_item_2 (identity=?)"
    case .uuid: "SEARCH item USING INDEX sqlite_autoindex_item_1 (uuid=?)"
    case .rowID: "SEARCH item USING INTEGER PRIMARY KEY (rowid=?)"
    case .term1: "SEARCH item USING INDEX item_term1 (term1=?\(rows))"
    case .term2: "SEARCH item USING INDEX item_term2 (term2=?\(rows))"
    case .term3: "SEARCH item USING INDEX item_term3 (term3=?\(rows))"
    case .term4: "SEARCH item USING INDEX item_term4 (term4=?\(rows))"
    case .term5: "SEARCH item USING INDEX item_term5 (term5=?\(rows))"
    case .group: "SEARCH item USING INDEX item_group (access_group=? AND class=?\(rows))"
    case .rows: isCount ? "SCAN item" : "SEARCH item USING INTEGER PRIMARY KEY (rowid>?)"
    }
  }

  @Test func `of the conditions given, the first in the order of preference drives`() {
    #expect(
      ItemDriver.allCases == [.identity, .uuid, .rowID, .term1, .term3, .term2, .term5, .term4, .group, .rows])
    #expect(ItemShape([.identity, .uuid, .term(0)]).driver == .identity)
    #expect(ItemShape([.term(1), .term(2), .term(3), .term(4), .accessGroup, .itemClass]).driver == .term3)
    #expect(ItemShape([.term(3), .term(4)]).driver == .term5)
    #expect(ItemShape([.accessGroup, .itemClass, .protection]).driver == .group)
    #expect(ItemShape([.accessGroup, .protection]).driver == .rows)
    #expect(ItemShape([.itemClass]).driver == .rows)
  }

  @Test(arguments: [false, true])
  func `every selection is answered through its driver, and never sorted`(hasStatistics: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try SQLiteFile(opening: folder / "plans")
    for migration in Migration.all { try file.execute(migration.sql) }
    if hasStatistics { try gatherMisleadingStatistics(file) }
    for conditions in 0...ItemShape.conditions.rawValue {
      let shape = ItemShape(rawValue: conditions)
      // The result's columns and the page before change no plan of a paged shape: tried on a sample.
      let extras: [ItemShape] = conditions % 97 == 0 ? [[], .secret, .after, [.secret, .after]] : [[]]
      for extra in extras {
        let plan = try plan(of: ItemSQL.select(shape.union(extra)), in: file)
        try #require(plan == [Self.plan(shape.driver)], "\(ItemSQL.select(shape.union(extra)))")
      }
    }
  }

  @Test func `every count is answered through its driver`() throws {
    let folder = try TemporaryFolder()
    let file = try SQLiteFile(opening: folder / "plans")
    for migration in Migration.all { try file.execute(migration.sql) }
    for conditions in 0...ItemShape.conditions.rawValue where conditions % 7 == 0 {
      let shape = ItemShape(rawValue: conditions)
      let plan = try plan(of: ItemSQL.count(shape), in: file).map { $0.replacing(" COVERING", with: "") }
      // A count that needs no column takes the smallest index there is.
      let expected = Self.plan(shape.driver, isCount: true)
      try #require(plan.count == 1 && plan[0].hasPrefix(expected), "\(ItemSQL.count(shape)): \(plan)")
    }
  }

  @Test func `a row is written by its number`() throws {
    let folder = try TemporaryFolder()
    let file = try SQLiteFile(opening: folder / "plans")
    for migration in Migration.all { try file.execute(migration.sql) }
    let byNumber = ["SEARCH item USING INTEGER PRIMARY KEY (rowid=?)"]
    #expect(try plan(of: ItemSQL.update(.plain), in: file) == byNumber)
    #expect(try plan(of: ItemSQL.delete, in: file) == byNumber)
  }

  @Test func `every fixed statement is one that SQLite takes, and only counting and listing walk a table`() throws {
    let folder = try TemporaryFolder()
    let file = try SQLiteFile(opening: folder / "plans")
    for migration in Migration.all { try file.execute(migration.sql) }
    for statement in TableSQL.allCases {
      let plan = try plan(of: statement.text, in: file)
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(statement.text)")
      switch statement {
      case .keybag, .accessGroups, .quarantineDigests, .countQuarantine, .countUnacceptedQuarantine, .acceptQuarantine:
        break
      default: #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(statement.text): \(plan)")
      }
    }
    _ = try plan(of: ItemSQL.insert, in: file)
    _ = try plan(of: ItemSQL.countKeyGeneration, in: file)
  }

  @Test func `the places of columns are those of the table`() throws {
    let folder = try TemporaryFolder()
    let file = try SQLiteFile(opening: folder / "plans")
    for migration in Migration.all { try file.execute(migration.sql) }
    let names = try file.rows("SELECT name FROM pragma_table_xinfo('item') ORDER BY cid").map { $0[0] }
    #expect(names == ItemSQL.columns.map { .text($0) })
    #expect(ItemSQL.columns[ItemSQL.metadataPlace] == "metadata")
    #expect(ItemSQL.columns[ItemSQL.secretPlace] == "secret")
  }

  private func plan(of sql: String, in file: SQLiteFile) throws -> [String] {
    try file.rows("EXPLAIN QUERY PLAN " + sql).map { row in
      guard case .text(let detail) = row[3] else { return "" }
      return detail
    }
  }

  /// Statistics that make every index but one look useless.
  private func gatherMisleadingStatistics(_ file: SQLiteFile) throws {
    try file.execute("INSERT INTO access_group VALUES(1, x'00')")
    try file.execute(
      """
      WITH RECURSIVE number(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
      INSERT INTO item
      SELECT n, randomblob(16), randomblob(16), 1, 1, 6, 0, 0, 1, 1, 1, 2, 3, n, 5, x'00', NULL FROM number
      """)
    try file.execute("ANALYZE")
  }
}
