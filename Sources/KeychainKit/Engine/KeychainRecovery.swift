import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// Makes a keychain openable again whose device secret is lost, or was never on this machine.
///
/// It works on the file and not on a store: before it is done, nothing opens the keys but the recovery code.
struct KeychainRecovery {
  /// What came of it.
  struct Outcome {
    var lostItemCount = 0
    var droppedMethods: [UnlockMethod.Kind] = []
    /// What the anchor and the key bag said of the file before.
    var rollback: KeychainCondition.Rollback?
  }

  let opening: StoreOpening
  let code: RecoveryCode
  /// Where the keychain had a passphrase.
  let passphrase: SecretBytes?

  private var settings: StoreSettings { opening.settings }

  func run(_ database: Database) throws(KeychainError) -> Outcome {
    var prepared: NewPassphrase?
    if let passphrase {
      prepared = try keys { () throws(KeybagError) in try NewPassphrase(passphrase, limits: settings.limits) }
    }
    guard let folder = settings.deviceSecrets else {
      throw .internalInconsistency("no folder for the device secret")
    }
    var anchor: Anchor?
    var outcome = Outcome()
    var bag: [UInt8] = []
    try database.write(
      committed: {
        // The copy of the bag is a help in need. An anchor that is not written notices less, and the next one catches
        // up.
        database.keybagFile?.replace(with: bag)
        do {
          if let anchor { try AnchorFile(folder: folder.folder, for: anchor.databaseIdentifier).advance(to: anchor) }
        } catch {}
      },
      { session throws(KeychainError) in
        let copies = try storage { () throws(StorageError) in try session.keybag() }
        let image = try KeybagCopies.first(of: copies, in: database)
        try judge(image)
        let secret = try newSecret(in: folder, for: image.databaseIdentifier)
        let (change, keyring) = try keys { () throws(KeybagError) in
          try Keyring.recovering(
            image, with: code, deviceSecret: secret, passphrase: prepared, limits: settings.limits)
        }
        bag = change.image.bytes
        outcome.droppedMethods = change.droppedMethods
        outcome.lostItemCount = try boundItemCount(in: session)
        let file = AnchorFile(folder: folder.folder, for: image.databaseIdentifier)
        let state = RecoveredState(keyring: keyring, anchor: file.read(), keybagGeneration: image.generation)
        outcome.rollback = try state.rollback(in: session)
        try storage { () throws(StorageError) in try session.setKeybag(bag) }
        anchor = try state.keep(in: session, file)
      })
    return outcome
  }

  /// Asked before a secret is made: what is refused must leave nothing behind.
  private func judge(_ image: KeybagImage) throws(KeychainError) {
    guard try keys({ () throws(KeybagError) in try image.accepts(code) }) else {
      throw .wrongUnlockSecret(.recoveryCode)
    }
    guard image.hasPassphrase == (passphrase != nil) else {
      throw image.hasPassphrase ? .unlockSecretNeeded : .passphraseNotSet
    }
  }

  private func newSecret(
    in folder: DeviceSecretFile, for database: Identifier
  ) throws(KeychainError) -> DeviceSecret {
    do {
      return try folder.replace(for: database)
    } catch {
      throw KeychainError(error)
    }
  }

  private func boundItemCount(in session: borrowing WriteSession) throws(KeychainError) -> Int {
    var count = 0
    for protection in ProtectionClass.allCases where protection.isThisDeviceOnly {
      count += try storage { () throws(StorageError) in
        try session.countItems(ItemSelection(protection: Int64(protection.rawValue)))
      }
    }
    return count
  }
}

/// The state record and the anchor of a keychain that is recovered: a later epoch, and the same rows.
///
/// The record keeps the sum that it had, since the key bag is in no sum: rows that somebody changed are found
/// afterwards
/// as they are elsewhere.
private struct RecoveredState {
  let keyring: Keyring
  let anchor: AnchorFile.Content
  /// Of the bag before.
  let keybagGeneration: UInt64

  /// What speaks for an older file. That there is no anchor is nothing on a machine that never had one.
  func rollback(in session: borrowing WriteSession) throws(KeychainError) -> KeychainCondition.Rollback? {
    guard let (box, record) = try sealed(in: session) else { return nil }
    if record.keybagGeneration > keybagGeneration { return .olderKeybag }
    guard case .anchor(let anchor) = anchor else { return nil }
    if anchor.epoch != record.epoch { return anchor.epoch > record.epoch ? .olderThanAnchor : nil }
    do {
      return try keyring.isAnchor(anchor, of: box) ? nil : .partedFromAnchor
    } catch {
      throw KeychainError(error)
    }
  }

  func keep(in session: borrowing WriteSession, _ file: AnchorFile) throws(KeychainError) -> Anchor {
    let record = try record(in: session)
    do {
      let box = try keyring.sealState(record)
      try session.setMeta(Store.stateKey, box)
      let new = try keyring.anchor(of: box, epoch: record.epoch)
      // INVARIANT: an anchor exists before the first record that says so.
      if anchor == .absent || anchor == .unreadable { try file.advance(to: new) }
      return new
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch let error as DeviceSecretError {
      throw KeychainError(error)
    } catch {
      throw .locked
    }
  }

  private func record(in session: borrowing WriteSession) throws(KeychainError) -> StateRecord {
    let generation = try storage { () throws(StorageError) in try session.keybagGeneration() }
    guard var (_, record) = try sealed(in: session) else {
      return try StateRecord(
        accepting: session, keybagGeneration: generation, anchor: anchor, seenEpoch: 0, isAnchored: true, keyring)
    }
    var anchored: UInt64 = 0
    if case .anchor(let anchor) = anchor { anchored = anchor.epoch }
    record.epoch = max(record.epoch, anchored) + 1
    record.keybagGeneration = generation
    record.isAnchored = true
    return record
  }

  /// The record as it is, where it opens.
  private func sealed(
    in session: borrowing WriteSession
  ) throws(KeychainError) -> (box: [UInt8], record: StateRecord)? {
    guard let box = try storage({ () throws(StorageError) in try session.meta(Store.stateKey) }) else { return nil }
    do {
      return try keyring.openState(box).map { (box, $0) }
    } catch {
      throw KeychainError(error)
    }
  }
}
