import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Finds the slot that a secret opens, and once more where it was written anew meanwhile.
  ///
  /// - Parameter secret: nil for a keychain that opens by itself.
  func withCurrentSecret(
    _ secret: UnlockSecret?, _ body: (CurrentSecret) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    for _ in 0..<Self.slotAttempts {
      let image = try currentKeybag()
      let current = try keys { () throws(KeybagError) in try keyring.prepareUnlock(image, by: secret) }
      do {
        return try body(current)
      } catch {
        guard case .keybagChanged = error else { throw error }
      }
    }
    throw .busy
  }

  private static let slotAttempts = 3

  /// A portable keychain that is not yet unlocked cannot keep its state record: the secret at hand opens it for the
  /// change.
  private func lendingKeys(
    _ current: CurrentSecret, _ body: () throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard keyring.isPortable, keyring.state == .notYetUnlocked else { return try body() }
    let state = keyring.state
    try open(by: current)
    defer { keyring.close(backTo: state) }
    try body()
  }

  func open(by current: CurrentSecret) throws(KeychainError) {
    let image = try currentKeybag()
    try keys { () throws(KeybagError) in try keyring.unlock(image, by: current) }
  }

  /// Changes the bag from the one read in the same transaction, and takes over its keys once it is written.
  @discardableResult
  func changeKeybag(
    alongside: (borrowing WriteSession) throws(KeychainError) -> Void = { _ in },
    _ change: (KeybagImage) throws(KeybagError) -> KeybagChange
  ) throws(KeychainError) -> KeybagChange {
    let made = try write { session throws(KeychainError) in
      let image = try keybag(in: session)
      let made = try keys { () throws(KeybagError) in try change(image) }
      try alongside(session)
      try storage { () throws(StorageError) in try session.setKeybag(made.image.bytes) }
      return made
    }
    adopt(made)
    return made
  }

  func adopt(_ change: KeybagChange) {
    keyring.adopt(change)
    // The copy beside the database is a help in need and no part of the change: it is mended at the next opening.
    database.keybagFile?.replace(with: change.image.bytes)
  }
}

extension Store {
  /// The ways in which the keychain is opened.
  func unlockMethods() throws(KeychainError) -> [UnlockMethod] {
    try currentKeybag().unlockMethods
  }

  /// Puts the device's secret back where its file is gone while this process still has it; whether it was.
  func putBackDeviceSecret() throws(KeychainError) -> Bool {
    guard let code = keyring.deviceSecretCode else { return false }
    do throws(DeviceSecretError) {
      guard try settings.deviceSecret(of: databaseIdentifier) == nil else { return false }
      try settings.deviceSecrets?.put(code.secret, for: databaseIdentifier)
      return true
    } catch {
      throw KeychainError(error)
    }
  }

  /// Adds a way to unlock; whoever has a copy of the file from before does not have it.
  func addUnlockMethod(_ new: UnlockSecret, by secret: UnlockSecret?) throws(KeychainError) {
    try changeSlots(by: secret, keepsEarlierStates: true) { image, current throws(KeybagError) in
      try keyring.adding(new, in: image, authorizedBy: current)
    }
  }

  /// Takes a way to unlock out; copies taken before still open with it.
  ///
  /// - Returns: whether none is left beside the file.
  func removeUnlockMethod(_ method: UnlockMethod.ID, by secret: UnlockSecret?) throws(KeychainError) -> Bool {
    try changeSlots(by: secret, keepsEarlierStates: false) { image, current throws(KeybagError) in
      try keyring.removing(method, in: image, authorizedBy: current)
    }
  }

  /// Changes slots and nothing else; a portable keychain is opened for as long as that takes.
  ///
  /// - Parameter keepsEarlierStates: whether what holds the bag as it was may stay. Whoever took a secret out wants it
  ///   gone.
  /// - Returns: whether nothing is left to do. The change is made all the same, and the next unlock goes on with what
  ///   is left.
  @discardableResult
  func changeSlots(
    by secret: UnlockSecret?, keepsEarlierStates: Bool,
    _ change: (KeybagImage, CurrentSecret) throws(KeybagError) -> KeybagChange
  ) throws(KeychainError) -> Bool {
    var isFinished = true
    try withCurrentSecret(secret) { current throws(KeychainError) in
      try self.lendingKeys(current) { () throws(KeychainError) in
        try self.changeKeybag(
          alongside: { session throws(KeychainError) in
            if !keepsEarlierStates { try self.noteEarlierStates(in: session) }
          }
        ) { image throws(KeybagError) in try change(image, current) }
        if !keepsEarlierStates { isFinished = self.dropEarlierStates() }
      }
    }
    return isFinished
  }

  private func dropEarlierStates() -> Bool {
    do {
      return try cleanFilesAlone()
    } catch {
      // What is left stands in the database.
      return false
    }
  }
}
