import KeychainKit

/// Asks the person at the terminal for what an item asks for.
struct TerminalPrompt {
  let terminal: any Terminal
  /// What came with the command: it is the first answer to a question for the keychain's passphrase.
  let passphrase: SecretBytes?

  /// What a keychain is opened with: whoever answered once need not again for this command.
  func authenticating(_ keychain: Keychain) -> Keychain {
    keychain.with(PassphraseAuthenticator { try answer($0) }).with(AuthenticationContext())
  }

  /// - Returns: nil where the person gave up.
  /// - Throws: `.interactionNotAllowed` where there is no terminal.
  func answer(_ prompt: AuthenticationPrompt) throws(AuthenticationError) -> SecretBytes? {
    if prompt.subject == .passphrase, prompt.attempt == 1, let passphrase { return passphrase }
    do {
      return try terminal.readSecret(Self.words(prompt))
    } catch {
      switch error {
      case .absent: throw .interactionNotAllowed
      case .cancelled: return nil
      }
    }
  }

  private static func words(_ prompt: AuthenticationPrompt) -> String {
    let subject =
      switch prompt.subject {
      case .passphrase: "password of \(prompt.keychainPath ?? "the keychain")"
      case .applicationPassword: "password of the item"
      case .newApplicationPassword: "new password of the item"
      }
    return "\(subject), to \(prompt.reason): "
  }
}
