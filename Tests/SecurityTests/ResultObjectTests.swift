import Foundation
import KeychainSchema
import Security
import Testing

@Suite("SecItem: the objects of a result") struct ResultObjectTests {
  private func attributes(_ more: [CFString: Any] = [:]) throws -> NSDictionary {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a").with([kSecValueData: Data("s".utf8)]).with(more)) == .success)
    let query = [CFString: Any].password("a").with([kSecReturnAttributes: true, kSecReturnData: true])
    let sync = more[kSecAttrSynchronizable].map { [kSecAttrSynchronizable: $0] } ?? [:]
    return try #require(try items.copy(query.with(sync)) as? NSDictionary)
  }

  @Test(arguments: ["sync", "invi", "nega", "tomb"]) func `a flag is an integer number, not a boolean`(
    key: String
  ) throws {
    let found = try attributes(["sync": true, "invi": true, "nega": true])
    let number = try #require(found.object(forKey: key) as? NSNumber)
    #expect(CFGetTypeID(number) == CFNumberGetTypeID())
    #expect((found as? [String: Any])?[key] as? Int == (key == "tomb" ? 0 : 1))
    #expect((found as? [String: Any])?[key] as? Bool == (key != "tomb"))
    #expect(found[key] as? NSNumber == number)
  }

  @Test func `every value is an object of Foundation's own classes`() throws {
    let found = try attributes([kSecAttrGeneric: Data([1]), kSecAttrCreator: 5])
    for (key, value) in found {
      let object = value as AnyObject
      #expect(
        object is NSString || object is NSNumber || object is NSData || object is NSDate || object is SecAccessControl,
        "\(key): \(type(of: object))")
    }
    #expect(found.count > 10)
  }

  @Test func `a dictionary casts to every type that sources use`() throws {
    let found: AnyObject = try attributes()
    let account = kSecAttrAccount as String
    #expect((found as? [String: Any])?[account] as? String == "a")
    #expect((found as? [String: AnyObject])?[account] as? String == "a")
    #expect((found as? [AnyHashable: Any])?[kSecAttrAccount] as? String == "a")
    #expect((found as? [NSString: Any])?[kSecAttrAccount] as? String == "a")
    #expect((found as? [NSObject: AnyObject])?[kSecAttrAccount] as? String == "a")
    #expect((found as? NSDictionary)?[kSecAttrAccount] as? String == "a")
    #expect((found as? NSDictionary)?[account] as? String == "a")
  }

  @Test func `an array casts to every type that sources use`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(.password("a")) == .success)
    let all = [CFString: Any].passwords.with([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll])
    let found = try #require(try items.copy(all))
    #expect((found as? [[String: Any]])?.count == 1)
    #expect((found as? [[String: AnyObject]])?.count == 1)
    #expect((found as? [[AnyHashable: Any]])?.count == 1)
    #expect((found as? [[NSString: Any]])?.count == 1)
    #expect((found as? [NSDictionary])?.count == 1)
    #expect((found as? [AnyObject])?.count == 1)
    #expect((found as? [Any])?.count == 1)
    #expect((found as? NSArray)?.count == 1)
  }

  @Test(arguments: [0, 1, 14, 15, 16, 4_096]) func `a secret of any length casts to data and back`(
    count: Int
  ) throws {
    let items = try SecItemFixture()
    let secret = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    #expect(try items.add(.password("a").with([kSecValueData: secret])) == .success)
    let found = try #require(try items.copy(.password("a").with([kSecReturnData: true])))
    #expect(found as? Data == secret)
    #expect(found as? NSData == secret as NSData)
    #expect(CFGetTypeID(found) == CFDataGetTypeID())
    #expect(CFDataGetLength(found as? CFData) == count)
  }
}
