package import KeychainKit

/// One of the four calls: on the keychain of the process, its error remembered, its result an object.
package enum SecItemCall {
  /// Makes a call and gives its status; the result goes where the caller wants it, if anywhere.
  package static func answer(
    into result: UnsafeMutablePointer<CFTypeRef?>?, _ call: (Keychain) throws(KeychainError) -> Any?
  ) -> OSStatus {
    do throws(KeychainError) {
      let native = try call(try ProcessKeychain.keychain)
      LastError.value = nil
      if let result = unsafe result { unsafe result.pointee = native.map { ResultObject.object($0) } }
      return 0
    } catch {
      LastError.value = error
      return error.status.rawValue
    }
  }
}
