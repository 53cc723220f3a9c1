import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("bad input: names") struct NameTests {
  /// Names that something on the way might change, each another in bytes than every other.
  static let names = [
    "", " ", "a", "A", "a\u{0}b", "\u{0}", "a\u{0}", "é", "e\u{301}", "Å", "A\u{30A}", "\u{212B}", "а", "ａ",
    "a\u{200B}",
    "👩‍👩‍👧‍👦", "👩👩👧👦", "\u{FEFF}a", "a\u{FEFF}", "\u{FFFD}", "ﬁ", "fi", "\u{1100}\u{1161}", "가", "i", "İ", "ı", "\r\n", "\n",
    "a'b", "a\"b", "a%b", "*", "x'00'", "\u{10FFFF}", "\u{202E}abc",
    String(repeating: "é", count: 32_768), String(repeating: "e\u{301}", count: 21_845) + "e",
    String(repeating: "n", count: 65_534), String(repeating: "n", count: 65_535), String(repeating: "n", count: 65_536),
  ]

  @Test(arguments: ["svce", "acct"])
  func `names that differ in a byte are different items, and come back byte for byte`(code: String) throws {
    let keychain = try TemporaryKeychain()
    for (index, name) in Self.names.enumerated() {
      try keychain.keychain.add(["class": "genp", code: name, "v_Data": Data("\(index)".utf8)])
    }
    keychain.close()
    for (index, name) in Self.names.enumerated() {
      let query: [String: Any] = ["class": "genp", code: name, "r_Data": true, "r_Attributes": true]
      let found = try #require(try keychain.keychain.copyMatching(query) as? [String: Any])
      #expect((found[code] as? String)?.utf8.elementsEqual(name.utf8) == true, "name \(index)")
      #expect(found["v_Data"] as? Data == Data("\(index)".utf8), "name \(index)")
      let again = status { try keychain.keychain.add(["class": "genp", code: name]) }
      #expect(again == .duplicateItem, "name \(index)")
    }
    #expect(try keychain.keychain.itemCount() == Self.names.count)
  }

  @Test func `every name is kept in an attribute without a search term, and compared there byte for byte`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    for (index, name) in Self.names.enumerated() {
      try keychain.add(["class": "genp", "acct": "\(index)", "icmt": name])
    }
    for (index, name) in Self.names.enumerated() {
      let query: [String: Any] = ["class": "genp", "icmt": name, "r_Attributes": true, "m_Limit": "m_LimitAll"]
      let found = try #require(try keychain.copyMatching(query) as? [[String: Any]])
      #expect(found.map { $0["acct"] as? String } == ["\(index)"])
      #expect((found[0]["icmt"] as? String)?.utf8.elementsEqual(name.utf8) == true)
    }
  }

  @Test func `every name is an access group of its own`() throws {
    let groups = Self.names.filter { !$0.isEmpty && $0 != "*" }
    let keychain = try TemporaryKeychain(groups: groups)
    for (index, group) in groups.enumerated() {
      try keychain.keychain.add("mail", "ada", secret: "\(index)", group: group)
    }
    keychain.close()
    for (index, group) in groups.enumerated() {
      let caller = Caller(accessGroups: [group])
      #expect(try keychain.keychain.with(caller).itemCount() == 1, "group \(index)")
      #expect(try keychain.keychain.with(caller).secretText("mail", "ada") == "\(index)")
    }
    // In the other order, so that no cache of the process answers for a name that only looks the same.
    keychain.close()
    for (index, group) in groups.enumerated().reversed() {
      let caller = Caller(accessGroups: [group])
      #expect(try keychain.keychain.with(caller).secretText("mail", "ada") == "\(index)")
      let item = try keychain.keychain.with(caller).item(matching: .genericPassword(service: "mail", account: "ada"))
      #expect(item.accessGroup.utf8.elementsEqual(group.utf8))
    }
    #expect(try keychain.keychain.with(Caller(accessGroups: ["*"])).itemCount() == groups.count)
  }

  @Test func `a caller is refused a group that only looks like his`() throws {
    let keychain = try TemporaryKeychain(groups: ["caf\u{E9}"])
    try keychain.keychain.add("mail", "ada")
    let added = status {
      try keychain.keychain.add("mail", "eve", group: "cafe\u{301}")
    }
    #expect(added == .missingEntitlement)
    #expect("caf\u{E9}" == "cafe\u{301}", "to Swift both are one text, which is what makes the test one")
    let other = try keychain.keychain.with(Caller(accessGroups: ["cafe\u{301}"]))
    #expect(status { try other.secretText("mail", "ada") } == .itemNotFound)
    #expect(try !keychain.keychain.explain(.read, group: "cafe\u{301}").isAllowed)
  }

  @Test func `text and data of the same bytes are one name`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    let asData: [String: Any] = ["class": "genp", "svce": Data("mail".utf8), "acct": Data("ada".utf8)]
    #expect(status { try keychain.add(asData) } == .duplicateItem)
    #expect(status { try keychain.copyMatching(asData) } == .success)
  }
}
