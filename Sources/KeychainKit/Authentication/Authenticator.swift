public import KeychainCrypto
public import KeychainPolicy

/// Who asks a person, where an item asks for one.
///
/// The keychain calls it outside of every lock and transaction of its own: it may take as long as a person does, and
/// may use the keychain meanwhile. Several threads may call it at once. It is trusted: what it says was met counts.
public protocol Authenticator: Sendable {
  /// What it can ask for.
  var methods: AuthenticationMethods { get }

  /// Asks a person to show that it is them.
  ///
  /// - Returns: the methods that were met, one of the request's at least.
  /// - Throws: why none was.
  func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationMethods

  /// Asks for the password under which an item is, or is to be, sealed.
  func applicationPassword(for request: ApplicationPasswordRequest) throws(AuthenticationError) -> SecretBytes
}

/// Why a person did not authenticate.
public enum AuthenticationError: Error, Sendable {
  /// The person declined.
  case cancelled
  /// Nobody can be asked now.
  case interactionNotAllowed
  /// What the person gave was wrong, or the device that would tell does not work.
  case failed
  /// The keychain could not judge a passphrase.
  case keychain(KeychainError)
}

extension KeychainError {
  /// What a failed authentication means to the call that needed it.
  init(_ error: AuthenticationError) {
    self =
      switch error {
      case .cancelled: .userCanceled
      case .interactionNotAllowed: .interactionNotAllowed
      case .failed: .authenticationFailed
      case .keychain(let error): error
      }
  }
}
