import Foundation
import Security

/// What the keychain answered where it was not success.
struct PasswordError: Error, CustomStringConvertible {
  let status: OSStatus

  /// The keychain's own sentence for it.
  var description: String {
    let message = SecCopyErrorMessageString(status, nil) as String?
    return "\(message ?? "Unknown error.") (\(status))"
  }
}
