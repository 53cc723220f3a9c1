public import Foundation
import KeychainKit

/// Makes an access control: the value of `kSecAttrAccessControl`.
///
/// - Parameters:
///   - allocator: not looked at.
///   - protection: when the item can be read, one of the `kSecAttrAccessible…` values.
///   - flags: what must be met beside.
///   - error: where the error goes if there is no such access control: `errSecParam` of `NSOSStatusErrorDomain`, which
///     the caller releases.
/// - Returns: nil where the protection is unknown or the flags contradict themselves.
@discardableResult
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  do {
    // What is no text has no code either.
    let code = (protection as? NSString).map { $0 as String } ?? ""
    return SecAccessControl(try AccessControl(protectionCode: code, flags: flags.value))
  } catch let problem {
    unsafe error?.give(NSError(status: errSecParam, reason: problem))
    return nil
  }
}
