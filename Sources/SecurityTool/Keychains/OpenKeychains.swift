import KeychainKit

/// Keeps keychains open: while one is, its keys stay in memory, so that what one command unlocks the next can read.
final class OpenKeychains {
  private var keychains: [String: Keychain] = [:]
  /// What the kernel's keyring was refused with, if it was.
  private(set) var agentRefusal: KeychainError?

  func keep(_ keychain: Keychain, at path: String) -> Keychain {
    keychains[path] = keychain
    return keychain
  }

  func note(agentRefusal: KeychainError) {
    self.agentRefusal = agentRefusal
  }
}
