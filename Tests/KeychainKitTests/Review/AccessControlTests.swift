import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("review: items that ask for a person") struct AccessControlTests {
  private static var query: [String: Any] { ["class": "genp", "svce": "s", "acct": "a"] }

  private func keychain(_ flags: AccessControlFlags) throws -> Keychain {
    let keychain = try Keychain.inMemory()
    let control = try AccessControl(protection: .whenUnlocked, flags: flags)
    try keychain.add(Self.query + ["accc": control, "v_Data": Data("secret".utf8)])
    return keychain
  }

  @Test(arguments: [AccessControlFlags.userPresence, .devicePasscode, .biometryAny, .companion, .biometryCurrentSet])
  func `where nobody may be asked, the answer is that interaction is not allowed`(flags: AccessControlFlags) throws {
    let keychain = try keychain(flags)
    for silent: [String: Any] in [["u_AuthUI": "u_AuthUIF"], ["u_NoAuthUI": true], ["u_AuthUI": "other"]] {
      #expect(status { try keychain.copyMatching(Self.query + silent + ["r_Data": true]) } == .interactionNotAllowed)
      #expect(status { try keychain.copyMatching(Self.query + silent) } == .interactionNotAllowed)
      #expect(status { try keychain.update(Self.query + silent, ["labl": "l"]) } == .interactionNotAllowed)
    }
    let skipping = Self.query + ["u_AuthUI": "u_AuthUIS"]
    #expect(status { try keychain.copyMatching(skipping) } == .itemNotFound)
    #expect(status { try keychain.update(skipping, [:]) } == .parameter)
    #expect(status { try keychain.delete(skipping) } == .parameter)
    #expect(status { try keychain.delete(Self.query + ["u_AuthUI": "u_AuthUIF"]) } == .success)
  }

  @Test func `a query's access control is looked at and filters nothing`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("s", "a")
    let control = try AccessControl(protection: .always, flags: .userPresence)
    #expect(status { try keychain.copyMatching(Self.query + ["accc": control]) } == .success)
    #expect(status { try keychain.copyMatching(Self.query + ["accc": control, "pdmn": "ak"]) } == .success)
    #expect(status { try keychain.update(Self.query + ["accc": control, "sync": "syna"], [:]) } == .success)
    #expect(status { try keychain.delete(Self.query + ["accc": control]) } == .success)
  }

  @Test func `the class of an access control and of an update become the item's`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("s", "a")
    let control = try AccessControl(protection: .afterFirstUnlock, flags: .privateKeyUsage)
    try keychain.update(Self.query, ["accc": control])
    var found = try #require(try keychain.copyMatching(Self.query + ["r_Attributes": true]) as? [String: Any])
    #expect(found["pdmn"] as? String == "ck")
    #expect(found["accc"] as? AccessControl == control)
    try keychain.update(Self.query, ["pdmn": "dk"])
    found = try #require(try keychain.copyMatching(Self.query + ["r_Attributes": true]) as? [String: Any])
    #expect(found["pdmn"] as? String == "dk")
    #expect((found["accc"] as? AccessControl)?.protection == .always)
    #expect(try keychain.secretText("s", "a") == "secret")
    #expect(status { try keychain.update(Self.query, ["accc": control, "pdmn": "ck"]) } == .parameter)
    #expect(status { try keychain.update(Self.query, ["accc": control, "sync": true]) } == .parameter)
    #expect(status { try keychain.update(Self.query, ["accc": control, "sync": "syna"]) } == .success)
  }

  @Test func `until the next start is a word in a query and no class of an item`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("s", "a")
    #expect(status { try keychain.copyMatching(Self.query + ["pdmn": "f"]) } == .itemNotFound)
    #expect(status { try keychain.update(Self.query + ["pdmn": "f"], [:]) } == .itemNotFound)
    #expect(status { try keychain.delete(Self.query + ["pdmn": "f"]) } == .itemNotFound)
    #expect(status { try keychain.update(Self.query, ["pdmn": "f"]) } == .parameter)
    #expect(status { try keychain.add(Self.query + ["acct": "b", "pdmn": "f"]) } == .parameter)
  }
}
