import Foundation
import KeychainSchema
import Security
import TestSupport
import Testing

@Suite("SecItem: what outlives a call") struct PersistenceTests {
  @Test func `an item is there after the keychain was opened anew`() throws {
    let items = try SecItemFixture()
    let reference = try items.addResult(
      .password("a").with([kSecValueData: Data("secret".utf8), kSecReturnPersistentRef: true]))
    items.temporary.close()
    #expect(try items.copy(.password("a").with([kSecReturnData: true])) as? Data == Data("secret".utf8))
    let found = try items.copy([kSecValuePersistentRef: reference as Any, kSecReturnAttributes: true])
    #expect((found as? [String: Any])?[kSecAttrAccount as String] as? String == "a")
  }

  @Test func `the whole of an item comes back as it was given`() throws {
    let items = try SecItemFixture()
    let given: [CFString: Any] = [
      kSecAttrLabel: "label", kSecAttrDescription: "kind", kSecAttrComment: "note", kSecAttrGeneric: Data([1, 2]),
      kSecAttrCreator: 7, kSecAttrType: 8, kSecAttrIsInvisible: true, kSecAttrIsNegative: false,
    ]
    #expect(try items.add(.password("a").with(given)) == .success)
    items.temporary.close()
    let found = try #require(try items.copy(.password("a").with([kSecReturnAttributes: true])) as? [String: Any])
    #expect(found["labl"] as? String == "label")
    #expect(found["desc"] as? String == "kind")
    #expect(found["icmt"] as? String == "note")
    #expect(found["gena"] as? Data == Data([1, 2]))
    #expect(found["crtr"] as? Int == 7)
    #expect(found["type"] as? Int == 8)
    #expect(found["invi"] as? Int == 1)
    #expect(found["nega"] as? Int == 0)
    #expect(found["cdat"] is Date)
  }
}
