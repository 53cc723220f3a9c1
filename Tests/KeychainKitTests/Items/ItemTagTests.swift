import KeychainCrypto
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainKit

@Suite("tags: all of an item at once") struct ItemTagTests {
  private static func value(_ random: inout SeededRandom) -> AttributeValue {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .text(String(repeating: "é", count: Int.random(in: 0...30, using: &random)))
    case 1: .data((0..<Int.random(in: 0...30, using: &random)).map { UInt8($0) })
    case 2: .number(Int64.random(in: .min ... .max, using: &random))
    case 3: .date(Double.random(in: -1_000...1_000, using: &random))
    case 4: .boolean(Bool.random(using: &random))
    default: .null
    }
  }

  @Test(arguments: ItemClass.allCases)
  func `they are the tags that each gives by itself`(itemClass: ItemClass) throws {
    let keyring = try TemporaryKeychain().keychain.store.keyring
    var random = SeededRandom(seed: 41)
    for _ in 0..<200 {
      var attributes = AttributeSet()
      for attribute in Attribute.allCases where Int.random(in: 0..<4, using: &random) > 0 {
        attributes[attribute] = Self.value(&random)
      }
      let group = attributes.text(.accessGroup) ?? ""
      let tags = try keyring.identityAndTerms(of: itemClass, group: group, attributes: attributes)
      #expect(try tags.identity == keyring.identity(of: itemClass, attributes: attributes))
      for (place, shape) in zip(0..., [0, 1, 2, 3, 4].map { itemClass.termShapes[$0] }) {
        let term = try keyring.term(shape, of: itemClass, group: group, attributes: attributes)
        #expect(tags.terms[place] == term, "term \(place + 1)")
      }
    }
  }
}
