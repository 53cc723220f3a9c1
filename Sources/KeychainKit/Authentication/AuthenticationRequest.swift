public import KeychainCrypto
public import KeychainPolicy

/// What a person is to show, and why.
public struct AuthenticationRequest: Sendable {
  /// What the person is told; a sentence without a full stop.
  public let reason: String
  /// The methods of which one must be met; the authenticator offers each of them.
  public let methods: AuthenticationMethods
  /// The file of the keychain, nil for one in memory.
  public let keychainPath: String?
  /// How long ago an authentication may lie that the authenticator remembers and counts again; 0 where none may.
  public let reuseDurationSeconds: Double

  private let judge: @Sendable (SecretBytes) throws(KeychainError) -> Void

  init(
    reason: String, methods: AuthenticationMethods, keychainPath: String?, reuseDurationSeconds: Double,
    judge: @escaping @Sendable (SecretBytes) throws(KeychainError) -> Void
  ) {
    self.reason = reason
    self.methods = methods
    self.keychainPath = keychainPath
    self.reuseDurationSeconds = reuseDurationSeconds
    self.judge = judge
  }

  /// Whether it is the passphrase of the keychain; at the default cost this takes most of a second. It unlocks nothing.
  ///
  /// - Throws: `.keychain` where it cannot be said.
  public func accepts(passphrase: SecretBytes) throws(AuthenticationError) -> Bool {
    do {
      try judge(passphrase)
      return true
    } catch {
      guard case .wrongPassphrase = error else { throw .keychain(error) }
      return false
    }
  }
}

/// Which password of the application's is asked for, and why.
public struct ApplicationPasswordRequest: Sendable {
  /// What the person is told; a sentence without a full stop.
  public let reason: String
  /// Whether an item is to be sealed under the password; else it opens one.
  public let isNew: Bool
  /// The file of the keychain, nil for one in memory.
  public let keychainPath: String?
}
