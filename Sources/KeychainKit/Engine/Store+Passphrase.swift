import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Sets the first passphrase and seals everything anew that it protects from now on.
  func setPassphrase(_ passphrase: SecretBytes) throws(KeychainError) {
    let prepared = try keys { () throws(KeybagError) in try keyring.preparePassphrase(passphrase) }
    try refuseRowsThatStay()
    try changeKeybag { image throws(KeybagError) in try keyring.settingPassphrase(in: image, to: prepared) }
    try finishRekeying()
  }

  /// Writes the passphrase's slot anew. Copies taken before still open with the old passphrase.
  func changePassphrase(from old: SecretBytes, to new: SecretBytes) throws(KeychainError) {
    let prepared = try keys { () throws(KeybagError) in try keyring.preparePassphrase(new) }
    try withCurrentPassphrase(old) { current throws(KeychainError) in
      try self.changeKeybag { image throws(KeybagError) in
        try self.keyring.changingPassphrase(in: image, from: current, to: prepared)
      }
    }
    truncateLog()
  }

  /// Removes the passphrase; how many items went with it, because they need one.
  func removePassphrase(current passphrase: SecretBytes) throws(KeychainError) -> Int {
    guard !keyring.isPortable else { throw .portableWithoutPassphrase }
    guard keyring.state != .noPassphrase else { throw .passphraseNotSet }
    var lost = 0
    let wasUnlocked = keyring.state == .unlocked
    do {
      try withCurrentPassphrase(passphrase) { current throws(KeychainError) in
        try self.unlockForChange(passphrase)
        try self.refuseRowsThatStay()
        try self.changeKeybag(alongside: { session throws(KeychainError) in
          lost = try self.deleteAll(of: .whenPasscodeSetThisDeviceOnly, in: session)
        }) { image throws(KeybagError) in
          try self.keyring.removingPassphrase(in: image, current: current)
        }
      }
    } catch {
      // The keys were opened for the change alone, and nobody asked for more.
      if !wasUnlocked { keyring.lock() }
      throw error
    }
    try finishRekeying()
    return lost
  }

  /// Judges a passphrase and changes nothing.
  func verifyPassphrase(_ passphrase: SecretBytes) throws(KeychainError) {
    let image = try currentKeybag()
    try keys { () throws(KeybagError) in try keyring.verify(image, passphrase: passphrase) }
  }

  private func unlockForChange(_ passphrase: SecretBytes) throws(KeychainError) {
    guard keyring.state != .unlocked else { return }
    let image = try currentKeybag()
    _ = try keys { () throws(KeybagError) in try keyring.unlock(image, passphrase: passphrase) }
  }

  /// Derives the key of the current slot, and once more where the slot was written anew meanwhile.
  private func withCurrentPassphrase(
    _ passphrase: SecretBytes, _ body: (CurrentPassphrase) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    for _ in 0..<Self.slotAttempts {
      let image = try currentKeybag()
      let current = try keys { () throws(KeybagError) in try keyring.prepareUnlock(image, passphrase) }
      do {
        return try body(current)
      } catch {
        guard case .keybagChanged = error else { throw error }
      }
    }
    throw .busy
  }

  private static let slotAttempts = 3

  /// Changes the bag from the one read in the same transaction, and takes over its keys once it is written.
  private func changeKeybag(
    alongside: (borrowing WriteSession) throws(KeychainError) -> Void = { _ in },
    _ change: (KeybagImage) throws(KeybagError) -> KeybagChange
  ) throws(KeychainError) {
    let made = try write { session throws(KeychainError) in
      let image = try keybag(in: session)
      let made = try keys { () throws(KeybagError) in try change(image) }
      try alongside(session)
      try storage { () throws(StorageError) in try session.setKeybag(made.image.bytes) }
      return made
    }
    adopt(made)
  }

  private func adopt(_ change: KeybagChange) {
    keyring.adopt(change)
    // The copy beside the database is a help in need and no part of the change: it is mended at the next opening.
    database.keybagFile?.replace(with: change.image.bytes)
  }

  func keys<Result>(_ body: () throws(KeybagError) -> Result) throws(KeychainError) -> Result {
    do {
      return try body()
    } catch {
      throw KeychainError(error)
    }
  }

  /// After MK_user is new: nobody else may go on with the old keys, and every row leaves them.
  private func finishRekeying() throws(KeychainError) {
    try raiseLockEpoch()
    watchLock()
    try resumeRekey()
    // Last, because the kernel may refuse: rows must not stay under the old keys for that.
    try forgetInAgent()
  }
}
