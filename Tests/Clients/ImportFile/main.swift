import Foundation

// On Apple's platforms Foundation brings these names along.
let expectations = Expectations()
let query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "nobody"]
expectations.expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecItemNotFound, "a query without an import")
let status: OSStatus = noErr
expectations.expect(status == errSecSuccess, "a status without an import")
expectations.finish()
