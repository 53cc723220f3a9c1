import Foundation
import KeychainSchema
import Security
import Testing

/// What a call gives back for one combination of the four return keys.
struct ReturnRow: Sendable, CustomTestStringConvertible {
  /// What the result is.
  enum Shape: Sendable {
    case nothing
    case data
    case persistentReference
    /// Keys that must be there and keys that must not.
    case dictionary(has: Set<String>, hasNot: Set<String>)
  }

  let keys: [String]
  /// Of a copy with limit one, and of every element of one with limit all.
  let copied: Shape
  /// Of an add.
  let added: Shape

  var testDescription: String { keys.isEmpty ? "none" : keys.joined(separator: " + ") }

  private static let (data, attributes) = ("r_Data", "r_Attributes")
  private static let (reference, persistent) = ("r_Ref", "r_PersistentRef")
  private static func dictionary(_ has: Set<String>) -> Shape {
    .dictionary(has: has, hasNot: all.subtracting(has))
  }
  /// One key of each kind that a result may have.
  private static let all: Set = ["acct", "class", "v_Data", "v_PersistentRef", "v_Ref"]

  // swift-format-ignore
  static let rows: [ReturnRow] = [
    ReturnRow(keys: [],                                        copied: .nothing, added: .nothing),
    ReturnRow(keys: [data],                                    copied: .data, added: .data),
    ReturnRow(keys: [attributes],                              copied: dictionary(["acct"]), added: dictionary(["acct"])),
    ReturnRow(keys: [persistent],                              copied: .persistentReference, added: .persistentReference),
    ReturnRow(keys: [reference],                               copied: .nothing, added: .nothing),
    ReturnRow(keys: [data, attributes],                        copied: dictionary(["acct", "v_Data"]), added: dictionary(["acct", "v_Data"])),
    ReturnRow(keys: [data, persistent],                        copied: dictionary(["acct", "v_Data", "v_PersistentRef"]), added: dictionary(["v_Data", "v_PersistentRef"])),
    ReturnRow(keys: [attributes, persistent],                  copied: dictionary(["acct", "v_PersistentRef"]), added: dictionary(["acct", "v_PersistentRef"])),
    ReturnRow(keys: [data, attributes, persistent],            copied: dictionary(["acct", "v_Data", "v_PersistentRef"]), added: dictionary(["acct", "v_Data", "v_PersistentRef"])),
    ReturnRow(keys: [reference, attributes],                   copied: dictionary(["acct", "class"]), added: dictionary(["acct", "class"])),
    ReturnRow(keys: [reference, data],                         copied: dictionary(["acct", "class", "v_Data"]), added: dictionary(["class", "v_Data"])),
    ReturnRow(keys: [reference, persistent],                   copied: dictionary(["class", "v_PersistentRef"]), added: dictionary(["class", "v_PersistentRef"])),
    ReturnRow(keys: [reference, data, attributes],             copied: dictionary(["acct", "class", "v_Data"]), added: dictionary(["acct", "class", "v_Data"])),
    ReturnRow(keys: [reference, data, persistent],             copied: dictionary(["acct", "class", "v_Data", "v_PersistentRef"]), added: dictionary(["class", "v_Data", "v_PersistentRef"])),
    ReturnRow(keys: [reference, attributes, persistent],       copied: dictionary(["acct", "class", "v_PersistentRef"]), added: dictionary(["acct", "class", "v_PersistentRef"])),
    ReturnRow(keys: [reference, data, attributes, persistent], copied: dictionary(["acct", "class", "v_Data", "v_PersistentRef"]), added: dictionary(["acct", "class", "v_Data", "v_PersistentRef"])),
  ]

  func applied(to query: [CFString: Any]) -> [CFString: Any] {
    query.merging(keys.map { ($0 as CFString, true as Any) }) { $1 }
  }
}

@Suite("SecItem: what the return keys give") struct ReturnCombinationTests {
  private static let secret = Data("secret".utf8)
  private static var item: [CFString: Any] { .password("a").with([kSecValueData: secret]) }

  private func check(_ result: Any?, _ shape: ReturnRow.Shape) {
    switch shape {
    case .nothing: #expect(result == nil)
    case .data: #expect(result as? Data == Self.secret)
    case .persistentReference: #expect((result as? Data)?.count == 20)
    case .dictionary(let has, let hasNot):
      let keys = Set((result as? [String: Any])?.keys.map { $0 } ?? [])
      #expect(keys.isSuperset(of: has), "missing \(has.subtracting(keys))")
      #expect(keys.isDisjoint(with: hasNot), "too many: \(hasNot.intersection(keys))")
      #expect((result as? [String: Any])?["v_Data"] as? Data == (has.contains("v_Data") ? Self.secret : nil))
    }
  }

  @Test(arguments: ReturnRow.rows) func `a copy of one gives the shape of its keys`(row: ReturnRow) throws {
    let items = try SecItemFixture()
    #expect(try items.add(Self.item) == .success)
    check(try items.copy(row.applied(to: .password("a"))), row.copied)
  }

  @Test(arguments: ReturnRow.rows) func `a copy of all gives an array of that shape`(row: ReturnRow) throws {
    let items = try SecItemFixture()
    #expect(try items.add(Self.item) == .success)
    #expect(try items.add(.password("b").with([kSecValueData: Self.secret])) == .success)
    let query = row.applied(to: .passwords.with([kSecMatchLimit: kSecMatchLimitAll]))
    let found = try #require(try items.copy(query) as? [Any])
    if case .nothing = row.copied {
      #expect(found.isEmpty)
    } else {
      #expect(found.count == 2)
    }
    for element in found { check(element, row.copied) }
  }

  @Test(arguments: ReturnRow.rows) func `an add gives the shape of its keys`(row: ReturnRow) throws {
    let items = try SecItemFixture()
    check(try items.addResult(row.applied(to: Self.item)), row.added)
  }

  @Test(arguments: ReturnRow.rows) func `without a pointer the result is dropped and the call succeeds`(
    row: ReturnRow
  ) throws {
    let items = try SecItemFixture()
    #expect(try items.add(row.applied(to: Self.item)) == .success)
    #expect(try items.status(of: row.applied(to: .password("a"))) == .success)
  }

  @Test func `an item without a secret has nothing to give, and is left out of an array`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a")) == .success)
    #expect(try items.add(.password("b").with([kSecValueData: Self.secret])) == .success)
    #expect(try items.copy(.password("a").with([kSecReturnData: true])) == nil)
    let all = [CFString: Any].passwords.with([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll])
    #expect(try items.copy(all) as? [Data] == [Self.secret])
    let both: [CFString: Any] = [kSecReturnData: true, kSecReturnAttributes: true]
    let found = try #require(try items.copy(.password("a").with(both)) as? [String: Any])
    #expect(found["v_Data"] == nil)
  }

  @Test func `an empty secret is kept and given back as empty data`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a").with([kSecValueData: Data()])) == .success)
    #expect(try items.copy(.password("a").with([kSecReturnData: true])) as? Data == Data())
  }

  @Test(arguments: ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"])
  func `a return key is a boolean and nothing else`(key: String) throws {
    let items = try SecItemFixture()
    #expect(try items.add(Self.item) == .success)
    let wrong: [Any] = [1, 0, "true", Data([1]), NSNull(), Date()]
    for value in wrong {
      #expect(try items.status(of: .password("a").with([key as CFString: value])) == .parameter, "\(value)")
    }
    #expect(try items.copy(.password("a").with([key as CFString: false])) == nil)
    let query = [CFString: Any].password("a").with([key as CFString: true])
    #expect(try items.update(query, [kSecAttrLabel: "x"]) == .success)
    try items.run(dialect: .iOS) {
      #expect(SecItemUpdate(query as CFDictionary, [kSecAttrLabel: "y"] as CFDictionary) == errSecParam)
    }
    #expect(try items.delete(.password("a").with([key as CFString: true])) == .success)
  }
}
