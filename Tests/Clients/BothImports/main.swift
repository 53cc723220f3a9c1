import CoreFoundation
import Foundation
import Security

// Both modules have these names; they are the same declarations.
let expectations = Expectations()
let text: CFString = "text" as CFString
let query: CFDictionary = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "nobody"] as CFDictionary
var result: CFTypeRef?
expectations.expect(SecItemCopyMatching(query, &result) == errSecItemNotFound, "a query of both modules' types")
expectations.expect(CFGetTypeID(text) == CFStringGetTypeID(), "a function of both modules")
expectations.expect(kCFBooleanTrue as? Bool == true && kCFAllocatorDefault == nil, "constants of both modules")
expectations.finish()
