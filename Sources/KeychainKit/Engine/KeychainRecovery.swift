import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// Makes a keychain openable again whose device secret is lost, or was never on this machine.
///
/// It works on the file and not on a store: before it is done, nothing opens the keys but the recovery code.
struct KeychainRecovery {
  let opening: StoreOpening
  let code: RecoveryCode
  /// Where the keychain had a passphrase.
  let passphrase: SecretBytes?

  private var settings: StoreSettings { opening.settings }

  /// - Returns: how many items are lost, because they were bound to the device.
  func run(_ database: Database) throws(KeychainError) -> Int {
    let prepared = try preparedPassphrase()
    let folder = try folder()
    var anchor: Anchor?
    var lost = 0
    var bag: [UInt8] = []
    try database.write(
      committed: {
        // The copy of the bag is a help in need. An anchor that is not written notices less, and the next one catches
        // up.
        database.keybagFile?.replace(with: bag)
        do { if let anchor { try anchorFile(of: anchor, in: folder).advance(to: anchor) } } catch {}
      },
      { session throws(KeychainError) in
        let copies = try storage { () throws(StorageError) in try session.keybag() }
        let image = try KeybagCopies.first(of: copies + (database.keybagFile?.read().map { [$0] } ?? []))
        // Asked before a secret is made: a wrong code must leave nothing behind.
        guard try keys({ () throws(KeybagError) in try image.accepts(code) }) else {
          throw .wrongUnlockSecret(.recoveryCode)
        }
        let secret = try newSecret(in: folder, for: image.databaseIdentifier)
        let (change, keyring) = try keys { () throws(KeybagError) in
          try Keyring.recovering(
            image, with: code, deviceSecret: secret, passphrase: prepared, limits: settings.limits)
        }
        bag = change.image.bytes
        try storage { () throws(StorageError) in try session.setKeybag(bag) }
        lost = try lostItemCount(in: session)
        anchor = try accept(keyring, in: folder, session)
      })
    return lost
  }

  private func preparedPassphrase() throws(KeychainError) -> NewPassphrase? {
    guard let passphrase else { return nil }
    return try keys { () throws(KeybagError) in try NewPassphrase(passphrase, limits: settings.limits) }
  }

  private func folder() throws(KeychainError) -> DeviceSecretFile {
    guard let folder = settings.deviceSecrets else { throw .internalInconsistency("no folder for the device secret") }
    return folder
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

  private func lostItemCount(in session: borrowing WriteSession) throws(KeychainError) -> Int {
    var count = 0
    for protection in ProtectionClass.allCases where protection.isThisDeviceOnly {
      count += try storage { () throws(StorageError) in
        // No key has generation 0: every row of the class names another.
        try session.itemCount(protection: protection, generationOtherThan: 0)
      }
    }
    return count
  }

  /// A record of the rows as they are, later than every state that was seen, and the anchor that goes with it.
  private func accept(
    _ keyring: Keyring, in folder: DeviceSecretFile, _ session: borrowing WriteSession
  ) throws(KeychainError) -> Anchor {
    let file = AnchorFile(folder: folder.folder, for: keyring.databaseIdentifier)
    let content = file.read()
    do {
      let record = try StateRecord(accepting: session, anchor: content, seenEpoch: 0, isAnchored: true, keyring)
      let box = try keyring.sealState(record)
      try session.setMeta(Store.stateKey, box)
      let anchor = try keyring.anchor(of: box, epoch: record.epoch)
      // INVARIANT: an anchor exists before the first record that says so.
      if content == .absent || content == .unreadable { try file.advance(to: anchor) }
      return anchor
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch let error as DeviceSecretError {
      throw KeychainError(error)
    } catch let error as KeychainError {
      throw error
    } catch {
      throw .locked
    }
  }

  private func anchorFile(of anchor: Anchor, in folder: DeviceSecretFile) -> AnchorFile {
    AnchorFile(folder: folder.folder, for: anchor.databaseIdentifier)
  }

  private func keys<Result>(_ body: () throws(KeybagError) -> Result) throws(KeychainError) -> Result {
    do {
      return try body()
    } catch {
      throw KeychainError(error)
    }
  }

  private func storage<Result>(_ body: () throws(StorageError) -> Result) throws(KeychainError) -> Result {
    do {
      return try body()
    } catch {
      throw KeychainError(error)
    }
  }
}
