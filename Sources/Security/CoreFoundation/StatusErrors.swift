import Foundation

extension NSError {
  /// A status as an error of `NSOSStatusErrorDomain`, and what was wrong in words.
  convenience init(status: OSStatus, reason: some CustomStringConvertible) {
    self.init(
      domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: reason.description])
  }
}

extension UnsafeMutablePointer<Unmanaged<CFError>?> {
  /// Hands the error to the caller, who has to release it.
  func give(_ error: NSError) {
    unsafe pointee = .passRetained(error)
  }
}
