import Foundation
import KeychainPolicy
import KeychainSchema
import Security
import Testing

@Suite("Core Foundation: its functions on Foundation's objects") struct CoreFoundationTests {
  @Test func `a boolean equals no number, and empty bytes may lie nowhere`() {
    #expect(!CFEqual(kCFBooleanTrue, 1 as NSNumber))
    #expect(CFEqual(kCFBooleanTrue, true as NSNumber))
    #expect(CFEqual(1 as NSNumber, 1.0 as NSNumber))
    let none = CFDataCreateWithBytesNoCopy(nil, nil, 0, kCFAllocatorNull)
    #expect(none?.length == 0)
    let dictionary = NSMutableDictionary()
    dictionary.setObject("value", forKey: kSecClass as any NSCopying)
    #expect(dictionary[kSecClass] as? String == "value")
  }

  @Test func `each kind of object has a type ID of its own`() throws {
    let control = SecAccessControl(try AccessControl(protection: .whenUnlocked))
    let pairs: [(AnyObject, CFTypeID)] = [
      ("text" as NSString, CFStringGetTypeID()), (NSMutableString(string: "text"), CFStringGetTypeID()),
      (kSecClass, CFStringGetTypeID()),
      (NSNumber(value: 1), CFNumberGetTypeID()), (NSNumber(value: 0), CFNumberGetTypeID()),
      (NSNumber(value: 1.5), CFNumberGetTypeID()),
      (NSNumber(value: true), CFBooleanGetTypeID()), (kCFBooleanFalse, CFBooleanGetTypeID()),
      (Data([1]) as NSData, CFDataGetTypeID()), (NSDate(), CFDateGetTypeID()), (NSNull(), CFNullGetTypeID()),
      (["a": 1] as NSDictionary, CFDictionaryGetTypeID()), (NSMutableDictionary(), CFDictionaryGetTypeID()),
      ([1] as NSArray, CFArrayGetTypeID()), (NSSet(object: 1), CFSetGetTypeID()),
      (NSError(domain: "d", code: 1), CFErrorGetTypeID()), (NSURL(fileURLWithPath: "/"), CFURLGetTypeID()),
      (control, SecAccessControlGetTypeID()),
    ]
    for (object, id) in pairs { #expect(CFGetTypeID(object) == id, "\(object)") }
    #expect(CFGetTypeID(NSObject()) == 0)
    let ids = [
      CFStringGetTypeID(), CFNumberGetTypeID(), CFBooleanGetTypeID(), CFDataGetTypeID(), CFDateGetTypeID(),
      CFNullGetTypeID(), CFDictionaryGetTypeID(), CFArrayGetTypeID(), CFSetGetTypeID(), CFErrorGetTypeID(),
      CFURLGetTypeID(), SecAccessControlGetTypeID(), SecKeyGetTypeID(), SecCertificateGetTypeID(),
      SecIdentityGetTypeID(), SecTrustGetTypeID(),
    ]
    #expect(Set(ids).count == ids.count && !ids.contains(0))
  }

  @Test func `objects with the same contents are equal, and have the same hash`() {
    let pairs: [(AnyObject, AnyObject)] = [
      ("text" as NSString, NSMutableString(string: "text")), (Data([1, 2]) as NSData, Data([1, 2]) as NSData),
      (NSNumber(value: 5), NSNumber(value: 5)), (["a": 1] as NSDictionary, ["a": 1] as NSDictionary),
      (NSNull(), kCFNull),
    ]
    for (one, other) in pairs {
      #expect(CFEqual(one, other), "\(one)")
      #expect(CFHash(one) == CFHash(other), "\(one)")
    }
    for (one, other): (AnyObject, AnyObject) in [
      ("text" as NSString, "Text" as NSString), ("1" as NSString, NSNumber(value: 1)), (NSNull(), NSNumber(value: 0)),
      (Data([1]) as NSData, Data([2]) as NSData), (NSObject(), NSObject()),
    ] {
      #expect(!CFEqual(one, other), "\(one)")
    }
  }

  @Test func `a boolean is true or false, and the number under it`() {
    #expect(kCFBooleanTrue == true)
    #expect(kCFBooleanFalse == false)
    #expect((kCFBooleanTrue as AnyObject) as? Bool == true)
    #expect((kCFBooleanTrue as AnyObject) as? NSNumber == 1)
    #expect(kCFBooleanTrue.boolValue)
    #expect(CFEqual(kCFBooleanTrue, NSNumber(value: true)))
  }

  @Test func `an error tells its code, its domain and what it carries`() {
    let error: CFError = NSError(domain: "keychain", code: -25300, userInfo: [NSLocalizedDescriptionKey: "nothing"])
    #expect(CFErrorGetCode(error) == -25300)
    #expect(CFErrorGetDomain(error) as String == "keychain")
    #expect(CFErrorCopyUserInfo(error)[NSLocalizedDescriptionKey] as? String == "nothing")
    #expect(CFErrorCopyDescription(error) as String == "nothing")
  }

  @Test func `bytes can be looked at where they are`() {
    let data: CFData = Data([1, 2, 3]) as NSData
    #expect(CFDataGetLength(data) == 3)
    let bytes = withExtendedLifetime(data) {
      unsafe Array(UnsafeBufferPointer(start: CFDataGetBytePtr(data), count: CFDataGetLength(data)))
    }
    #expect(bytes == [1, 2, 3])
  }

  @Test func `bytes of somebody else are neither copied nor freed`() {
    let bytes: [UInt8] = [4, 5, 6]
    unsafe bytes.withUnsafeBufferPointer { memory in
      let data = unsafe CFDataCreateWithBytesNoCopy(kCFAllocatorDefault, memory.baseAddress, 3, kCFAllocatorNull)
      #expect(data as Data? == Data(bytes))
      let isSame = unsafe data?.bytes == memory.baseAddress.map { unsafe UnsafeRawPointer($0) }
      #expect(isSame)
    }
  }
}
