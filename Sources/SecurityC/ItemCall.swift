import CCoreFoundation
import KeychainKit
import Security

/// One of the four calls as C makes it.
enum ItemCall {
  /// Makes a call; the result belongs to the caller.
  ///
  /// - Parameter result: where it goes. C may hand over a variable that was never set, so that what is in it is not
  ///   looked at; after a failure it is NULL.
  static func answer(
    _ query: UnsafeRawPointer?, into result: UnsafeMutablePointer<UnsafeRawPointer?>?,
    _ call: (Keychain, UnsafeRawPointer) throws(KeychainError) -> Any?
  ) -> OSStatus {
    unsafe result?.pointee = nil
    guard let query = unsafe dictionary(query) else { return errSecParam }
    var object: CFTypeRef?
    let status = unsafe SecItemCall.answer(into: &object) { keychain throws(KeychainError) in
      try unsafe call(keychain, query)
    }
    if let result = unsafe result, let object { unsafe result.pointee = CObject.retained(object) }
    return status
  }

  /// The dictionary at a pointer; nil where there is nothing, or another object.
  static func dictionary(_ pointer: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let pointer = unsafe pointer, unsafe ccorefoundation_is_dictionary(pointer) else { return nil }
    return unsafe pointer
  }
}
