public import Security

/// `SecRandomCopyBytes` in C. There is one source of random bytes, whatever is given.
@c(SecRandomCopyBytes)
public func copyRandomBytes(_ source: UnsafeRawPointer?, _ count: Int, _ bytes: UnsafeMutableRawPointer?) -> Int32 {
  guard let bytes = unsafe bytes else { return count == 0 ? errSecSuccess : errSecParam }
  return unsafe SecRandomCopyBytes(kSecRandomDefault, count, bytes)
}

/// `SecCopyErrorMessageString` in C; the text belongs to the caller.
@c(SecCopyErrorMessageString)
public func copyErrorMessage(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> UnsafeRawPointer? {
  unsafe SecCopyErrorMessageString(status, nil).map { unsafe CObject.retained($0) }
}
