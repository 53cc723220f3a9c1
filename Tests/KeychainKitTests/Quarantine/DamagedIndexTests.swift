import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("quarantine: an index that names other rows") struct DamagedIndexTests {
  private static var everything: [String: Any] { ["m_Limit": "m_LimitAll", "r_Attributes": true] }

  /// A closed keychain whose index by group and class knows its two items by each other's numbers.
  private func damaged(_ first: [String: Any], _ second: [String: Any]) throws -> TemporaryKeychain {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    for item in [first, second] { try temporary.keychain.add(item) }
    temporary.close()
    let schema = try taken(temporary)
    let file = try temporary.database()
    for (old, new) in [(1, 3), (2, 1), (3, 2)] { try file.execute("UPDATE item SET id = \(new) WHERE id = \(old)") }
    try file.execute("PRAGMA writable_schema = ON")
    try file.execute("INSERT INTO sqlite_schema VALUES(?, ?, ?, ?, ?)", schema)
    return temporary
  }

  /// Takes the index out of the schema, so that a change of the table leaves its pages alone.
  private func taken(_ temporary: TemporaryKeychain) throws -> [SQLiteValue] {
    let file = try temporary.database()
    try file.execute("PRAGMA writable_schema = ON")
    let rows = try file.rows("SELECT * FROM sqlite_schema WHERE name = 'item_group'")
    try file.execute("DELETE FROM sqlite_schema WHERE name = 'item_group'")
    return try #require(rows.first)
  }

  @Test func `gives no item as one of another class`() throws {
    let password: [String: Any] = ["class": "genp", "svce": "mail", "acct": "ada"]
    let temporary = try damaged(password, ["class": "keys", "klbl": Data([7])])
    let keychain = try temporary.keychain
    for itemClass in ["genp", "keys"] {
      #expect(status { try keychain.copyMatching(Self.everything + ["class": itemClass]) } == .notAvailable)
    }
    // What another index finds is there, and nothing was put away.
    #expect(try keychain.copyMatching(password + ["r_Attributes": true]) != nil)
    #expect(keychain.unreadableItemCount == 0)
  }

  @Test func `gives no item as one of another group, and calls none undecodable`() throws {
    let temporary = try damaged(
      Query.genericPassword("mail", "ada", group: "team.a"), Query.genericPassword("bank", "bob", group: "team.b"))
    let keychain = try temporary.keychain
    for group in ["team.a", "team.b"] {
      let query = Self.everything + ["class": "genp", "agrp": group]
      #expect(status { try keychain.copyMatching(query) } == .notAvailable)
    }
    #expect(keychain.unreadableItemCount == 0)
  }
}
