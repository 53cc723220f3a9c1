import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("review: identities") struct IdentityTests {
  private let keychain: Keychain

  init() throws {
    keychain = try Keychain.inMemory(as: Caller(accessGroups: ["a", "b"]))
  }

  private func addKey(_ hash: String = "hash", _ more: [String: Any] = [:]) throws {
    try keychain.add(
      ["class": "keys", "klbl": Data(hash.utf8), "priv": 1, "labl": "key", "v_Data": Data("key".utf8)] + more)
  }

  private func addCertificate(_ hash: String = "hash", serial: UInt8 = 1, _ more: [String: Any] = [:]) throws {
    try keychain.add(
      [
        "class": "cert", "pkhh": Data(hash.utf8), "issr": Data("i".utf8), "slnr": Data([serial]), "labl": "certificate",
        "v_Data": Data("certificate".utf8),
      ] + more)
  }

  @Test func `a group narrows the key, and its certificate may lie in another`() throws {
    try addKey("hash", ["agrp": "a"])
    try addCertificate("hash", ["agrp": "b"])
    #expect(status { try keychain.copyMatching(["class": "idnt", "agrp": "a"]) } == .success)
    #expect(status { try keychain.copyMatching(["class": "idnt", "agrp": "b"]) } == .itemNotFound)
    #expect(status { try keychain.copyMatching(["class": "idnt"]) } == .success)
    let other = keychain.with(Caller(accessGroups: ["a"]))
    #expect(status { try other.copyMatching(["class": "idnt"]) } == .itemNotFound)
  }

  @Test func `only a private key makes an identity, whatever the query says`() throws {
    try addKey("hash", ["priv": 0])
    try addCertificate()
    #expect(status { try keychain.copyMatching(["class": "idnt", "priv": 0]) } == .itemNotFound)
    try addKey("hash", ["atag": "private"])
    #expect(status { try keychain.copyMatching(["class": "idnt", "priv": 0]) } == .itemNotFound)
    #expect(status { try keychain.copyMatching(["class": "idnt", "priv": 1]) } == .success)
    #expect(status { try keychain.copyMatching(["class": "idnt", "priv": true]) } == .success)
  }

  @Test func `the certificate's attributes win, its token and its bytes stand apart`() throws {
    try addKey("hash", ["tkid": "key token"])
    try addCertificate("hash", ["tkid": "certificate token"])
    let query: [String: Any] = ["class": "idnt", "r_Attributes": true, "r_Data": true]
    let found = try #require(try keychain.copyMatching(query) as? [String: Any])
    #expect(found["labl"] as? String == "certificate")
    #expect(found["pdmn"] as? String == "dk")
    #expect((found["accc"] as? AccessControl)?.protection == .always)
    #expect(found["tkid"] as? String == "key token")
    #expect(found["certtkid"] as? String == "certificate token")
    #expect(found["certdata"] as? Data == Data("certificate".utf8))
    #expect(found["v_Data"] as? Data == Data("key".utf8))
  }

  @Test func `a token filter goes to the certificate`() throws {
    try addKey("hash", ["tkid": "key token"])
    try addCertificate("hash", ["tkid": "certificate token"])
    #expect(status { try keychain.copyMatching(["class": "idnt", "tkid": "certificate token"]) } == .success)
    #expect(status { try keychain.copyMatching(["class": "idnt", "tkid": "key token"]) } == .itemNotFound)
  }

  @Test func `a deletion ends with the first class that has no match, and what went is gone`() throws {
    try addCertificate()
    #expect(status { try keychain.delete(["class": "idnt"]) } == .itemNotFound)
    #expect(try keychain.itemCount("cert") == 0)
    try addKey()
    #expect(status { try keychain.delete(["class": "idnt"]) } == .itemNotFound)
    #expect(try keychain.itemCount("keys") == 1)
  }

  @Test func `an attribute that only keys have stops a deletion at the certificates`() throws {
    try addKey()
    try addCertificate()
    let byKey: [String: Any] = ["class": "idnt", "klbl": Data("hash".utf8)]
    #expect(status { try keychain.delete(byKey) } == .noSuchAttribute)
    #expect(status { try keychain.update(byKey, [:]) } == .noSuchAttribute)
    #expect(try keychain.itemCount("cert") == 1)
    #expect(try keychain.itemCount("keys") == 1)
    let byCertificate: [String: Any] = ["class": "idnt", "pkhh": Data("hash".utf8)]
    #expect(status { try keychain.delete(byCertificate) } == .noSuchAttribute)
    #expect(try keychain.itemCount("cert") == 0)
    #expect(try keychain.itemCount("keys") == 1)
  }

  @Test func `a changed attribute must be one of the class that is being changed`() throws {
    try addKey()
    try addCertificate()
    #expect(status { try keychain.update(["class": "idnt"], ["labl": "both"]) } == .success)
    #expect(status { try keychain.update(["class": "idnt"], ["atag": "of keys"]) } == .noSuchAttribute)
    #expect(status { try keychain.update(["class": "idnt"], ["subj": Data([1])]) } == .noSuchAttribute)
    let certificate = try keychain.copyMatching(["class": "cert", "r_Attributes": true]) as? [String: Any]
    #expect(certificate?["atag"] == nil)
    let key = try keychain.copyMatching(["class": "keys", "r_Attributes": true]) as? [String: Any]
    #expect(key?["subj"] == nil)
    #expect(key?["labl"] as? String == "both")
  }

  @Test func `a reference to an identity deletes the certificate, and the key when it was its last`() throws {
    try addKey()
    try addCertificate("hash", serial: 1)
    try addCertificate("hash", serial: 2)
    let query: [String: Any] = ["class": "idnt", "r_PersistentRef": true, "m_Limit": "m_LimitAll"]
    let references = try #require(try keychain.copyMatching(query) as? [Data])
    #expect(references.count == 2)
    #expect(status { try keychain.delete(["v_PersistentRef": references[0]]) } == .success)
    #expect(try keychain.itemCount("cert") == 1)
    #expect(try keychain.itemCount("keys") == 1)
    #expect(status { try keychain.delete(["v_PersistentRef": references[1]]) } == .success)
    #expect(try keychain.itemCount("cert") == 0)
    #expect(try keychain.itemCount("keys") == 0)
    #expect(status { try keychain.delete(["v_PersistentRef": references[1]]) } == .itemNotFound)
  }
}
