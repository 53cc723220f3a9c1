import Foundation
import KeychainSchema
import Security
import Testing

/// Wrappers in the style of Apple's sample keep the attributes that a copy gave, and hand them back.
@Suite("SecItem: attributes that a copy gave are a query, an update and an add") struct RoundTripTests {
  private func fixture(_ more: [CFString: Any] = [:]) throws -> (SecItemFixture, [CFString: Any]) {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a").with([kSecValueData: Data("old".utf8)]).with(more)) == .success)
    let found = try #require(try items.copy(.password("a").with([kSecReturnAttributes: true])) as? [CFString: Any])
    return (items, found.with([kSecClass: kSecClassGenericPassword]))
  }

  @Test func `they find the item`() throws {
    let (items, found) = try fixture()
    #expect(try items.copy(found.with([kSecReturnData: true])) as? Data == Data("old".utf8))
  }

  @Test func `they are the query of an update`() throws {
    let (items, found) = try fixture([kSecAttrLabel: "label", kSecAttrComment: "note"])
    #expect(try items.update(found, [kSecValueData: Data("new".utf8)]) == .success)
    #expect(try items.copy(.password("a").with([kSecReturnData: true])) as? Data == Data("new".utf8))
  }

  @Test func `they are the query of a delete, and make the item again`() throws {
    let (items, found) = try fixture([kSecAttrLabel: "label", kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
    #expect(try items.delete(found) == .success)
    #expect(try items.accounts(.passwords) == [])
    #expect(try items.add(found.with([kSecValueData: Data("new".utf8)])) == .success)
    let again = try items.copy(.password("a").with([kSecReturnAttributes: true])) as? [String: Any]
    #expect(again?["labl"] as? String == "label")
    #expect(again?["pdmn"] as? String == kSecAttrAccessibleAfterFirstUnlock as String)
  }

  @Test func `an access control of the item's own goes with no protection class beside it`() throws {
    let made = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil)
    let control = try #require(made)
    let (items, found) = try fixture([kSecAttrAccessControl: control])
    #expect(try items.delete(.password("a")) == .success)
    #expect(try items.add(found) == .parameter)
    #expect(try items.add(found.filter { $0.key != kSecAttrAccessible }) == .success)
  }

  @Test func `a system-bound item stays privileged, and one that is not needs no privilege to say so`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a").with([kSecAttrSysBound: 1])) == .missingEntitlement)
    #expect(try items.add(.password("a").with([kSecAttrSysBound: 0])) == .success)
    #expect(try items.update(.password("a"), [kSecAttrSysBound: 2]) == .missingEntitlement)
    #expect(try items.update(.password("a"), [kSecAttrSysBound: 0]) == .success)
  }
}
