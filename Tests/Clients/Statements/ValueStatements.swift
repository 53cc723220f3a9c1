import Foundation
import Security

/// Values of Core Foundation's types, there and back.
struct ValueStatements {
  let expectations: Expectations

  func run() {
    objects()
    booleans()
    dictionaries()
    messages()
  }

  private func objects() {
    let text = "text" as CFString
    expectations.expect(text as String == "text" && text as NSString == "text", "CFString")
    expectations.expect(String(text) == "text" && "\(text)" == "text", "CFString by an initializer")
    expectations.expect(CFGetTypeID(text) == CFStringGetTypeID(), "its type ID")
    expectations.expect(CFEqual(text, "text" as CFString) && text == "text" as CFString, "equal text is equal")
    expectations.expect(!CFEqual(text, "Text" as CFString) && text != "Text" as CFString, "other text is not")
    let data = Data([1, 2]) as CFData
    expectations.expect(data as Data == Data([1, 2]) && data as NSData as Data == Data([1, 2]), "CFData")
    expectations.expect(CFDataGetLength(data) == 2, "its length")
    let array = [1, 2] as CFArray
    expectations.expect(array as NSArray as? [Int] == [1, 2] && array.count == 2, "CFArray")
    expectations.expect((5 as CFNumber).intValue == 5 && 5 as CFNumber as? Int == 5, "CFNumber")
    expectations.expect(Date(timeIntervalSince1970: 1) as CFDate as Date == Date(timeIntervalSince1970: 1), "CFDate")
    let object: CFTypeRef = data
    expectations.expect(CFGetTypeID(object) == CFDataGetTypeID() && (object as! CFData) == data, "CFTypeRef")
  }

  private func booleans() {
    expectations.expect((true as CFBoolean).boolValue && kCFBooleanTrue.boolValue, "CFBoolean")
    expectations.expect((kCFBooleanTrue as AnyObject) as? Bool == true, "true as an object is a Bool")
    expectations.expect((kCFBooleanTrue as AnyObject) as? Int == 1, "and an Int")
    expectations.expect((kCFBooleanTrue as AnyObject) as? NSNumber == 1, "and a number")
    expectations.expect((kCFBooleanFalse as AnyObject) as? Bool == false, "false as an object")
    expectations.expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID(), "the type ID of true")
    let optional: [String: Any] = ["flag": kCFBooleanTrue as Any]
    expectations.expect(optional["flag"] as? Bool == true, "an optional within Any")
    expectations.expect((optional as NSDictionary)["flag"] as? Bool == true, "an optional within an NSDictionary")
    // Here Foundation differs from Apple's: a boolean that was read out of a dictionary is no Int.
    let flags: NSDictionary = ["flag": NSNumber(value: true)]
    expectations.expect(flags["flag"] as? Bool == true && flags["flag"] as? NSNumber == 1, "a boolean of a dictionary")
    expectations.expect(flags["flag"] as? Int == nil, "is no Int: the article on porting says so")
  }

  private func dictionaries() {
    let dictionary = [kSecAttrAccount: "ada", kSecAttrService: "clients"] as CFDictionary
    expectations.expect((dictionary as? [String: Any])?.count == 2, "CFDictionary as a dictionary of text")
    expectations.expect((dictionary as NSDictionary)[kSecAttrAccount] as? String == "ada", "CFDictionary")
    expectations.expect(
      dictionary.isEqual(to: ["acct": "ada" as NSString, "svce": "clients" as NSString]), "equal by their values")
    expectations.expect(!dictionary.isEqual(to: ["acct": "ada", "svce": "others"]), "and not equal otherwise")
    let hashables: [AnyHashable: Any] = ["acct": "ada"]
    expectations.expect(hashables[kSecAttrAccount] as? String == "ada", "a constant as a hashable key")
    expectations.expect(hashables[kSecAttrService] == nil, "a constant that is no key")
  }

  private func messages() {
    let message = SecCopyErrorMessageString(errSecItemNotFound, nil)
    expectations.expect((message as String?)?.hasSuffix(".") == true, "a message is a sentence")
    expectations.expect(message as? String ?? "" != "", "a message as a String")
    expectations.expect(
      SecCopyErrorMessageString(errSecDuplicateItem, nil).map { $0 as String } != message as String?, "and differs")
  }
}
