import Foundation
import Security

#if canImport(LocalAuthentication)
  import LocalAuthentication
#endif

/// Contexts of authentication, as wrappers keep and hand them over; nobody is there to be asked.
struct AuthenticationStatements {
  let expectations: Expectations

  #if canImport(LocalAuthentication)
    private let context = LAContext()

    func run() async {
      context.localizedReason = "show the password"
      context.interactionNotAllowed = true
      let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "clients",
        kSecUseAuthenticationContext as String: context, kSecReturnData as String: true,
      ]
      var result: CFTypeRef?
      expectations.expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess, "a context in a query")
      expectations.expect(result as? Data == Data("new".utf8), "an item that asks for nobody opens with it")
      constrained()
      policies()
      await replies()
      context.invalidate()
      var error: NSError?
      expectations.expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error), "an ended context")
      expectations.expect(error?.code == LAError.invalidContext.rawValue, "says that it is: \(error as Any)")
    }

    /// An item that wants a person is kept, and does not open for anybody.
    private func constrained() {
      guard
        let control = SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .biometryCurrentSet, nil)
      else { return expectations.expect(false, "an access control is made") }
      var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "constrained"]
      let status = SecItemAdd(
        query.merging([kSecAttrAccessControl: control, kSecValueData: Data("secret".utf8)]) { $1 } as CFDictionary, nil)
      expectations.expect(status == errSecSuccess, "a constrained item is added: \(status)")
      query[kSecReturnData] = true
      query[kSecUseAuthenticationContext] = context
      var result: AnyObject?
      let opened = SecItemCopyMatching(query as CFDictionary, &result)
      expectations.expect(opened != errSecSuccess && opened != errSecItemNotFound, "it does not open: \(opened)")
      expectations.expect(result == nil, "and gives nothing away")
      query[kSecReturnData] = nil
      query[kSecUseAuthenticationContext] = nil
      expectations.expect(SecItemDelete(query as CFDictionary) == errSecSuccess, "it can be deleted")
    }

    private func policies() {
      var error: NSError?
      let biometry = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
      expectations.expect(!biometry && error?.domain == LAErrorDomain, "there is no biometry: \(error as Any)")
      expectations.expect(error?.code == LAError.biometryNotAvailable.rawValue, "and the error says so")
      expectations.expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil), "there is no passcode")
      let type: String
      switch context.biometryType {
      case .touchID: type = "finger"
      case .faceID: type = "face"
      default: type = "none"
      }
      expectations.expect(type == "none", "the type of biometry")
    }

    private func replies() async {
      do {
        try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "a test")
        expectations.expect(false, "nobody authenticates")
      } catch let error as LAError where error.code == .biometryNotAvailable {
        expectations.expect((error as NSError).code == -6, "an error as NSError has its number")
      } catch {
        expectations.expect(false, "the error is an LAError: \(error)")
      }
      let succeeded = await withCheckedContinuation { continuation in
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "a test") { success, error in
          continuation.resume(returning: success || error == nil)
        }
      }
      expectations.expect(!succeeded, "a reply comes, with an error")
    }
  #else
    func run() async { expectations.expect(false, "LocalAuthentication can be imported") }
  #endif
}
