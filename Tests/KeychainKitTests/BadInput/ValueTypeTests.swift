import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("bad input: types of values") struct ValueTypeTests {
  /// Values of every type that a dictionary may hold, by name.
  private static var values: [(name: String, value: Any)] {
    [
      ("text", "1"), ("data", Data(count: 16)), ("number", 1), ("boolean", true), ("date", Date()), ("uuid", UUID()),
      ("null", NSNull()), ("array", ["a"]), ("dictionary", ["a": 1]),
    ]
  }

  /// What an attribute of a kind takes; for everything else the call is wrong.
  private static func accepted(_ kind: AttributeKind) -> Set<String> {
    switch kind {
    case .blob, .data: ["text", "data", "number"]
    case .string: ["text", "data", "uuid"]
    case .number, .sync, .tombstone: ["text", "number", "boolean"]
    case .date: ["date"]
    case .uuid: ["uuid", "data", "null"]
    // A protection class is one of a few words, a digest has 20 bytes, an access control is a value of its own.
    case .access, .digest, .accessControl: []
    }
  }

  @Test func `an attribute takes the types of its kind and no other`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    for entry in AttributeTable.entries where entry.row.privilege == nil && entry.attribute != .accessGroup {
      let itemClass = try #require(ItemClass.allCases.first { entry.attribute.belongs(to: $0) })
      for (name, value) in Self.values {
        let query: [String: Any] = ["class": itemClass.code.text, entry.key: value]
        let copied = status { try keychain.copyMatching(query) }
        let expected: Status = Self.accepted(entry.row.kind).contains(name) ? .itemNotFound : .parameter
        #expect(copied == expected, "\(entry.key) as \(name)")
        if expected == .parameter {
          #expect(status { try keychain.add(query) } == .parameter, "\(entry.key) as \(name)")
          let updated = status {
            try keychain.update(["class": itemClass.code.text], [entry.key: value])
          }
          #expect(updated == .parameter, "\(entry.key) as \(name)")
        }
      }
    }
    #expect(try keychain.itemCount() == 0)
  }

  @Test func `a group that is no text is refused by the call's own rule`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    let asData: [String: Any] = ["class": "genp", "agrp": Data("team.a".utf8)]
    let asNumber: [String: Any] = ["class": "genp", "agrp": 7]
    #expect(status { try keychain.add(asNumber) } == .parameter)
    #expect(status { try keychain.copyMatching(asNumber) } == .parameter)
    #expect(status { try keychain.update(asNumber, [:]) } == .missingEntitlement)
    #expect(status { try keychain.delete(asNumber) } == .missingEntitlement)
    #expect(status { try keychain.add(asData) } == .missingEntitlement)
    #expect(status { try keychain.copyMatching(asData) } == .success)
    #expect(status { try keychain.update(asData, [:]) } == .missingEntitlement)
    #expect(status { try keychain.delete(asData) } == .missingEntitlement)
  }
}
