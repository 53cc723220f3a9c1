import KeychainSchema
import Synchronization

extension Keyring {
  /// Prepares a passphrase that is to be set: the slow part, outside every lock and transaction.
  package func preparePassphrase(_ new: SecretBytes) throws(KeybagError) -> NewPassphrase {
    try NewPassphrase(new, limits: limits, random: random)
  }

  /// Judges a secret and remembers the slot it is for: the slow part, outside every lock and transaction.
  ///
  /// - Parameter secret: nil for a keychain that opens by itself.
  package func prepareUnlock(_ image: KeybagImage, by secret: UnlockSecret?) throws(KeybagError) -> CurrentSecret {
    let opening = try opening(image)
    // The device body vouches for the slots: a secret is judged only by a slot that nobody changed.
    if !isPortable { _ = try opening.deviceKeys() }
    let prepared = try opening.prepared(secret)
    _ = try opening.userMasterKey(by: prepared)
    return prepared
  }

  /// The same for a passphrase.
  package func prepareUnlock(_ image: KeybagImage, _ passphrase: SecretBytes) throws(KeybagError) -> CurrentSecret {
    try prepareUnlock(image, by: .passphrase(passphrase))
  }

  /// Whether the passphrase's slot costs less than a new one would: then it is worth writing anew at an unlock.
  package func isCheap(_ image: KeybagImage) -> Bool {
    guard let derivation = image.slot(.passphrase, opens: .user)?.parameters.derivation else { return false }
    return UInt64(derivation.operations) * derivation.memoryByteCount
      < UInt64(limits.defaultOperations) * limits.defaultMemoryByteCount
  }

  /// Writes the passphrase's slot anew; every key and every other slot stays.
  ///
  /// - Parameter current: what the secret of any slot was prepared as: with a recovery code a lost passphrase is set
  ///   anew.
  /// - Throws: `.slotChanged` where the slot is not the one `current` was prepared for.
  package func changingPassphrase(
    in image: KeybagImage, from current: CurrentSecret, to new: NewPassphrase
  ) throws(KeybagError) -> KeybagChange {
    guard image.hasPassphrase else { throw .noPassphrase }
    let (opened, masterKey) = try opened(image, by: current)
    let sealer = sealer(for: image)
    let slots = image.slots.map { slot in
      slot.parameters.kind == .passphrase ? sealer.passphrase(new, masterKey: masterKey) : slot
    }
    return try change(image, opened.contents, keys: opened.keys, slots: slots)
  }

  /// Sets the first passphrase: MK_user and every key in the first and user bodies are new, the old ones are retired.
  ///
  /// - Parameter secrets: those of recovery codes and external secrets that are to open the keychain from then on; the
  ///   slots of others are dropped, and a new recovery code stands in for one.
  package func settingPassphrase(
    in image: KeybagImage, to new: NewPassphrase, keeping secrets: [UnlockSecret] = []
  ) throws(KeybagError) -> KeybagChange {
    guard image.opensByItself else { throw .passphraseAlreadySet }
    let opening = try opening(image)
    return try rekeying(
      opening.opened(userMasterKey: opening.userMasterKey()), opening, passphrase: new, keeping: secrets)
  }

  /// Replaces a passphrase that somebody else knows: as if the first one were set.
  package func replacingPassphrase(
    in image: KeybagImage, from current: CurrentSecret, to new: NewPassphrase, keeping secrets: [UnlockSecret] = []
  ) throws(KeybagError) -> KeybagChange {
    guard image.hasPassphrase else { throw .noPassphrase }
    return try rekeying(
      opened(image, by: current).keybag, opening(image), passphrase: new, keeping: secrets)
  }

  /// Removes the passphrase: as replacing it, and the akpu keys are destroyed for good.
  ///
  /// The caller deletes the akpu items in the same transaction.
  package func removingPassphrase(
    in image: KeybagImage, current: CurrentSecret, keeping secrets: [UnlockSecret] = []
  ) throws(KeybagError) -> KeybagChange {
    guard !isPortable else { throw .portableWithoutPassphrase }
    guard image.hasPassphrase else { throw .noPassphrase }
    return try rekeying(opened(image, by: current).keybag, opening(image), passphrase: nil, keeping: secrets)
  }

  /// Makes a committed change the keyring's own. A body that was closed meanwhile stays closed.
  package func adopt(_ change: consuming KeybagChange) {
    let change = change
    access.writing {
      // A reader that met the bag first has taken it over already.
      let isTaken =
        table.bag.identifier == change.image.bagIdentifier && table.bag.generation >= change.image.generation
      guard !isTaken else { return }
      do {
        try take(change)
      } catch {
        preconditionFailure("a bag opens with the keys it was sealed with")
      }
    }
  }
}

extension Keyring {
  /// The whole bag by the secret of a slot, and MK_user.
  func opened(
    _ image: KeybagImage, by current: CurrentSecret
  ) throws(KeybagError) -> (keybag: OpenKeybag, masterKey: SecretBytes) {
    let opening = try opening(image)
    if !isPortable { _ = try opening.deviceKeys() }
    let masterKey = try opening.userMasterKey(by: current)
    return (try opening.opened(userMasterKey: masterKey), masterKey)
  }

  func sealer(for image: KeybagImage) -> SlotSealer {
    SlotSealer(header: image.header, deviceSecret: deviceSecret, random: random)
  }

  /// A new MK_user, with new generations of what it protects.
  private func rekeying(
    _ opened: OpenKeybag, _ opening: KeybagOpening, passphrase: NewPassphrase?, keeping secrets: [UnlockSecret]
  ) throws(KeybagError) -> KeybagChange {
    var contents = opened.contents
    contents.rekey(isPortable: isPortable, hasPassphrase: passphrase != nil, random: random)
    let masterKey = random.secret(byteCount: Subkey.byteCount)
    let sealer = sealer(for: opening.image)
    let carried = try CarriedSlots(opening, secrets, sealer: sealer, masterKey: masterKey)
    var slots: [KeybagSlot] = []
    if let passphrase { slots.append(sealer.passphrase(passphrase, masterKey: masterKey)) }
    // MK_dev stays, and so does the slot that opens it.
    slots += opening.image.slots.filter { $0.parameters.kind == .device && $0.parameters.opens == .device }
    if passphrase == nil { slots.append(sealer.device(.user, masterKey: masterKey)) }
    if passphrase != nil || !carried.slots.isEmpty {
      slots.append(sealer.link(from: masterKey, to: opened.deviceMasterKey))
    }
    let keys = BodyKeys(deviceMasterKey: opened.deviceMasterKey, userMasterKey: masterKey)
    return try change(
      opening.image, contents, keys: keys, slots: slots + carried.slots, dropped: carried.dropped,
      recoveryCode: carried.newCode)
  }

  /// Seals a changed bag, one generation later.
  func change(
    _ image: KeybagImage, _ contents: KeybagContents, keys: BodyKeys, slots: [KeybagSlot],
    dropped: [UnlockMethod.Kind] = [], recoveryCode: RecoveryCode? = nil
  ) throws(KeybagError) -> KeybagChange {
    var header = image.header
    header.generation += 1
    let image = try KeybagImage(sealing: contents, keys: keys, slots: slots, header: header, random: random)
    let change = KeybagChange(image: image, droppedMethods: dropped, recoveryCode: recoveryCode, keys: keys)
    pending.withLock { $0 = change }
    return change
  }
}
