import Foundation
import KeychainKit
import KeychainSchema
import Security
import TestSupport
import Testing

@Suite("SecItem: collections that no query has a use for") struct HostileCollectionTests {
  /// Keys whose values may be collections: one that means something, and one that means nothing.
  private static let keys: [String] = ["m_Issuers", "m_Future"]

  private func status(_ value: Any, under key: String, on items: SecItemFixture) throws -> Status {
    try items.status(of: [kSecClass: kSecClassCertificate, key as CFString: value])
  }

  /// An array within an array, and so on; made and let go step by step, for freeing recurses as well.
  private final class Tower {
    let levels: [NSMutableArray]

    init(height: Int) {
      levels = (0..<height).map { _ in NSMutableArray() }
      for (outer, inner) in zip(levels, levels.dropFirst()) { outer.add(inner) }
    }

    deinit {
      for level in levels { level.removeAllObjects() }
    }
  }

  @Test(arguments: keys) func `one that is nested too deep is refused at once`(key: String) throws {
    let items = try SecItemFixture()
    let shallow = Tower(height: 8)
    #expect(try status(shallow.levels[0], under: key, on: items) == .itemNotFound)
    for height in [9, 100, 100_000] {
      let tower = Tower(height: height)
      #expect(try status(tower.levels[0], under: key, on: items) == .parameter, "\(height)")
    }
  }

  @Test(arguments: keys) func `one that holds itself is refused`(key: String) throws {
    let items = try SecItemFixture()
    let array = NSMutableArray()
    array.add(array)
    #expect(try status(array, under: key, on: items) == .parameter)
    array.removeAllObjects()
    let dictionary = NSMutableDictionary()
    dictionary["self"] = dictionary
    #expect(try status(dictionary, under: key, on: items) == .parameter)
    dictionary.removeAllObjects()
  }

  @Test(arguments: keys) func `one that doubles with each level is refused before it is walked`(key: String) throws {
    let items = try SecItemFixture()
    var array = NSArray(object: "leaf")
    for _ in 0..<40 { array = NSArray(objects: array, array) }
    #expect(try status(array, under: key, on: items) == .parameter)
    var wide = NSArray(array: Array(repeating: "leaf", count: 9_999))
    #expect(try status(wide, under: key, on: items) == .itemNotFound)
    wide = NSArray(array: Array(repeating: "leaf", count: 10_001))
    #expect(try status(wide, under: key, on: items) == .parameter)
  }

  @Test func `Swift's own collections have the same limits`() throws {
    let keychain = try TemporaryKeychain()
    func status(_ value: Any) throws -> Status {
      let keychain = try keychain.keychain
      return TestSupport.status { try keychain.copyMatching(["class": "cert", "m_Future": value]) }
    }
    var array: [Any] = []
    for _ in 0..<7 { array = [array] }
    #expect(try status(array) == .itemNotFound)
    #expect(try status([array] as [Any]) == .parameter)
    #expect(try status(["a": array] as [String: Any]) == .parameter)
    #expect(try status([Any](repeating: 1, count: 10_001)) == .parameter)
    #expect(try status(Set(["a", "b"])) == .itemNotFound)
    #expect(try status([1.5]) == .decode)
    #expect(try status(NSSet(object: 1.5)) == .decode)
  }
}
