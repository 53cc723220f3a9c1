import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Sets the first passphrase and seals everything anew that it protects from now on.
  func setPassphrase(_ passphrase: SecretBytes, keeping secrets: [UnlockSecret]) throws(KeychainError) -> KeyRenewal {
    let prepared = try keys { () throws(KeybagError) in try keyring.preparePassphrase(passphrase) }
    try refuseRowsThatStay()
    let change = try changeKeybag { image throws(KeybagError) in
      try keyring.settingPassphrase(in: image, to: prepared, keeping: secrets)
    }
    return finished(change)
  }

  /// Writes the passphrase's slot anew. Copies taken before still open with the old passphrase.
  ///
  /// - Parameter keepsEarlierStates: where nobody asked for another secret.
  /// - Returns: whether no such copy is left beside the file.
  @discardableResult
  func changePassphrase(
    by secret: UnlockSecret, to new: SecretBytes, keepsEarlierStates: Bool = false
  ) throws(KeychainError) -> Bool {
    let prepared = try keys { () throws(KeybagError) in try keyring.preparePassphrase(new) }
    return try changeSlots(by: secret, keepsEarlierStates: keepsEarlierStates) { image, current throws(KeybagError) in
      try keyring.changingPassphrase(in: image, from: current, to: prepared)
    }
  }

  /// Replaces a passphrase that somebody else knows: MK_user and everything under it is new.
  func replacePassphrase(
    by secret: UnlockSecret, to new: SecretBytes, keeping secrets: [UnlockSecret]
  ) throws(KeychainError) -> KeyRenewal {
    let prepared = try keys { () throws(KeybagError) in try keyring.preparePassphrase(new) }
    return try renewKeys(by: secret) { image, current throws(KeybagError) in
      try keyring.replacingPassphrase(in: image, from: current, to: prepared, keeping: secrets + [secret])
    }
  }

  /// Removes the passphrase, and with it the items that need one.
  func removePassphrase(by secret: UnlockSecret, keeping secrets: [UnlockSecret]) throws(KeychainError) -> KeyRenewal {
    guard !keyring.isPortable else { throw .portableWithoutPassphrase }
    guard keyring.state != .noPassphrase else { throw .passphraseNotSet }
    var lost = 0
    return try renewKeys(
      by: secret,
      alongside: { session throws(KeychainError) in
        lost = try self.deleteAll(of: .whenPasscodeSetThisDeviceOnly, in: session)
      }
    ) { image, current throws(KeybagError) in
      try keyring.removingPassphrase(in: image, current: current, keeping: secrets + [secret])
    }.removing(lost)
  }

  /// Judges a secret and changes nothing.
  func verify(_ secret: UnlockSecret) throws(KeychainError) {
    let image = try currentKeybag()
    _ = try keys { () throws(KeybagError) in try keyring.prepareUnlock(image, by: secret) }
  }

  /// Writes a passphrase's slot anew whose cost is below that of new ones; nobody asked for it, and nobody is told.
  func raiseCost(of passphrase: SecretBytes) {
    do {
      try changePassphrase(by: .passphrase(passphrase), to: passphrase, keepsEarlierStates: true)
    } catch {
      // The keychain is unlocked all the same, and the next unlock tries again.
    }
  }

  private func renewKeys(
    by secret: UnlockSecret, alongside: (borrowing WriteSession) throws(KeychainError) -> Void = { _ in },
    _ change: (KeybagImage, CurrentSecret) throws(KeybagError) -> KeybagChange
  ) throws(KeychainError) -> KeyRenewal {
    var made: KeybagChange?
    let state = keyring.state
    do {
      try withCurrentSecret(secret) { current throws(KeychainError) in
        if self.keyring.state != .unlocked { try self.open(by: current) }
        try self.refuseRowsThatStay()
        made = try self.changeKeybag(alongside: alongside) { image throws(KeybagError) in try change(image, current) }
      }
    } catch {
      // The keys were opened for the change alone, and nobody asked for more.
      keyring.close(backTo: state)
      throw error
    }
    guard let made else { throw .internalInconsistency("a change of keys came to nothing") }
    return finished(made)
  }

  /// After MK_user is new: nobody else may go on with the old keys, and every row leaves them.
  ///
  /// The change is made, and what comes of it may be a recovery code that is shown once: what cannot be finished now is
  /// said in the answer, and the next unlock goes on with it.
  private func finished(_ change: KeybagChange) -> KeyRenewal {
    var renewal = KeyRenewal(change)
    do {
      try raiseLockEpoch()
      watchLock()
      renewal.isFinished = try finishKeyRotation()
    } catch {
      renewal.isFinished = false
    }
    // The key that the agent may have opens no body any more, whether or not the kernel lets it be removed.
    do { try forgetInAgent() } catch {}
    return renewal
  }
}
