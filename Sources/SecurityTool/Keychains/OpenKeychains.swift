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

  /// Makes the snapshots that are due.
  func makeDueSnapshots() {
    for keychain in keychains.values {
      do throws(KeychainError) {
        try keychain.makeSnapshot(ifDue: true)
      } catch {
        // Nobody asked for it; the next command tries again, and an examination says that there is none.
      }
    }
  }

  func note(agentRefusal: KeychainError) {
    self.agentRefusal = agentRefusal
  }
}
