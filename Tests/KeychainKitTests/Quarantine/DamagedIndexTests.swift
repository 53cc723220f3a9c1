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

  /// A closed keychain with two internet passwords, of which the index by group and class calls the first a
  /// certificate: out of order, it leads a search for certificates to the second.
  private func misordered() throws -> TemporaryKeychain {
    let temporary = try TemporaryKeychain()
    for (account, protection) in [("ada", "dk"), ("bob", "ak")] {
      try temporary.keychain.add(["class": "inet", "acct": account, "pdmn": protection, "v_Data": Data([1])])
    }
    temporary.close()
    let page = try PageEdit(rootOf: "item_group", in: temporary)
    // Length, head of four bytes, the group's tag; then the class.
    let place = page.cells[0] + 1 + 4 + page.byteCountOfFirstInteger(inCell: page.cells[0])
    #expect(page.bytes[place] == 2)
    try page.write([3], at: place)
    return temporary
  }

  @Test(arguments: [
    ["r_Attributes": true], ["r_Data": true], ["r_Attributes": true, "r_Data": true, "r_PersistentRef": true],
  ])
  func `gives no item of one class among those of another`(returned: [String: Bool]) throws {
    let keychain = try misordered().keychain
    let query: [String: Any] = ["class": "cert", "pdmn": "ak", "m_Limit": "m_LimitAll"]
    #expect(status { try keychain.copyMatching(query.merging(returned) { $1 }) } == .notAvailable)
    #expect(keychain.unreadableItemCount == 0)
  }

  @Test(arguments: [["v_Data": Data([2])], ["labl": "changed"]] as [[String: any Sendable]])
  func `changes no item twice that an index names twice`(change: [String: any Sendable]) throws {
    let temporary = try TemporaryKeychain()
    for account in ["ada", "bob", "cy"] {
      try temporary.keychain.add(["class": "genp", "acct": account, "v_Data": Data([1])])
    }
    temporary.close()
    let page = try PageEdit(rootOf: "item_group", in: temporary)
    // The class of generic passwords takes no byte; the row's number is next.
    let place = page.cells[2] + 1 + 4 + page.byteCountOfFirstInteger(inCell: page.cells[2])
    #expect(page.bytes[place] == 3)
    try page.write([2], at: place)
    let keychain = try temporary.keychain
    _ = status { try keychain.update(["class": "genp"], change) }
    #expect(try keychain.verifyState().condition.isSound)
    for account in ["ada", "bob", "cy"] {
      #expect(try keychain.copyMatching(["class": "genp", "acct": account, "r_Data": true]) != nil)
    }
  }

  @Test func `changes and deletes no item of one class among those of another`() throws {
    let temporary = try misordered()
    let keychain = try temporary.keychain
    let query: [String: Any] = ["class": "cert", "pdmn": "ak"]
    #expect(status { try keychain.update(query, ["labl": "changed"]) } == .notAvailable)
    #expect(status { try keychain.update(query, ["v_Data": Data([2])]) } == .notAvailable)
    #expect(status { try keychain.delete(query) } == .notAvailable)
    #expect(try keychain.copyMatching(["class": "inet", "acct": "bob", "r_Data": true]) as? Data == Data([1]))
    #expect(keychain.unreadableItemCount == 0)
  }
}
