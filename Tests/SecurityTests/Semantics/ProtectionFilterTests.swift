import Foundation
import KeychainPolicy
import KeychainSchema
import Security
import TestSupport
import Testing

@Suite("SecItem: protection classes") struct ProtectionFilterTests {
  /// The values of `kSecAttrAccessible`, by the texts of their constants.
  private static let codes = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

  @Test(arguments: codes) func `a query that names a class finds its items and no others`(code: String) throws {
    let items = try SecItemFixture(passphrase: TestPassphrase.text)
    for code in Self.codes {
      #expect(try items.add(.password(code).with([kSecAttrAccessible: code])) == .success)
    }
    let query = [CFString: Any].passwords.with([kSecAttrAccessible: code])
    #expect(try items.accounts(query) == [code])
    #expect(try items.update(query, [kSecAttrLabel: "found"]) == .success)
    #expect(try items.accounts(.passwords.with([kSecAttrLabel: "found"])) == [code])
    #expect(try items.delete(query) == .success)
    #expect(try items.accounts(.passwords) == Self.codes.filter { $0 != code }.sorted())
  }

  @Test(arguments: codes) func `an item keeps its class and gives it back`(code: String) throws {
    let items = try SecItemFixture(passphrase: TestPassphrase.text)
    #expect(try items.add(.password("a").with([kSecAttrAccessible: code])) == .success)
    let found = try items.copy(.password("a").with([kSecReturnAttributes: true])) as? [String: Any]
    #expect(found?[kSecAttrAccessible as String] as? String == code)
    #expect((found?[kSecAttrAccessControl as String] as? SecAccessControl)?.value.protection.code == code)
  }

  @Test func `the class is not part of what makes an item unique`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a").with([kSecAttrAccessible: kSecAttrAccessibleAlways])) == .success)
    #expect(try items.add(.password("a").with([kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked])) == .duplicateItem)
  }

  @Test func `a word that is no class is refused, not unmatched`() throws {
    let items = try SecItemFixture()
    #expect(try items.status(of: .passwords.with([kSecAttrAccessible: "whenever"])) == .parameter)
    #expect(try items.add(.password("a").with([kSecAttrAccessible: "whenever"])) == .parameter)
    #expect(try items.accounts(.passwords) == [])
  }

  @Test func `an item bound to this device cannot be synchronizable`() throws {
    let items = try SecItemFixture()
    let both: [CFString: Any] = [
      kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecAttrSynchronizable: true,
    ]
    #expect(try items.add(.password("a").with(both)) == .parameter)
    #expect(try items.add(.password("a").with([kSecAttrSynchronizable: true])) == .success)
    #expect(
      try items.update(
        .password("a").with([kSecAttrSynchronizable: true]),
        [kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly]) == .parameter)
  }
}
