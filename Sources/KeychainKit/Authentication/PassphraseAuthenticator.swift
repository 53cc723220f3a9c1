public import KeychainCrypto
public import KeychainPolicy

/// Asks for the keychain's passphrase, and by it meets the device passcode and user presence.
///
/// ```swift
/// let keychain = keychain.with(PassphraseAuthenticator { prompt in askOnTerminal(prompt.reason) })
/// ```
public struct PassphraseAuthenticator: Authenticator {
  private let prompt: @Sendable (AuthenticationPrompt) throws -> SecretBytes?

  /// How often a passphrase is asked for before a wrong one is the answer.
  public static let attempts = 3

  /// An authenticator that shows its questions by `prompt`.
  ///
  /// - Parameter prompt: gives what the person typed, nil where they declined. An `AuthenticationError` that it throws
  ///   is the answer; any other error means that the authentication failed.
  public init(_ prompt: @escaping @Sendable (AuthenticationPrompt) throws -> SecretBytes?) {
    self.prompt = prompt
  }

  /// The passcode, which the passphrase stands for.
  public var methods: AuthenticationMethods { .passcode }

  /// Asks for the passphrase, and again where it was wrong, three times in all.
  public func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationMethods {
    for attempt in 1...Self.attempts {
      let typed = try answer(
        AuthenticationPrompt(
          subject: .passphrase, reason: request.reason, keychainPath: request.keychainPath, attempt: attempt))
      if try request.accepts(passphrase: typed) { return .passcode }
    }
    throw .failed
  }

  /// Asks once: whether the password is right only the item can say.
  public func applicationPassword(
    for request: ApplicationPasswordRequest
  ) throws(AuthenticationError) -> SecretBytes {
    try answer(
      AuthenticationPrompt(
        subject: request.isNew ? .newApplicationPassword : .applicationPassword, reason: request.reason,
        keychainPath: request.keychainPath, attempt: 1))
  }

  private func answer(_ question: AuthenticationPrompt) throws(AuthenticationError) -> SecretBytes {
    let typed: SecretBytes?
    do {
      typed = try prompt(question)
    } catch let error as AuthenticationError {
      throw error
    } catch {
      throw .failed
    }
    guard let typed else { throw .cancelled }
    return typed
  }
}

/// One question to a person.
public struct AuthenticationPrompt: Sendable {
  /// What is to be typed.
  public enum Subject: Sendable {
    /// The passphrase of the keychain.
    case passphrase
    /// The password under which an item is sealed.
    case applicationPassword
    /// A password under which an item is to be sealed: what is mistyped here opens nothing later.
    case newApplicationPassword
  }

  /// What is to be typed.
  public let subject: Subject
  /// What the person is told; a sentence without a full stop.
  public let reason: String
  /// The file of the keychain, nil for one in memory.
  public let keychainPath: String?
  /// 1 for the first question, one more after each wrong answer.
  public let attempt: Int
}
