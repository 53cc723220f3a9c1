import Foundation
import KeychainKit
import KeychainPolicy
import Security

// What the open methods of the class do.
extension LAContext {
  /// Whether nothing stands in the way of a policy, and what does.
  func judge(_ policy: LAPolicy, _ error: NSErrorPointer) -> Bool {
    let obstacle: LAError
    switch Self.keychain {
    case .success(let keychain):
      guard let code = self.obstacle(to: policy.methods, on: keychain) else { return true }
      obstacle = LAError(code)
    case .failure(let failure): obstacle = failure
    }
    if let error = unsafe error { unsafe error.pointee = obstacle as NSError }
    return false
  }

  func answer(_ policy: LAPolicy, _ reason: String, _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    answer(reply) { keychain throws(LAError) in try self.evaluate(policy, reason, on: keychain) }
  }

  func answer(
    _ accessControl: SecAccessControl, _ operation: LAAccessControlOperation, _ reason: String,
    _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(reply) { keychain throws(LAError) in
      try self.evaluate(accessControl, operation, reason, on: keychain)
    }
  }

  /// A person may take minutes, so each question has a thread; one of a pool would be missing elsewhere meanwhile.
  private func answer(
    _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void,
    _ body: @escaping @Sendable (Keychain) throws(LAError) -> Void
  ) {
    // Found here, because the thread is none of the task that asks and that may have a keychain of its own.
    let keychain = Self.keychain
    Thread.detachNewThread {
      do throws(LAError) {
        try body(try keychain.get())
      } catch {
        return reply(false, error)
      }
      reply(true, nil)
    }
  }

  private static var keychain: Result<Keychain, LAError> {
    Result { () throws(KeychainError) in try ProcessKeychain.keychain }.mapError { LAError($0) }
  }

  private func evaluate(_ policy: LAPolicy, _ reason: String, on keychain: Keychain) throws(LAError) {
    if let obstacle = obstacle(to: policy.methods, on: keychain) { throw LAError(obstacle) }
    do throws(KeychainError) {
      try authenticationContext.evaluate(policy.methods, reason: reason, on: keychain)
    } catch {
      throw LAError(error)
    }
  }

  private func evaluate(
    _ accessControl: SecAccessControl, _ operation: LAAccessControlOperation, _ reason: String, on keychain: Keychain
  ) throws(LAError) {
    do throws(KeychainError) {
      try authenticationContext.evaluate(
        accessControl.value, for: operation.itemOperation, reason: reason, on: keychain)
    } catch {
      throw LAError(error)
    }
  }

  /// Why nobody can be asked for one of the methods; nil where somebody can.
  private func obstacle(to methods: AuthenticationMethods, on keychain: Keychain) -> LAError.Code? {
    if authenticationContext.isInvalidated { return .invalidContext }
    let hasPassphrase: Bool
    do throws(KeychainError) {
      hasPassphrase = try keychain.lockState != .noPassphrase
    } catch {
      return LAError(error).code
    }
    var offered = authenticationContext.offeredMethods(on: keychain)
    if !hasPassphrase { offered.remove(.passcode) }
    guard offered.isDisjoint(with: methods) else { return nil }
    if methods.contains(.passcode) { return hasPassphrase ? .notInteractive : .passcodeNotSet }
    return methods.contains(.biometry) ? .biometryNotAvailable : .watchNotAvailable
  }
}

extension LAPolicy {
  /// By which methods it is met.
  fileprivate var methods: AuthenticationMethods {
    switch self {
    case .deviceOwnerAuthentication: [.passcode, .biometry]
    case .deviceOwnerAuthenticationWithBiometrics: .biometry
    case .deviceOwnerAuthenticationWithWatch: .companion
    case .deviceOwnerAuthenticationWithBiometricsOrWatch: [.biometry, .companion]
    case .deviceOwnerAuthenticationWithWristDetection: .passcode
    }
  }
}

extension LAAccessControlOperation {
  /// What it is to the keychain.
  fileprivate var itemOperation: ItemOperation {
    switch self {
    case .createItem, .createKey: .add
    case .useItem, .useKeySign, .useKeyDecrypt, .useKeyKeyExchange: .read
    }
  }
}

extension LAError {
  /// What a failure of the keychain means to whoever evaluates.
  fileprivate init(_ error: KeychainError) {
    switch error {
    case .userCanceled: self.init(Code.userCancel)
    case .interactionNotAllowed: self.init(Code.notInteractive)
    case .passphraseNotSet: self.init(Code.passcodeNotSet)
    case .contextInvalidated: self.init(Code.invalidContext)
    case .authenticationFailed, .wrongPassphrase: self.init(Code.authenticationFailed)
    // The keychain itself cannot be used: nobody was asked, and nobody failed.
    default: self.init(Code.systemCancel)
    }
  }
}
