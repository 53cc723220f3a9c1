import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("certificates: match keys") struct CertificateMatchTests {
  private let keychain: Keychain

  init() throws {
    keychain = try Keychain.inMemory()
  }

  private func add(_ label: String, _ certificate: HandMadeCertificate, _ more: [String: Any] = [:]) throws {
    try keychain.add(
      [
        "class": "cert", "labl": label, "issr": Data(certificate.issuer), "subj": Data(certificate.subject),
        "slnr": Data(label.utf8), "pkhh": Data(label.utf8), "v_Data": Data(certificate.bytes),
      ] + more)
  }

  private func labels(_ query: [String: Any], of itemClass: String = "cert") throws -> Set<String> {
    let all: [String: Any] = ["class": itemClass, "m_Limit": "m_LimitAll", "r_Attributes": true]
    do throws(KeychainError) {
      let found = try keychain.copyMatching(all + query) as? [[String: Any]] ?? []
      return Set(found.compactMap { $0["labl"] as? String })
    } catch {
      guard case .itemNotFound = error else { throw error }
      return []
    }
  }

  private static func certificate(_ subject: String, by issuer: String) -> HandMadeCertificate {
    HandMadeCertificate(issuer: HandMadeCertificate.name(issuer), subject: HandMadeCertificate.name(subject))
  }

  private static func issuers(_ names: String...) -> [String: Any] {
    ["m_Issuers": names.map { Data(HandMadeCertificate.name($0)) }]
  }

  @Test func `an issuer is found anywhere up the chain of stored certificates`() throws {
    try add("root", Self.certificate("Root", by: "Root"))
    try add("middle", Self.certificate("Middle", by: "Root"))
    try add("leaf", Self.certificate("Leaf", by: "Middle"))
    try add("other", Self.certificate("Other", by: "Elsewhere"))
    #expect(try labels(Self.issuers("Middle")) == ["leaf"])
    #expect(try labels(Self.issuers("Root")) == ["root", "middle", "leaf"])
    #expect(try labels(Self.issuers("Elsewhere", "Middle")) == ["leaf", "other"])
    #expect(try labels(Self.issuers("Nobody")) == [])
    #expect(try labels(["m_Issuers": [Data("no name".utf8)]]) == ["root", "middle", "leaf", "other"])
    try keychain.delete(["class": "cert", "labl": "middle"])
    #expect(try labels(Self.issuers("Root")) == ["root"])
  }

  @Test func `ten issuers are followed, and a circle ends`() throws {
    for level in 1...12 { try add("\(level)", Self.certificate("\(level)", by: "\(level - 1)")) }
    #expect(try labels(Self.issuers("0")) == Set((1...10).map(String.init)))
    try add("a", Self.certificate("a", by: "b"))
    try add("b", Self.certificate("b", by: "a"))
    #expect(try labels(Self.issuers("nobody")) == [])
    #expect(try labels(Self.issuers("a")) == ["a", "b"])
  }

  @Test func `where the attribute is empty the bytes name the issuer`() throws {
    try add("leaf", Self.certificate("Leaf", by: "Root"), ["issr": Data()])
    #expect(try labels(Self.issuers("Root")) == ["leaf"])
  }

  @Test func `an address matches whole, whatever the size of its letters, and wherever it stands`() throws {
    var certificate = HandMadeCertificate()
    certificate.subjectAddress = (0x16, "Ada@Example.org")
    try add("subject", certificate)
    certificate.subjectAddress = nil
    certificate.alternativeAddresses = ["first@example.org", "ADA@example.ORG"]
    try add("alternative", certificate)
    try add("none", HandMadeCertificate())
    try add("broken", HandMadeCertificate(), ["v_Data": Data("no certificate ada@example.org".utf8)])
    try keychain.add(["class": "cert", "labl": "empty"])
    #expect(try labels(["m_EmailAddressIfPresent": "ada@example.org"]) == ["subject", "alternative"])
    #expect(try labels(["m_EmailAddressIfPresent": "first@example.org"]) == ["alternative"])
    #expect(try labels(["m_EmailAddressIfPresent": "example.org"]) == [])
    #expect(try labels(["m_EmailAddressIfPresent": ""]) == [])
    #expect(try labels(["m_EmailAddressIfPresent": "ada.example"]) == [])
  }

  @Test func `a filter is applied before the limit, and asks for no secret in the result`() throws {
    for index in 0..<5 { try add("none \(index)", HandMadeCertificate()) }
    try add("hit", HandMadeCertificate(alternativeAddresses: ["ada@example.org"]))
    let query: [String: Any] = ["class": "cert", "m_EmailAddressIfPresent": "ada@example.org"]
    let one = try #require(try keychain.copyMatching(query + ["r_Attributes": true]) as? [String: Any])
    #expect(one["labl"] as? String == "hit")
    #expect(one["v_Data"] == nil)
    #expect((try keychain.copyMatching(query + ["r_PersistentRef": true]) as? Data)?.count == 20)
    #expect((try keychain.copyMatching(query + ["m_Limit": 2, "r_Data": true]) as? [Data])?.count == 1)
    #expect(
      status { try keychain.copyMatching(query + ["m_EmailAddressIfPresent": "bob@example.org"]) } == .itemNotFound)
  }

  @Test func `a date must lie within the validity, its ends included`() throws {
    try add("present", HandMadeCertificate(validUntil: HandMadeCertificate.time("20990101000000Z")))
    try add("past", HandMadeCertificate(validUntil: HandMadeCertificate.time("240101000001Z")))
    try add("broken", HandMadeCertificate(), ["v_Data": Data([1, 2, 3])])
    func labels(at text: String) throws -> Set<String> {
      let date = try #require(ISO8601DateFormatter().date(from: text))
      return try self.labels(["m_ValidOnDate": date])
    }
    #expect(try labels(at: "2023-12-31T23:59:59Z") == [])
    #expect(try labels(at: "2024-01-01T00:00:00Z") == ["present", "past"])
    #expect(try labels(at: "2024-01-01T00:00:01Z") == ["present", "past"])
    #expect(try labels(at: "2024-01-01T00:00:02Z") == ["present"])
    #expect(try self.labels(["m_ValidOnDate": NSNull()]) == ["present"])
    let never = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(status { try self.labels(["m_ValidOnDate": never]) } == .parameter)
  }

  @Test func `an identity is filtered by its certificate`() throws {
    for label in ["hit", "miss"] {
      try keychain.add(["class": "keys", "klbl": Data(label.utf8), "priv": 1, "v_Data": Data("key".utf8)])
    }
    try add("miss", HandMadeCertificate())
    try add("hit", HandMadeCertificate(alternativeAddresses: ["ada@example.org"]))
    #expect(try labels(["m_EmailAddressIfPresent": "ada@example.org"], of: "idnt") == ["hit"])
    #expect(try labels(Self.issuers("Root"), of: "idnt") == ["hit", "miss"])
    #expect(try labels(Self.issuers("Nobody"), of: "idnt") == [])
    let query: [String: Any] = ["class": "idnt", "m_EmailAddressIfPresent": "ada@example.org", "r_Attributes": true]
    #expect((try keychain.copyMatching(query) as? [String: Any])?["labl"] as? String == "hit")
  }

  @Test(arguments: ["cert", "idnt"])
  func `trust cannot be judged`(itemClass: String) throws {
    try add("any", HandMadeCertificate())
    #expect(status { try keychain.copyMatching(["class": itemClass, "m_TrustedOnly": true]) } == .unimplemented)
    let expected: Status = itemClass == "cert" ? .success : .itemNotFound
    #expect(status { try keychain.copyMatching(["class": itemClass, "m_TrustedOnly": false]) } == expected)
  }

  @Test func `passwords and keys pass what only certificates are asked`() throws {
    try keychain.add("mail", "ada")
    for filter: [String: Any] in [
      ["m_TrustedOnly": true], ["m_ValidOnDate": NSNull()], ["m_EmailAddressIfPresent": "a@b"], ["m_Issuers": []],
      ["m_Issuers": [Data("no name".utf8)]],
    ] {
      #expect(status { try keychain.copyMatching(["class": "genp"] + filter) } == .success)
    }
    #expect(status { try keychain.copyMatching(["class": "genp"] + Self.issuers("Root")) } == .unimplemented)
    #expect(status { try keychain.copyMatching(["class": "keys"] + Self.issuers("Root")) } == .unimplemented)
  }

  @Test func `a locked certificate whose bytes would decide says that it is locked`() throws {
    let temporary = try TemporaryKeychain(passphrase: "one")
    let keychain = try temporary.keychain
    let certificate = HandMadeCertificate(alternativeAddresses: ["ada@example.org"])
    try keychain.add(["class": "cert", "pdmn": "ak", "v_Data": Data(certificate.bytes)])
    try keychain.lock()
    let query: [String: Any] = ["class": "cert", "m_EmailAddressIfPresent": "ada@example.org"]
    #expect(status { try keychain.copyMatching(query) } == .interactionNotAllowed)
  }
}
