import Foundation
import Security

/// Every way in which sources take values out of a result; it finds what `QueryStatements` left.
struct ResultStatements {
  let expectations: Expectations

  func run() {
    one()
    all()
    references()
  }

  private func copy(_ more: [CFString: Any]) -> CFTypeRef? {
    let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "clients"]
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &result)
    expectations.expect(status == errSecSuccess, "\(more.keys) gives a result")
    return result
  }

  private func one() {
    let result = copy([kSecReturnAttributes: true, kSecReturnData: true])
    let account = kSecAttrAccount as String
    expectations.expect((result as? [String: Any])?[account] as? String == "ada", "[String: Any]")
    expectations.expect((result as? [String: AnyObject])?[account] as? String == "ada", "[String: AnyObject]")
    expectations.expect((result as? [AnyHashable: Any])?[kSecAttrAccount] as? String == "ada", "[AnyHashable: Any]")
    expectations.expect((result as? [NSString: Any])?[kSecAttrAccount] as? String == "ada", "[NSString: Any]")
    expectations.expect(
      (result as? [NSObject: AnyObject])?[kSecAttrAccount] as? String == "ada", "[NSObject: AnyObject]")
    expectations.expect((result as? NSDictionary)?[kSecAttrAccount] as? String == "ada", "NSDictionary")
    expectations.expect((result as! CFDictionary)[account] as? String == "ada", "CFDictionary")
    guard let item = result as? [String: Any] else { return expectations.expect(false, "an item") }
    expectations.expect(item[kSecValueData as String] as? Data == Data("new".utf8), "Data")
    expectations.expect((item[kSecValueData as String] as? NSData)?.length == 3, "NSData")
    expectations.expect(item[kSecAttrCreationDate as String] is Date, "Date")
    expectations.expect(
      item[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String, "a constant as text")
    expectations.expect((item[kSecAttrAccessible as String] as! CFString) == kSecAttrAccessibleWhenUnlocked, "CFString")
    expectations.expect(item[kSecAttrAccessControl as String] is SecAccessControl, "SecAccessControl")
    let control = item[kSecAttrAccessControl as String] as! SecAccessControl
    expectations.expect(CFGetTypeID(control) == SecAccessControlGetTypeID(), "SecAccessControl by force")
    numbers(in: item)
  }

  /// Numbers and flags, which come out of a dictionary as integer numbers.
  private func numbers(in item: [String: Any]) {
    let synchronizable = item[kSecAttrSynchronizable as String]
    expectations.expect(synchronizable as? Int == 0, "a flag that is off as Int")
    expectations.expect(synchronizable as? Bool == false, "a flag that is off as Bool")
    expectations.expect((synchronizable as? NSNumber)?.boolValue == false, "a flag that is off as NSNumber")
    let invisible = item[kSecAttrIsInvisible as String]
    expectations.expect(invisible as? Bool == true, "a flag that is on as Bool")
    expectations.expect(invisible as? Int == 1, "a flag that is on as Int")
    let type = item[kSecAttrType as String]
    expectations.expect(type as? Int == 5 && type as? Int32 == 5, "a number as Int and Int32")
    expectations.expect(type as? UInt32 == 5 && type as? FourCharCode == 5, "a number as UInt32 and FourCharCode")
    expectations.expect(type as? Double == 5 && type as? NSNumber == 5, "a number as Double and NSNumber")
    expectations.expect(type as? Bool == nil, "a number that is neither 0 nor 1 is no Bool")
  }

  private func all() {
    let result = copy([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll])
    let account = kSecAttrAccount as String
    expectations.expect((result as? [[String: Any]])?.first?[account] as? String == "ada", "[[String: Any]]")
    expectations.expect((result as? [[String: AnyObject]])?.count == 1, "[[String: AnyObject]]")
    expectations.expect((result as? [[AnyHashable: Any]])?.count == 1, "[[AnyHashable: Any]]")
    expectations.expect((result as? [[NSString: Any]])?.count == 1, "[[NSString: Any]]")
    expectations.expect((result as? [NSDictionary])?.count == 1, "[NSDictionary]")
    expectations.expect((result as? [AnyObject])?.count == 1, "[AnyObject]")
    expectations.expect((result as? [Any])?.count == 1, "[Any]")
    expectations.expect((result as? NSArray)?.count == 1, "NSArray")
    expectations.expect((result as? CFArray)?.count == 1, "CFArray")
    let secrets = copy([kSecReturnData: true, kSecMatchLimit: 10])
    expectations.expect(secrets as? [Data] == [Data("new".utf8)], "[Data]")
  }

  /// The reference that outlives the program, out of a result and into a query.
  private func references() {
    guard let reference = copy([kSecReturnPersistentRef: true]) as? Data else {
      return expectations.expect(false, "a persistent reference is Data")
    }
    var result: AnyObject?
    let query = [kSecValuePersistentRef: reference, kSecReturnData: true] as CFDictionary
    expectations.expect(SecItemCopyMatching(query, &result) == errSecSuccess, "a persistent reference finds its item")
    expectations.expect(result as? Data == Data("new".utf8), "and the secret of it")
  }
}
