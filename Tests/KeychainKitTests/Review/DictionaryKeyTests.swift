import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("review: keys of dictionaries") struct DictionaryKeyTests {
  private static var query: [String: Any] { ["class": "genp", "svce": "mail", "acct": "ada"] }

  @Test(arguments: ["f", "m", "c", "r", "u", "v", "x", ""])
  func `a key of one letter or none is no key of a query`(key: String) throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    let query = Self.query + [key: "a"]
    #expect(status { try keychain.add(query) } == .parameter)
    #expect(status { try keychain.copyMatching(query) } == .parameter)
    #expect(status { try keychain.update(query, [:]) } == .parameter)
    #expect(status { try keychain.delete(query) } == .parameter)
  }

  /// Letters count, not bytes.
  @Test(arguments: [("étag", Status.noSuchAttribute), ("é12", .parameter), ("日本", .parameter), ("fée", .success)])
  func `an attribute's key has four characters, whatever their bytes`(key: String, expected: Status) throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    #expect(status { try keychain.copyMatching(Self.query + [key: "a"]) } == expected)
  }

  @Test(arguments: ["foreign", "nleg", "m_Unknown"])
  func `a value that cannot be handed over is a wrong parameter under an ignored key too`(key: String) throws {
    struct Foreign {}
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    #expect(status { try keychain.copyMatching(Self.query + [key: Foreign()]) } == .parameter)
    #expect(status { try keychain.copyMatching(Self.query + [key: [Foreign()]]) } == .parameter)
    #expect(status { try keychain.copyMatching(Self.query + [key: ["a": [Foreign()]]]) } == .parameter)
    #expect(
      status { try keychain.copyMatching(Self.query + [key: ["a": ["b", 1, true, Date(), NSNull()]]]) } == .success)
  }

  @Test(arguments: ["foreign", "nleg", "m_Unknown", "m_ItemList", "u_OpPrompt"])
  func `a fraction anywhere cannot be handed over`(key: String) throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    for value: Any in [0.5, Float(0.5), NSNumber(value: 0.5), [[0.5]], ["a": [0.5]], NSSet(object: 0.5)] {
      #expect(status { try keychain.copyMatching(Self.query + [key: value]) } == .decode)
    }
  }

  @Test func `an update ignores a reference, and still looks at its type`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    for value: Any in [Data(), Data(count: 16), UUID(), NSNull()] {
      #expect(status { try keychain.update(Self.query, ["persistref": value]) } == .success)
    }
    for value: Any in [Data(count: 20), 1, "text", true, Date()] {
      #expect(status { try keychain.update(Self.query, ["persistref": value]) } == .parameter)
    }
  }

  @Test(arguments: ["u_AuthUIS", "u_AuthUIA"])
  func `of two words on authentication the newer counts, whichever comes first`(word: String) throws {
    let keychain = try Keychain.inMemory()
    let expected: Status = word == "u_AuthUIS" ? .parameter : .itemNotFound
    // Dictionaries of many sizes, so that both orders of iteration occur.
    for count in 0..<64 {
      var query = Self.query + ["u_AuthUI": word, "u_NoAuthUI": true]
      for index in 0..<count { query["f-ignored-\(index)"] = 1 }
      #expect(status { try keychain.delete(query) } == expected)
    }
  }
}
