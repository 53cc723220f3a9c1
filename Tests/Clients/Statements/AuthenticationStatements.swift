import Foundation
import LocalAuthentication
import Security

/// Contexts of authentication, as sources make them, ask through them and hand them to queries. Nobody can be asked
/// here, and each of them says so.
struct AuthenticationStatements {
  let expectations: Expectations

  func run() async {
    policies()
    await reply()
    await throwing()
    queries()
  }

  private func policies() {
    let context = LAContext()
    context.localizedFallbackTitle = ""
    context.touchIDAuthenticationAllowableReuseDuration = 10
    var error: NSError?
    let canAsk = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
    expectations.expect(!canAsk && context.biometryType == .none, "there is no biometry")
    expectations.expect(error?.domain == LAErrorDomain && error?.domain == LAError.errorDomain, "an error's domain")
    expectations.expect(error?.code == LAError.biometryNotAvailable.rawValue, "its code")
    switch error.flatMap({ LAError.Code(rawValue: $0.code) }) {
    case .biometryNotAvailable?: break
    default: expectations.expect(false, "its code in a switch")
    }
    // Here Foundation differs from Apple's: an NSError casts to no structure.
    expectations.expect((error as? LAError)?.code == .biometryNotAvailable, "an NSError of the domain is an LAError")
    expectations.expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil), "there is no passcode")
  }

  private func reply() async {
    let answer = await withCheckedContinuation { continuation in
      LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "read a password") { success, error in
        switch error {
        case LAError.userCancel?: continuation.resume(returning: "cancelled")
        case let error as LAError where error.code == .passcodeNotSet: continuation.resume(returning: "no passcode")
        default: continuation.resume(returning: success ? "met" : "\(String(describing: error))")
        }
      }
    }
    expectations.expect(answer == "no passcode", "a reply says that there is no passcode: \(answer)")
  }

  private func throwing() async {
    do {
      let isMet = try await LAContext().evaluatePolicy(
        .deviceOwnerAuthenticationWithBiometrics, localizedReason: "read a password")
      expectations.expect(!isMet, "without biometry none is met")
    } catch LAError.biometryNotAvailable {
      // As it should be.
    } catch {
      expectations.expect(false, "what is missing is biometry: \(error)")
    }
    do {
      let context = LAContext()
      context.invalidate()
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "read a password")
      expectations.expect(false, "an invalidated context asks nobody")
    } catch let error as LAError {
      expectations.expect(error.code == .invalidContext && error.errorCode == error.code.rawValue, "and says so")
    } catch {
      expectations.expect(false, "an error of a context is an LAError: \(error)")
    }
  }

  private func queries() {
    let context = LAContext()
    context.interactionNotAllowed = true
    context.localizedReason = "read a password"
    let plain: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "clients",
      kSecUseAuthenticationContext as String: context, kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail,
    ]
    expectations.expect(
      SecItemCopyMatching(plain as CFDictionary, nil) == errSecSuccess, "an item that asks for nobody")

    guard
      let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .biometryCurrentSet, nil)
    else { return expectations.expect(false, "an access control") }
    var guarded: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "guarded", kSecAttrAccessControl: control,
      kSecValueData: Data("secret".utf8),
    ]
    expectations.expect(SecItemAdd(guarded as CFDictionary, nil) == errSecSuccess, "an item that asks for a person")
    guarded[kSecAttrAccessControl] = nil
    guarded[kSecValueData] = nil
    guarded[kSecReturnData] = true
    guarded[kSecUseAuthenticationUI] = kSecUseAuthenticationUISkip
    expectations.expect(SecItemCopyMatching(guarded as CFDictionary, nil) == errSecItemNotFound, "it is skipped")
    guarded[kSecUseAuthenticationUI] = nil
    guarded[kSecUseAuthenticationContext] = context
    var result: AnyObject?
    let status = SecItemCopyMatching(guarded as CFDictionary, &result)
    expectations.expect(status != errSecSuccess && result == nil, "it opens for nobody: \(status)")
  }
}
