public import Foundation
import KeychainSchema

/// A sentence for a status code; for a number that is no published code, `OSStatus` and the number.
///
/// `reserved` is not looked at.
@discardableResult
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  (PublishedStatus.numbered(status)?.message ?? "OSStatus \(status)") as NSString
}
