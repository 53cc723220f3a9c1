public import Security

/// `SecAccessControlCreateWithFlags` in C; the access control and the error belong to the caller.
@c(SecAccessControlCreateWithFlags)
public func createAccessControl(
  _ allocator: UnsafeRawPointer?, _ protection: UnsafeRawPointer?, _ flags: CFOptionFlags,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  // Nothing is as wrong a protection class as the null object.
  let protection = unsafe protection.map { unsafe CObject.object(at: $0) } ?? NSNull()
  var problem: Unmanaged<CFError>?
  let control = unsafe SecAccessControlCreateWithFlags(
    nil, protection, SecAccessControlCreateFlags(rawValue: flags), &problem)
  if let problem = unsafe problem?.takeRetainedValue() { unsafe error?.pointee = CObject.retained(problem) }
  return unsafe control.map { unsafe CObject.retained($0) }
}

/// `SecAccessControlGetTypeID` in C.
@c(SecAccessControlGetTypeID)
public func accessControlTypeID() -> CFTypeID {
  SecAccessControl.coreFoundationClass.typeID
}
