public import Foundation

// Shared web credentials are the passwords that a web site and its program share through a browser. There is no store
// of them here: what would read or write one says so, and does not pretend to have asked.

/// Would offer a password to the browser; here it reports `errSecUnimplemented`, before it returns.
public func SecAddSharedWebCredential(
  _ fqdn: CFString, _ account: CFString, _ password: CFString?, _ completionHandler: @escaping (CFError?) -> Void
) {
  completionHandler(.noSharedCredentials)
}

/// Would ask the browser for passwords; here it reports `errSecUnimplemented`, before it returns.
public func SecRequestSharedWebCredential(
  _ fqdn: CFString?, _ account: CFString?, _ completionHandler: @escaping (CFArray?, CFError?) -> Void
) {
  completionHandler(nil, .noSharedCredentials)
}

/// A new password of twelve letters and digits in four groups, with a capital, a small letter and a digit at least.
@discardableResult
public func SecCreateSharedWebCredentialPassword() -> CFString? {
  PasswordGenerator.password() as NSString
}

extension NSError {
  fileprivate static var noSharedCredentials: NSError {
    NSError(status: errSecUnimplemented, reason: "there are no shared web credentials on this system")
  }
}
