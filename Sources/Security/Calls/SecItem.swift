public import Foundation
import KeychainKit

/// Adds an item.
///
/// - Parameters:
///   - attributes: `kSecClass`, what identifies the item, what else it has and, as `kSecValueData`, its secret.
///   - result: where the return keys ask for something, what they ask for.
/// - Returns: `errSecSuccess`, `errSecDuplicateItem`, or what was wrong; nothing is stored then, and
///   `ProcessKeychain.lastError` says more.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  unsafe SecItemCall.answer(into: result) { keychain throws(KeychainError) in
    try keychain.add(DictionaryReading.read(attributes))
  }
}

/// Finds items.
///
/// - Parameters:
///   - query: the class, the attributes that must be equal, how many are wanted and what of each.
///   - result: one result, or an array where `kSecMatchLimit` allows for more than one; nothing where nothing is
///     asked for.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where nothing matches; `errSecInteractionNotAllowed` where a match
///   cannot be read now.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  unsafe SecItemCall.answer(into: result) { keychain throws(KeychainError) in
    try keychain.copyMatching(DictionaryReading.read(query))
  }
}

/// Changes every item that matches: all of them or none.
///
/// - Parameters:
///   - query: the items, as in `SecItemCopyMatching`, without a limit.
///   - attributesToUpdate: attributes of the class, and `kSecValueData`.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  unsafe SecItemCall.answer(into: nil) { keychain throws(KeychainError) in
    try keychain.update(DictionaryReading.readForChange(query), DictionaryReading.read(attributesToUpdate, .changes))
    return nil
  }
}

/// Deletes every item that matches.
///
/// A match key is refused, except `kSecMatchLimitAll` in the dialect of macOS: it says what a delete does.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  unsafe SecItemCall.answer(into: nil) { keychain throws(KeychainError) in
    try keychain.delete(DictionaryReading.readForChange(query))
    return nil
  }
}
