import Foundation
import Security

/// Calls that are refused, and the ways in which sources look at the status.
struct RefusalStatements {
  let expectations: Expectations

  func run() {
    for (what, dictionary, expected) in additions {
      let status = SecItemAdd(dictionary, nil)
      expectations.expect(status == expected, "\(what) is refused with \(expected): \(status)")
    }
    expectations.expect(count() == 1, "what was refused left nothing behind")
    searches()
    changes()
  }

  private var additions: [(String, CFDictionary, OSStatus)] {
    let data = Data("secret".utf8)
    return [
      ("an item without a class", [kSecAttrAccount: "bob", kSecValueData: data] as CFDictionary, errSecParam),
      ("a class that is none", [kSecClass: "none", kSecValueData: data] as CFDictionary, errSecNoSuchClass),
      (
        "an attribute of another class",
        [kSecClass: kSecClassGenericPassword, kSecAttrServer: "host", kSecValueData: data] as CFDictionary,
        errSecNoSuchAttr
      ),
      (
        "a date as an account",
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: Date(), kSecValueData: data] as CFDictionary,
        errSecParam
      ),
      (
        "a number as a secret",
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "bob", kSecValueData: 5] as CFDictionary, errSecParam
      ),
      (
        "a group that the program does not hold",
        [kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: "TEAM.others", kSecValueData: data] as CFDictionary,
        errSecMissingEntitlement
      ),
    ]
  }

  private func searches() {
    var result: CFTypeRef? = "untouched" as CFString
    let nobody: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "nobody",
      kSecMatchLimit as String: kSecMatchLimitAll, kSecReturnAttributes as String: true,
    ]
    let status = SecItemCopyMatching(nobody as CFDictionary, &result)
    guard errSecItemNotFound == status, result as? String == "untouched" else {
      return expectations.expect(false, "nothing is found, and no result given: \(status)")
    }
    if case errSecSuccess = SecItemDelete(nobody as CFDictionary) {
      expectations.expect(false, "what is not there is not deleted")
    }
    let error = NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    expectations.expect(OSStatus(error.code) == errSecItemNotFound, "a status goes through an error and comes back")
  }

  private func changes() {
    let query = [kSecClass: kSecClassGenericPassword, kSecAttrService: "clients"] as CFDictionary
    let statuses: [OSStatus] = [
      SecItemUpdate(query, [kSecAttrServer: "host"] as CFDictionary),
      SecItemUpdate(query, [kSecReturnData: true] as CFDictionary),
      SecItemUpdate(
        [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitOne] as CFDictionary,
        [kSecAttrLabel: "other"] as CFDictionary),
    ]
    expectations.expect(!statuses.contains(errSecSuccess) && !statuses.contains(noErr), "changes: \(statuses)")
    let labelled = [kSecClass: kSecClassGenericPassword, kSecAttrLabel: "label"] as CFDictionary
    expectations.expect(SecItemCopyMatching(labelled, nil) == errSecSuccess, "what was refused changed nothing")
  }

  /// How many generic passwords there are.
  private func count() -> Int? {
    var result: AnyObject?
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: kCFBooleanTrue!,
    ]
    guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
    return (result as? [[String: Any]])?.count
  }
}
