import KeychainSchema
import Testing

@Suite("The item table: what its constraints accept and refuse") struct ItemTableTests {
  /// One item's row as SQL literals, valid unless a test changes it.
  struct Row {
    var values = [
      "uuid": "x'000102030405060708090A0B0C0D0E0F'", "identity": "x'F0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF'", "class": "1",
      "access_group": "7", "protection": "6", "synchronizable": "0", "tombstone": "0", "generation": "1",
      "terms": "1", "metadata": "x'00'", "secret": "NULL",
    ]

    init(_ changes: [String: String] = [:]) {
      values.merge(changes) { $1 }
    }

    var insert: String {
      let columns = values.keys.sorted()
      let literals = columns.compactMap { values[$0] }
      return "INSERT INTO item(\(columns.joined(separator: ", "))) VALUES (\(literals.joined(separator: ", ")))"
    }
  }

  /// Whether a new database that has group 7 takes all of `rows`.
  private func takes(_ rows: Row...) throws -> Bool {
    let database = try SchemaDatabase()
    try database.run("PRAGMA foreign_keys = ON; INSERT INTO access_group(tag, name) VALUES (7, x'00')")
    do {
      for row in rows { try database.run(row.insert) }
      return true
    } catch {
      return false
    }
  }

  @Test func `class and protection take the numbers of the Swift tables and no others`() throws {
    for number in -1...300 {
      let isClass = UInt8(exactly: number).flatMap(ItemClass.init(rawValue:)) != nil
      #expect(try takes(Row(["class": "\(number)"])) == isClass, "class \(number)")
      let isProtection = UInt8(exactly: number).flatMap(ProtectionClass.init(rawValue:)) != nil
      #expect(try takes(Row(["protection": "\(number)"])) == isProtection, "protection \(number)")
    }
  }

  @Test(arguments: [
    ("synchronizable", "1", true), ("synchronizable", "2", false), ("synchronizable", "-1", false),
    ("tombstone", "1", true), ("tombstone", "2", false),
    ("generation", "9223372036854775807", true), ("generation", "0", false), ("generation", "-1", false),
    ("uuid", "x'00'", false), ("uuid", "x'000102030405060708090A0B0C0D0E0F10'", false), ("uuid", "NULL", false),
    ("identity", "x''", false), ("identity", "NULL", false),
    ("class", "'genp'", false), ("class", "1.5", false), ("class", "NULL", false),
    ("metadata", "NULL", false), ("metadata", "'text'", false), ("metadata", "x''", true),
    ("secret", "x''", true), ("secret", "'text'", false), ("secret", "1", false),
    ("term1", "NULL", true), ("term1", "-9223372036854775808", true), ("term5", "'text'", false),
    ("access_group", "8", false), ("access_group", "NULL", false), ("terms", "NULL", false),
  ])
  func `a column takes what it should`(column: String, literal: String, isTaken: Bool) throws {
    #expect(try takes(Row([column: literal])) == isTaken)
  }

  @Test func `two rows share neither identity nor reference`() throws {
    let identity = ["identity": "x'00000000000000000000000000000000'"]
    let uuid = ["uuid": "x'00000000000000000000000000000000'"]
    #expect(try takes(Row(), Row(identity.merging(uuid) { $1 })))
    #expect(try !takes(Row(), Row(identity)))
    #expect(try !takes(Row(), Row(uuid)))
    #expect(try !takes(Row(), Row()))
  }

  @Test func `the key bag has two copies and no third`() throws {
    let database = try SchemaDatabase()
    try database.run("INSERT INTO keybag(copy, bag) VALUES (0, x'00'), (1, x'00')")
    for copy in ["-1", "0", "1", "2"] {
      #expect(throws: SchemaDatabase.Failure.self) { try database.run("INSERT INTO keybag VALUES (\(copy), x'00')") }
    }
  }
}
