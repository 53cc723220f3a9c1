import Foundation
import Security

/// Every way in which sources make a query dictionary.
struct QueryStatements {
  let expectations: Expectations

  func run() {
    let add =
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "clients", kSecAttrAccount: "ada",
        kSecValueData: Data("correct horse".utf8), kSecAttrLabel: "label",
        kSecAttrType: 5, kSecAttrIsInvisible: true,
      ] as [CFString: Any]
    SecItemDelete(query)
    expectations.expect(SecItemAdd(add as CFDictionary, nil) == errSecSuccess, "an item is added")
    expectations.expect(SecItemAdd(add as CFDictionary, nil) == errSecDuplicateItem, "it is added once")
    for (name, form) in forms {
      expectations.expect(SecItemCopyMatching(form, nil) == noErr, "\(name) finds the item")
    }
    pointers()
    update()
  }

  private var query: CFDictionary {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "clients"] as CFDictionary
  }

  private var forms: [(String, CFDictionary)] {
    let strings: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "clients",
      kSecReturnData as String: true,
    ]
    let initializers: [String: Any] = [
      String(kSecClass): String(kSecClassGenericPassword), String(kSecAttrService): "clients",
    ]
    let constants: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "clients" as CFString]
    let texts: [NSString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "clients"]
    let hashables: [AnyHashable: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "clients"]
    let objects: [NSObject: AnyObject] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "clients" as NSString,
    ]
    let anyObjects: [String: AnyObject] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "clients" as AnyObject,
      kSecReturnData as String: kCFBooleanTrue,
    ]
    var assigned = [String: Any]()
    assigned[kSecClass as String] = kSecClassGenericPassword
    assigned[kSecAttrService as String] = "clients"
    assigned[kSecReturnData as String] = kCFBooleanTrue
    assigned[kSecMatchLimit as String] = kSecMatchLimitOne
    let mutable = NSMutableDictionary()
    mutable[kSecClass] = kSecClassGenericPassword
    mutable[kSecAttrService] = "clients"
    mutable.setValue("ada", forKey: kSecAttrAccount as String)
    mutable.setValue("nobody", forKey: kSecAttrLabel as String)
    mutable.setValue(nil, forKey: kSecAttrLabel as String)
    var changeable: [CFString: AnyObject] = [kSecClass: kSecClassGenericPassword]
    changeable[kSecAttrService] = "clients" as CFString
    changeable[kSecAttrType] = 5 as CFNumber
    changeable[kSecAttrIsInvisible] = true as CFBoolean
    changeable.updateValue(kSecMatchLimitAll, forKey: kSecMatchLimit)
    let foundation: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecAttrService: "clients"]
    return [
      ("a dictionary of text", strings as CFDictionary), ("text by an initializer", initializers as CFDictionary),
      ("a dictionary of constants", constants as CFDictionary), ("NSString keys", texts as CFDictionary),
      ("hashable keys", hashables as CFDictionary), ("objects", objects as CFDictionary),
      ("text and objects", anyObjects as CFDictionary), ("assignments", assigned as CFDictionary),
      ("a mutable dictionary", mutable), ("a mutable dictionary as CFDictionary", mutable as CFDictionary),
      ("constants and objects", changeable as CFDictionary), ("an NSDictionary", foundation), ("a literal", query),
    ]
  }

  /// Every way in which sources take a result.
  private func pointers() {
    let data =
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "clients", kSecReturnData: kCFBooleanTrue!,
      ] as CFDictionary
    var object: AnyObject?
    expectations.expect(SecItemCopyMatching(data, &object) == errSecSuccess, "an AnyObject takes the result")
    expectations.expect(object as? Data == Data("correct horse".utf8), "and it is the secret")
    var reference: CFTypeRef?
    let status = withUnsafeMutablePointer(to: &reference) { SecItemCopyMatching(data, UnsafeMutablePointer($0)) }
    expectations.expect(status == errSecSuccess && reference as? Data == object as? Data, "so does a pointer")
    var dictionary: CFTypeRef?
    let attributes = (data as NSDictionary).mutableCopy() as! NSMutableDictionary
    attributes[kSecReturnAttributes] = kCFBooleanTrue
    let all = withUnsafeMutablePointer(to: &dictionary) { SecItemCopyMatching(attributes, $0) }
    expectations.expect(all == errSecSuccess && dictionary is NSDictionary, "a dictionary of attributes is one")
    let allocated = UnsafeMutablePointer<CFTypeRef?>.allocate(capacity: 1)
    allocated.initialize(to: nil)
    expectations.expect(SecItemCopyMatching(data, allocated) == errSecSuccess, "so does allocated memory")
    expectations.expect((allocated.pointee as! CFData) as Data == Data("correct horse".utf8), "with the secret")
    allocated.deinitialize(count: 1)
    allocated.deallocate()
    expectations.expect(SecItemCopyMatching(data, nil) == errSecSuccess, "no pointer is fine")
  }

  private func update() {
    let changes: [String: Any] = [kSecValueData as String: Data("new".utf8), kSecAttrComment as String: "note"]
    expectations.expect(SecItemUpdate(query, changes as CFDictionary) == errSecSuccess, "an item is changed")
    let none = [kSecClass: kSecClassGenericPassword, kSecAttrService: "nobody"] as CFDictionary
    let answer: String
    switch SecItemUpdate(none, changes as CFDictionary) {
    case errSecSuccess: answer = "changed"
    case errSecItemNotFound: answer = "not found"
    default: answer = "something else"
    }
    expectations.expect(answer == "not found", "what is not there is not found, but \(answer)")
  }
}
