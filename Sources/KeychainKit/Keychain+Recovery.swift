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
  /// let (keychain, lost) = try Keychain.recover(at: path, with: code, newPassphrase: passphrase)
  /// ```
  ///
  /// - Parameter new: the passphrase from now on; nil where the keychain had none.
  /// - Returns: the keychain, unlocked, and how many items are lost.
  /// - Throws: `.wrongUnlockSecret` and `.noSuchUnlockMethod`, after which everything is as before;
  ///   `.unlockSecretNeeded` where the keychain had a passphrase and `new` is nil, `.passphraseNotSet` for the reverse;
  ///   `.nothingToRecover`.
  public static func recover(
    at path: String, with code: RecoveryCode, newPassphrase new: SecretBytes?, as caller: Caller = .default,
    options: Options = Options()
  ) throws(KeychainError) -> (keychain: Keychain, lostItemCount: Int) {
    let opening = StoreOpening(path: path, settings: try options.settings())
    guard let identity = try opening.inspected() else { throw .noSuchKeychain(path: path) }
    do throws(KeychainError) {
      let keychain = Keychain(try opening.opened(identity), caller: caller)
      guard try keychain.lockState != .noPassphrase else { throw .nothingToRecover }
      guard let new else { throw .unlockSecretNeeded }
      try keychain.changePassphrase(authorizedBy: .recoveryCode(code), to: new)
      try keychain.unlock(passphrase: new)
      return (keychain, 0)
    } catch {
      guard case .deviceSecretMissing = error else { throw error }
    }
    let lost = try KeychainRecovery(opening: opening, code: code, passphrase: new).run(try opening.database())
    let keychain = try open(path, as: caller, options: options)
    if let new { try keychain.unlock(passphrase: new) }
    return (keychain, lost)
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
