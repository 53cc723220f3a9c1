import Foundation
import KeychainKit
import TestSupport
import Testing

/// Dictionaries of items with the same attributes share how their keys are laid out.
@Suite("results: keys and values of dictionaries") struct ResultKeyTests {
  /// Attributes that an item may be without; every set of them is another kind of item.
  private static let optional = ["labl", "icmt", "desc", "gena"]

  private static func attributes(_ number: Int) -> [String: Any] {
    var attributes: [String: Any] = [:]
    for (bit, key) in optional.enumerated() where number >> bit & 1 == 1 {
      attributes[key] = key == "gena" ? Data("\(key) \(number)".utf8) : "\(key) \(number)"
    }
    return attributes
  }

  @Test(arguments: [["r_Attributes"], ["r_Attributes", "r_Data"], ["r_Attributes", "r_PersistentRef"]])
  func `an item has its own attributes and no others', whatever was returned before it`(keys: [String]) throws {
    let keychain = try Keychain.inMemory()
    let numbers = 0..<1 << Self.optional.count
    for number in numbers {
      let item: [String: Any] = ["class": "genp", "svce": "mail", "acct": "\(number)"]
      let secret: [String: Any] = number.isMultiple(of: 3) ? [:] : ["v_Data": Data("secret \(number)".utf8)]
      try keychain.add(item + Self.attributes(number) + secret)
    }
    var query: [String: Any] = ["class": "genp", "svce": "mail", "m_Limit": "m_LimitAll"]
    for key in keys { query[key] = true }
    for _ in 0..<2 {
      let items = try #require(try keychain.copyMatching(query) as? [[String: Any]])
      #expect(items.count == numbers.count)
      for item in items {
        let number = try #require((item["acct"] as? String).flatMap { Int($0) })
        let expected = Self.attributes(number)
        for key in Self.optional {
          #expect(item[key] as? String == expected[key] as? String, "\(key) of \(number)")
          #expect(item[key] as? Data == expected[key] as? Data, "\(key) of \(number)")
        }
        let hasSecret = keys.contains("r_Data") && !number.isMultiple(of: 3)
        #expect(item["v_Data"] as? Data == (hasSecret ? Data("secret \(number)".utf8) : nil))
        #expect((item["v_PersistentRef"] != nil) == keys.contains("r_PersistentRef"))
        #expect(item["accc"] is AccessControl)
      }
    }
  }
}
