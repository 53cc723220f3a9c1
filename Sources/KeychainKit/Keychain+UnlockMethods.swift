import KeychainCrypto

extension Keychain {
  /// The ways in which the keychain is opened, as its key bag lists them; a locked one says so too.
  public var unlockMethods: [UnlockMethod] {
    get throws(KeychainError) { try store.unlockMethods() }
  }

  /// Makes a recovery code and adds it to the ways to unlock. It is shown once and kept nowhere: whoever prints it can
  /// open the keychain after the passphrase or the device's secret is lost.
  ///
  /// ```swift
  /// let code = try keychain.addRecoveryCode(authorizedBy: .passphrase(passphrase))
  /// ```
  ///
  /// - Parameter secret: opens the keychain now; nil where it opens by itself.
  /// - Throws: `.wrongPassphrase`, `.wrongUnlockSecret`, `.unlockSecretNeeded`, `.tooManyUnlockMethods`.
  public func addRecoveryCode(authorizedBy secret: UnlockSecret? = nil) throws(KeychainError) -> RecoveryCode {
    let code = store.keyring.newRecoveryCode()
    try store.addUnlockMethod(.recoveryCode(code), by: secret)
    return code
  }

  /// Adds a secret that comes from somewhere else, as from a systemd credential, to the ways to unlock.
  ///
  /// - Parameters:
  ///   - external: at least 16 bytes that nobody can guess.
  ///   - secret: opens the keychain now; nil where it opens by itself.
  public func addExternalSecret(
    _ external: SecretBytes, authorizedBy secret: UnlockSecret? = nil
  ) throws(KeychainError) {
    try store.addUnlockMethod(.externalSecret(external), by: secret)
  }

  /// Takes a recovery code or an external secret out of the ways to unlock.
  ///
  /// A copy of the file taken before still opens with it; where somebody else has it, `replacePassphrase` makes every
  /// key anew.
  /// - Returns: false where such a copy is left beside the file, as for `changePassphrase(from:to:)`.
  /// - Throws: `.noSuchUnlockMethod`; `.unlockMethodStays` for the passphrase, which `removePassphrase` removes.
  @discardableResult
  public func removeUnlockMethod(
    _ method: UnlockMethod.ID, authorizedBy secret: UnlockSecret? = nil
  ) throws(KeychainError) -> Bool {
    try store.removeUnlockMethod(method, by: secret)
  }

  /// Judges a secret and changes nothing: whether a code was written down right, say.
  public func verify(_ secret: UnlockSecret) throws(KeychainError) {
    try store.verify(secret)
  }

  /// This device's part of the keys, as a code for a sheet of paper; nil for a portable keychain.
  ///
  /// It lies where backups do not look, and without it or a recovery code the keychain's file opens nowhere.
  public var deviceSecret: DeviceSecretCode? { store.keyring.deviceSecretCode }
}

/// What came of making the keys anew.
public struct KeyRenewal: Sendable {
  /// How many items are gone for good, because they need a passphrase (`akpu`).
  public internal(set) var removedItemCount = 0
  /// Ways to unlock that are no more, because their secret was not given.
  public let droppedMethods: [UnlockMethod.Kind]
  /// The code that stands in for those that were dropped; nil where there was none.
  public let recoveryCode: RecoveryCode?
  /// Whether everything is sealed under the new keys and the old ones are gone; if not, as on a full disk, the next
  /// unlock goes on with it, and `Keychain.keyRotation` says what is left.
  public internal(set) var isFinished = true

  init(_ change: KeybagChange) {
    droppedMethods = change.droppedMethods
    recoveryCode = change.recoveryCode
  }

  func removing(_ count: Int) -> KeyRenewal {
    var renewal = self
    renewal.removedItemCount = count
    return renewal
  }
}
