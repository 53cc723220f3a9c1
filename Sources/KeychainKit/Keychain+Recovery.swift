import KeychainCrypto
public import KeychainPolicy

extension Keychain {
  /// Opens a keychain with a recovery code, after its passphrase or the device's secret was lost, or on another machine
  /// to which its file was brought.
  ///
  /// Where the device's secret is there, the passphrase is set anew and nothing else changes. Where it is not, a new
  /// one is made, and the items that were bound to the old device are lost.
  ///
  /// ```swift
  /// let code = try RecoveryCode(typed)
  /// let recovery = try Keychain.recover(at: path, with: code, newPassphrase: passphrase)
  /// print("\(recovery.lostItemCount) items are lost")
  /// ```
  ///
  /// - Parameters:
  ///   - path: of the keychain.
  ///   - code: the printed one.
  ///   - new: the passphrase from now on; nil where the keychain had none.
  ///   - caller: on whose behalf it is used.
  ///   - options: what it is opened with.
  /// - Throws: `.wrongUnlockSecret` and `.noSuchUnlockMethod`, `.unlockSecretNeeded` where the keychain had a
  ///   passphrase
  ///   and `new` is nil, `.passphraseNotSet` for the reverse, `.nothingToRecover`: everything is as before.
  public static func recover(
    at path: String, with code: RecoveryCode, newPassphrase new: SecretBytes?, as caller: Caller = .default,
    options: Options = Options()
  ) throws(KeychainError) -> Recovery {
    let opening = StoreOpening(path: path, settings: try options.settings())
    // Before the code's keys are in memory.
    opening.protectProcess()
    guard let identity = try opening.inspected() else { throw .noSuchKeychain(path: path) }
    do throws(KeychainError) {
      let keychain = Keychain(try opening.opened(identity), caller: caller)
      return try keychain.recovered(with: code, new)
    } catch {
      guard case .deviceSecretMissing = error else { throw error }
    }
    let outcome = try KeychainRecovery(opening: opening, code: code, passphrase: new).run(try opening.database())
    let keychain = try open(path, as: caller, options: options)
    if let new { try keychain.unlock(passphrase: new) }
    return Recovery(
      keychain: keychain, lostItemCount: outcome.lostItemCount, droppedMethods: outcome.droppedMethods,
      rollback: outcome.rollback)
  }

  /// The device's secret is there, or a process that has the keychain open still has it.
  private func recovered(with code: RecoveryCode, _ new: SecretBytes?) throws(KeychainError) -> Recovery {
    let isBack = try store.putBackDeviceSecret()
    if try lockState == .noPassphrase {
      guard isBack else { throw .nothingToRecover }
      return Recovery(keychain: self, lostItemCount: 0, droppedMethods: [], rollback: nil)
    }
    guard let new else { throw .unlockSecretNeeded }
    try changePassphrase(authorizedBy: .recoveryCode(code), to: new)
    try unlock(passphrase: new)
    return Recovery(keychain: self, lostItemCount: 0, droppedMethods: [], rollback: nil)
  }

  /// Puts a device secret that was kept elsewhere in its place, so that the keychain at the path opens again, on this
  /// machine or another.
  ///
  /// - Throws: `.wrongUnlockSecret` where it is another keychain's.
  public static func restoreDeviceSecret(
    _ secret: DeviceSecretCode, at path: String, options: Options = Options()
  ) throws(KeychainError) {
    let opening = StoreOpening(path: path, settings: try options.settings())
    guard try opening.inspected() != nil else { throw .noSuchKeychain(path: path) }
    try opening.restoreDeviceSecret(secret)
  }
}

/// What came of a recovery.
public struct Recovery: Sendable {
  /// The keychain, unlocked.
  public let keychain: Keychain
  /// How many items are gone, because they were bound to the device whose secret is lost.
  public let lostItemCount: Int
  /// Ways to unlock that are no more, because the lost secret was part of them.
  public let droppedMethods: [UnlockMethod.Kind]
  /// What spoke for an older file before. The keychain is written from now on, and is as old as it was.
  public let rollback: KeychainCondition.Rollback?
}

extension UnlockSecret {
  /// What systemd handed to this service under a name: the contents of a file in `$CREDENTIALS_DIRECTORY`.
  ///
  /// ```ini
  /// LoadCredentialEncrypted=keychain:/etc/credstore.encrypted/keychain
  /// ```
  ///
  /// - Throws: `.unusable` where there is no such credential, or others may read it.
  public static func credential(named name: String) throws(KeychainError) -> UnlockSecret {
    do {
      if let secret = try SystemdCredential.ofProcess?.secret(named: name) { return .externalSecret(secret) }
    } catch {
      throw KeychainError(error)
    }
    throw .unusable(path: name, reason: "systemd gave this process no credential of the name")
  }
}
