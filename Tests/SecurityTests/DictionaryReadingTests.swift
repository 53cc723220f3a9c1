import Foundation
import KeychainKit
import KeychainSchema
import Security
import TestSupport
import Testing

@Suite("SecItem: dictionaries of every kind") struct DictionaryReadingTests {
  private func status(_ query: CFDictionary, on items: SecItemFixture) throws -> Status {
    try items.run { Status(published: SecItemCopyMatching(query, nil)) }
  }

  private func fixture() throws -> SecItemFixture {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a").with([kSecValueData: Data("s".utf8)])) == .success)
    return items
  }

  @Test func `every form of a query that sources write is the same query`() throws {
    let items = try fixture()
    let mutable = NSMutableDictionary()
    mutable[kSecClass] = kSecClassGenericPassword
    mutable.setValue("a", forKey: kSecAttrAccount as String)
    let strings: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "a"]
    let hashables: [AnyHashable: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a"]
    let objects: [NSObject: AnyObject] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a" as NSString,
    ]
    let anyObjects: [String: AnyObject] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "a" as NSString,
    ]
    let forms: [CFDictionary] = [
      [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a"] as CFDictionary, strings as CFDictionary,
      hashables as CFDictionary, objects as CFDictionary, anyObjects as CFDictionary, mutable,
      NSDictionary(dictionary: strings),
    ]
    for form in forms {
      #expect(try status(form, on: items) == .success)
      let other = try #require(form.mutableCopy() as? NSMutableDictionary)
      other[kSecAttrAccount] = "b"
      #expect(try status(other, on: items) == .itemNotFound)
    }
  }

  @Test func `values in an optional and mutable text are what they hold`() throws {
    let items = try fixture()
    let account: String? = "a"
    var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
    query[kSecAttrAccount as String] = account as Any
    query[kSecReturnData as String] = kCFBooleanTrue
    #expect(try status(query as CFDictionary, on: items) == .success)
    query[kSecAttrAccount as String] = NSMutableString(string: "a")
    #expect(try status(query as CFDictionary, on: items) == .success)
    query[kSecAttrAccount as String] = NSMutableData(data: Data("a".utf8))
    #expect(try status(query as CFDictionary, on: items) == .success)
    query[kSecAttrAccount as String] = String?.none as Any
    #expect(try status(query as CFDictionary, on: items) == .parameter)
  }

  @Test func `a number is no attribute's name, and other keys are no names at all`() throws {
    let items = try fixture()
    let base: [AnyHashable: Any] = [kSecClass: kSecClassGenericPassword]
    #expect(try status(base.merging([5: "x"]) { $1 } as CFDictionary, on: items) == .noSuchAttribute)
    #expect(try status(base.merging([Data([1]): "x"]) { $1 } as CFDictionary, on: items) == .parameter)
    #expect(try status(base.merging([Date(): "x"]) { $1 } as CFDictionary, on: items) == .parameter)
  }

  @Test func `an object that no dictionary of a query holds is refused`() throws {
    let items = try fixture()
    final class Stranger: NSObject {}
    for key in [kSecAttrAccount, kSecValueData, kSecMatchLimit, kSecClass, kSecReturnData, "future" as CFString] {
      var query = [CFString: Any].password("a")
      query[key] = Stranger()
      #expect(try status(query as CFDictionary, on: items) == .parameter, "\(key)")
    }
  }

  @Test func `an empty dictionary names no class`() throws {
    let items = try fixture()
    #expect(try status([:] as CFDictionary, on: items) == .parameter)
  }

  @Test func `a dictionary is left as it was`() throws {
    let items = try fixture()
    let query = NSMutableDictionary(dictionary: [CFString: Any].password("b").with([kSecValueData: Data([1])]))
    let before = try #require(query.copy() as? NSDictionary)
    try items.run { #expect(SecItemAdd(query, nil) == errSecSuccess) }
    #expect(query.isEqual(to: before as? [AnyHashable: Any] ?? [:]))
  }

  @Test func `a result stays as it was where a call fails`() throws {
    let items = try fixture()
    try items.run {
      var result: CFTypeRef? = "before" as NSString
      let query = [CFString: Any].password("none").with([kSecReturnData: true]) as CFDictionary
      #expect(unsafe SecItemCopyMatching(query, &result) == errSecItemNotFound)
      #expect(result as? String == "before")
    }
  }
}
