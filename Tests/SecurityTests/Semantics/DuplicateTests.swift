import Foundation
import KeychainSchema
import Security
import Testing

@Suite("SecItem: duplicates") struct DuplicateTests {
  private static let internetPassword: [String: String] = [
    "acct": "a", "sdmn": "d", "srvr": "h", "ptcl": "1", "atyp": "t", "port": "80", "path": "/",
  ]

  private func internetItem(changing code: String? = nil) -> [CFString: Any] {
    var item: [CFString: Any] = [kSecClass: kSecClassInternetPassword, kSecValueData: Data("secret".utf8)]
    for (key, value) in Self.internetPassword { item[key as CFString] = key == code ? "2" : value }
    return item
  }

  @Test(arguments: ["acct", "svce"]) func `each part of a generic password's identity makes another item`(
    code: String
  ) throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a")) == .success)
    #expect(try items.add(.password("a")) == .duplicateItem)
    #expect(try items.add(.password("a").with([code as CFString: "other"])) == .success)
  }

  @Test(arguments: internetPassword.keys.sorted()) func `each part of an internet password's identity makes another`(
    code: String
  ) throws {
    let items = try SecItemFixture()
    #expect(try items.add(internetItem()) == .success)
    #expect(try items.add(internetItem()) == .duplicateItem)
    #expect(try items.add(internetItem(changing: code)) == .success)
  }

  @Test(arguments: ["labl", "gena", "icmt", "desc"]) func `what describes an item makes no other`(code: String) throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a")) == .success)
    #expect(try items.add(.password("a").with([code as CFString: "other"])) == .duplicateItem)
  }

  @Test func `text and data of the same bytes are one value, and the first one's type stays`() throws {
    let items = try SecItemFixture()
    let data = Data("a".utf8)
    #expect(try items.add(.password("a").with([kSecAttrAccount: data])) == .success)
    #expect(try items.add(.password("a")) == .duplicateItem)
    let found = try items.copy(.password("a").with([kSecReturnAttributes: true])) as? [String: Any]
    #expect(found?[kSecAttrAccount as String] as? Data == data)
    #expect(found?[kSecAttrService as String] as? String == "s")
  }

  @Test func `nothing given is empty text, so that two bare adds collide`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(.passwords) == .success)
    #expect(try items.add(.passwords) == .duplicateItem)
    #expect(try items.add(.password("", service: "")) == .duplicateItem)
  }

  @Test func `a duplicate leaves the item as it was`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a").with([kSecValueData: Data("first".utf8)])) == .success)
    #expect(try items.add(.password("a").with([kSecValueData: Data("second".utf8)])) == .duplicateItem)
    #expect(try items.copy(.password("a").with([kSecReturnData: true])) as? Data == Data("first".utf8))
  }

  @Test func `the same account in another access group is another item`() throws {
    let items = try SecItemFixture(groups: ["team.a", "team.b"])
    #expect(try items.add(.password("a")) == .success)
    #expect(try items.add(.password("a").with([kSecAttrAccessGroup: "team.a"])) == .duplicateItem)
    #expect(try items.add(.password("a").with([kSecAttrAccessGroup: "team.b"])) == .success)
    #expect(try items.accounts(.passwords) == ["a", "a"])
    #expect(try items.accounts(.passwords.with([kSecAttrAccessGroup: "team.b"])) == ["a"])
  }

  @Test func `an update into the place of another item changes nothing at all`() throws {
    let items = try SecItemFixture()
    for account in ["a", "b", "c"] {
      #expect(try items.add(.password(account).with([kSecAttrLabel: "old"])) == .success)
    }
    let changes: [CFString: Any] = [kSecAttrAccount: "d", kSecAttrLabel: "new"]
    // The first of the three takes the place, the second finds it taken, and the first goes back.
    #expect(try items.update(.passwords, changes) == .duplicateItem)
    #expect(try items.update(.password("a"), [kSecAttrAccount: "b"]) == .duplicateItem)
    #expect(try items.accounts(.passwords.with([kSecAttrLabel: "old"])) == ["a", "b", "c"])
  }
}
