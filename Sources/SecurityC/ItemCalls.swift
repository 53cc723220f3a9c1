import KeychainKit
public import Security

/// `SecItemAdd` in C.
@c(SecItemAdd)
public func addItem(
  _ attributes: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  unsafe ItemCall.answer(attributes, into: result) { keychain, attributes throws(KeychainError) in
    try keychain.add(unsafe DictionaryReading.read(attributes, .query))
  }
}

/// `SecItemCopyMatching` in C.
@c(SecItemCopyMatching)
public func copyMatchingItems(
  _ query: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  unsafe ItemCall.answer(query, into: result) { keychain, query throws(KeychainError) in
    try keychain.copyMatching(unsafe DictionaryReading.read(query, .query))
  }
}

/// `SecItemUpdate` in C.
@c(SecItemUpdate)
public func updateItems(_ query: UnsafeRawPointer?, _ attributesToUpdate: UnsafeRawPointer?) -> OSStatus {
  guard let changes = unsafe ItemCall.dictionary(attributesToUpdate) else { return errSecParam }
  return unsafe ItemCall.answer(query, into: nil) { keychain, query throws(KeychainError) in
    try keychain.update(
      unsafe DictionaryReading.readForChange(query), unsafe DictionaryReading.read(changes, .changes))
    return nil
  }
}

/// `SecItemDelete` in C.
@c(SecItemDelete)
public func deleteItems(_ query: UnsafeRawPointer?) -> OSStatus {
  unsafe ItemCall.answer(query, into: nil) { keychain, query throws(KeychainError) in
    try keychain.delete(unsafe DictionaryReading.readForChange(query))
    return nil
  }
}
