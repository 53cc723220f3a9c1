public import KeychainCrypto

extension Keychain {
  /// What can be read now.
  public enum LockState: Sendable {
    /// There is no passphrase: everything, always.
    case noPassphrase
    /// Items that are always accessible.
    case notYetUnlocked
    /// Everything.
    case unlocked
    /// Items that are accessible always or after the first unlock.
    case locked
  }

  /// What can be read now; a lock in another process counts.
  public var lockState: LockState {
    get throws(KeychainError) {
      try store.noticeLock()
      switch store.keyring.state {
      case .noPassphrase: return .noPassphrase
      case .notYetUnlocked: return .notYetUnlocked
      case .unlocked: return .unlocked
      case .locked: return .locked
      }
    }
  }

  /// Wipes the keys that need the passphrase, in this process and in every other.
  ///
  /// - Returns: false where there is no passphrase, and so nothing was locked.
  @discardableResult
  public func lock() throws(KeychainError) -> Bool {
    try store.lock()
  }

  /// Locks when the delay is over, unless somebody unlocks through this process before.
  public func lock(after delay: Duration) {
    store.lock(after: delay)
  }

  /// When the keychain locks by itself.
  ///
  /// The time without use is that of this process; every process that has the keychain unlocked has its own.
  public var settings: KeychainSettings {
    get throws(KeychainError) { try store.keychainSettings() }
  }

  /// Decides when the keychain locks by itself, from now on here and from the next unlock on elsewhere.
  ///
  /// - Throws: `.locked` where it is not unlocked.
  public func setSettings(_ settings: KeychainSettings) throws(KeychainError) {
    try store.setSettings(settings)
  }

  /// Unlocks with the passphrase; at the default cost this takes most of a second.
  ///
  /// - Throws: `.wrongPassphrase`, after which everything is as before; `.passphraseNotSet`.
  public func unlock(passphrase: SecretBytes) throws(KeychainError) {
    try store.unlock(with: .passphrase(passphrase))
  }

  /// Unlocks with any of the secrets that open the keychain.
  ///
  /// - Throws: `.wrongPassphrase` or `.wrongUnlockSecret`, after which everything is as before; `.passphraseNotSet` or
  ///   `.noSuchUnlockMethod` where it is not opened in this way.
  public func unlock(with secret: UnlockSecret) throws(KeychainError) {
    try store.unlock(with: secret)
  }

  /// Sets the first passphrase. What is there is sealed anew, so that a copy of the file taken before opens nothing of
  /// what comes after.
  ///
  /// - Parameters:
  ///   - passphrase: opens the keychain from then on.
  ///   - secrets: recovery codes and external secrets that are to open it as well. Those that are not given are
  ///     dropped, and a new recovery code stands in for one.
  @discardableResult
  public func setPassphrase(
    _ passphrase: SecretBytes, keeping secrets: [UnlockSecret] = []
  ) throws(KeychainError) -> KeyRenewal {
    try store.setPassphrase(passphrase, keeping: secrets)
  }

  /// Changes the passphrase. A copy of the file taken before still opens with the old one.
  ///
  /// - Returns: false where such a copy is left beside the file, a snapshot or an entry of the log, because something
  ///   was in the way; the next unlock removes it.
  @discardableResult
  public func changePassphrase(from old: SecretBytes, to new: SecretBytes) throws(KeychainError) -> Bool {
    try store.changePassphrase(by: .passphrase(old), to: new)
  }

  /// Sets a passphrase in the place of one that is lost, with a recovery code or an external secret.
  ///
  /// - Returns: as for `changePassphrase(from:to:)`.
  @discardableResult
  public func changePassphrase(
    authorizedBy secret: UnlockSecret, to new: SecretBytes
  ) throws(KeychainError) -> Bool {
    try store.changePassphrase(by: secret, to: new)
  }

  /// Replaces a passphrase that somebody else knows: every key that it leads to is made anew, and everything under
  /// them sealed again. A copy of the file taken before opens nothing of what comes after.
  ///
  /// The keychain is unlocked in this process afterwards, and locked in every other.
  /// - Parameters:
  ///   - secret: opens the keychain now.
  ///   - new: the passphrase from then on.
  ///   - secrets: as for `setPassphrase`; the one that authorizes stays in any case.
  @discardableResult
  public func replacePassphrase(
    authorizedBy secret: UnlockSecret, to new: SecretBytes, keeping secrets: [UnlockSecret] = []
  ) throws(KeychainError) -> KeyRenewal {
    try store.replacePassphrase(by: secret, to: new, keeping: secrets)
  }

  /// Removes the passphrase: the keychain then opens by itself.
  ///
  /// - Parameters:
  ///   - passphrase: the one that there is.
  ///   - secrets: as for `setPassphrase`.
  /// - Returns: also how many items are gone for good, because they need a passphrase (`akpu`).
  @discardableResult
  public func removePassphrase(
    current passphrase: SecretBytes, keeping secrets: [UnlockSecret] = []
  ) throws(KeychainError) -> KeyRenewal {
    try store.removePassphrase(by: .passphrase(passphrase), keeping: secrets)
  }

  /// Judges the passphrase and changes nothing.
  public func verifyPassphrase(_ passphrase: SecretBytes) throws(KeychainError) {
    try store.verify(.passphrase(passphrase))
  }

  /// How many rows could not be read and lie in quarantine, hidden and kept.
  public var unreadableItemCount: Int { store.undecodable.count }
}
