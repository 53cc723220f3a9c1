import Foundation
import KeychainSchema
import Security
import Testing

@Suite("SecItem: limits") struct LimitTests {
  private func fixture(_ count: Int) throws -> SecItemFixture {
    let items = try SecItemFixture()
    for number in 0..<count {
      #expect(try items.add(.password("a\(number)").with([kSecValueData: Data([UInt8(number)])])) == .success)
    }
    return items
  }

  private func found(_ items: SecItemFixture, _ limit: Any?) throws -> CFTypeRef? {
    try items.copy(
      [CFString: Any].passwords.with([kSecReturnData: true]).with(limit.map { [kSecMatchLimit: $0] } ?? [:]))
  }

  @Test func `no limit, the word for one and the number one give a bare result`() throws {
    let items = try fixture(3)
    for limit: Any? in [nil, kSecMatchLimitOne, 1, NSNumber(value: 1)] {
      #expect(try found(items, limit) is NSData)
    }
  }

  @Test(arguments: [2, 3, 4, 1_000]) func `a number gives an array of at most as many`(limit: Int) throws {
    let items = try fixture(3)
    #expect((try found(items, limit) as? [Data])?.count == min(limit, 3))
  }

  @Test func `a number above one gives an array even for one match`() throws {
    let items = try fixture(1)
    #expect(try found(items, 2) as? [Data] == [Data([0])])
    #expect(try found(items, kSecMatchLimitAll) as? [Data] == [Data([0])])
  }

  @Test func `the word for all and minus one give everything`() throws {
    let items = try fixture(3)
    for limit: Any in [kSecMatchLimitAll, -1] {
      #expect((try found(items, limit) as? [Data])?.count == 3)
    }
  }

  @Test func `zero finds nothing, and other values are refused`() throws {
    let items = try fixture(1)
    #expect(try items.status(of: .passwords.with([kSecMatchLimit: 0])) == .itemNotFound)
    let wrong: [Any] = [true, "all", NSNull(), Data(), [1]]
    for value in wrong {
      #expect(try items.status(of: .passwords.with([kSecMatchLimit: value])) == .parameter, "\(value)")
    }
    #expect(try items.status(of: .passwords.with([kSecMatchLimit: 1.5])) == .decode)
  }

  @Test func `nothing found is never an empty array`() throws {
    let items = try fixture(0)
    #expect(try items.status(of: .passwords.with([kSecMatchLimit: kSecMatchLimitAll])) == .itemNotFound)
  }

  @Test func `add, update and delete take no limit`() throws {
    let items = try fixture(1)
    for limit: Any in [kSecMatchLimitOne, kSecMatchLimitAll, 1] {
      let query = [CFString: Any].password("a0").with([kSecMatchLimit: limit])
      try items.run(dialect: .iOS) {
        #expect(SecItemAdd(query.with([kSecAttrAccount: "new"]) as CFDictionary, nil) == errSecParam)
        #expect(SecItemUpdate(query as CFDictionary, [kSecAttrLabel: "x"] as CFDictionary) == errSecParam)
        #expect(SecItemDelete(query as CFDictionary) == errSecParam)
      }
    }
    #expect(try items.accounts(.passwords) == ["a0"])
  }

  @Test func `an update or delete for macOS may say that it means all, and nothing else`() throws {
    let items = try fixture(3)
    let wrong: [CFString: Any] = [kSecMatchLimit: kSecMatchLimitOne]
    for more: [CFString: Any] in [wrong, [kSecMatchLimit: 1], [kSecMatchCaseInsensitive: true]] {
      #expect(try items.delete(.passwords.with(more)) == .parameter, "\(more)")
      #expect(try items.update(.passwords.with(more), [kSecAttrLabel: "x"]) == .parameter, "\(more)")
    }
    let all: [CFString: Any] = [kSecMatchLimit: kSecMatchLimitAll]
    #expect(try items.add(.password("new").with(all)) == .parameter)
    #expect(try items.update(.passwords.with(all), [kSecAttrLabel: "x"]) == .success)
    #expect(try items.accounts(.passwords.with([kSecAttrLabel: "x"])) == ["a0", "a1", "a2"])
    #expect(try items.accounts(.passwords) == ["a0", "a1", "a2"])
    #expect(try items.delete(.password("a0").with(all)) == .success)
    #expect(try items.accounts(.passwords) == ["a1", "a2"])
    #expect(try items.delete(.passwords.with(all)) == .success)
    #expect(try items.delete(.passwords.with(all)) == .itemNotFound)
  }
}
