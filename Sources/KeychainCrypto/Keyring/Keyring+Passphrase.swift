import KeychainSchema
import Synchronization

extension Keyring {
  /// Prepares a passphrase that is to be set: the slow part, outside every lock and transaction.
  package func preparePassphrase(_ new: SecretBytes) throws(KeybagError) -> NewPassphrase {
    try NewPassphrase(new, limits: limits, random: random)
  }

  /// Judges the current passphrase and remembers the slot it is for: the slow part, outside every lock and transaction.
  package func prepareUnlock(_ image: KeybagImage, _ current: SecretBytes) throws(KeybagError) -> CurrentPassphrase {
    let opening = try opening(image)
    if !isPortable { _ = try opening.deviceKeys() }
    let prepared = try CurrentPassphrase(current, for: image)
    _ = try opening.userMasterKey(preKey: prepared.preKey)
    return prepared
  }

  /// Whether the passphrase's slot costs less than a new one would: then it is worth writing anew at an unlock.
  package func isCheap(_ image: KeybagImage) -> Bool {
    guard let derivation = image.slot(.passphrase, opens: .user)?.parameters.derivation else { return false }
    return UInt64(derivation.operations) * derivation.memoryByteCount
      < UInt64(limits.defaultOperations) * limits.defaultMemoryByteCount
  }

  /// Writes the passphrase's slot anew; every key and every other slot stays.
  ///
  /// - Throws: `.slotChanged` where the slot is not the one `current` was prepared for.
  package func changingPassphrase(
    in image: KeybagImage, from current: CurrentPassphrase, to new: NewPassphrase
  ) throws(KeybagError) -> KeybagChange {
    let (opening, masterKey) = try opening(image, current)
    let opened = try opening.opened(userMasterKey: masterKey)
    let sealer = sealer(for: image)
    let slots = image.slots.map { slot in
      slot.parameters.kind == .passphrase ? sealer.passphrase(new, masterKey: masterKey) : slot
    }
    return try change(image, opened.contents, keys: opened.keys, slots: slots, dropped: [])
  }

  /// Sets the first passphrase: MK_user and every key in the first and user bodies are new, the old ones are retired.
  package func settingPassphrase(
    in image: KeybagImage, to new: NewPassphrase
  ) throws(KeybagError) -> KeybagChange {
    guard image.opensByItself else { throw .passphraseAlreadySet }
    let opening = try opening(image)
    return try rekeying(opening.opened(userMasterKey: opening.userMasterKey()), of: image, passphrase: new)
  }

  /// Replaces a passphrase that somebody else knows: as if the first one were set.
  package func replacingPassphrase(
    in image: KeybagImage, from current: CurrentPassphrase, to new: NewPassphrase
  ) throws(KeybagError) -> KeybagChange {
    let (opening, masterKey) = try opening(image, current)
    return try rekeying(opening.opened(userMasterKey: masterKey), of: image, passphrase: new)
  }

  /// Removes the passphrase: as replacing it, and the akpu keys are destroyed for good.
  ///
  /// The caller deletes the akpu items in the same transaction.
  package func removingPassphrase(
    in image: KeybagImage, current: CurrentPassphrase
  ) throws(KeybagError) -> KeybagChange {
    guard !isPortable else { throw .portableWithoutPassphrase }
    let (opening, masterKey) = try opening(image, current)
    return try rekeying(opening.opened(userMasterKey: masterKey), of: image, passphrase: nil)
  }

  /// Lets retired keys of items leave; nil where there are none.
  ///
  /// The caller has counted, in the same transaction, that no row names one.
  /// - Throws: `.locked` where a body is closed, or was sealed anew since this keyring last took the bag.
  package func finishingRekey(in image: KeybagImage) throws(KeybagError) -> KeybagChange? {
    _ = try opening(image)
    guard let keys = bodyKeys() else { throw .locked }
    guard let device = try image.entries(of: .device, key: keys.device),
      let first = try image.entries(of: .first, key: keys.first),
      let user = try image.entries(of: .user, key: keys.user)
    else { throw image.generation == bagGeneration ? .damaged : .locked }
    var contents = KeybagContents(device: device, first: first, user: user)
    let before = contents.entryCount
    contents.dropRetiredItemKeys()
    guard contents.entryCount < before else { return nil }
    return try change(image, contents, keys: keys, slots: image.slots, dropped: [])
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
  private func opening(
    _ image: KeybagImage, _ current: CurrentPassphrase
  ) throws(KeybagError) -> (opening: KeybagOpening, masterKey: SecretBytes) {
    let opening = try opening(image)
    try current.requireSlot(in: image)
    if !isPortable { _ = try opening.deviceKeys() }
    return (opening, try opening.userMasterKey(preKey: current.preKey))
  }

  private func sealer(for image: KeybagImage) -> SlotSealer {
    SlotSealer(header: image.header, deviceSecret: deviceSecret, random: random)
  }

  private func bodyKeys() -> BodyKeys? {
    access.reading {
      guard KeybagBody.allCases.allSatisfy({ table.isOpen($0) }) else { return nil }
      func key(_ body: KeybagBody) -> SecretBytes { table.arena.key(in: KeyTable.Slot.body(body)) }
      return BodyKeys(device: key(.device), first: key(.first), user: key(.user))
    }
  }

  /// A new MK_user, with new generations of what it protects.
  private func rekeying(
    _ opened: OpenKeybag, of image: KeybagImage, passphrase: NewPassphrase?
  ) throws(KeybagError) -> KeybagChange {
    var contents = opened.contents
    contents.rekey(isPortable: isPortable, hasPassphrase: passphrase != nil, random: random)
    let masterKey = random.secret(byteCount: Subkey.byteCount)
    let sealer = sealer(for: image)
    var slots: [KeybagSlot] = []
    if let passphrase { slots.append(sealer.passphrase(passphrase, masterKey: masterKey)) }
    // MK_dev stays, and so does the slot that opens it.
    slots += image.slots.filter { $0.parameters.kind == .device && $0.parameters.opens == .device }
    slots.append(
      passphrase == nil
        ? sealer.device(.user, masterKey: masterKey) : sealer.link(from: masterKey, to: opened.deviceMasterKey))
    let keys = BodyKeys(deviceMasterKey: opened.deviceMasterKey, userMasterKey: masterKey)
    return try change(image, contents, keys: keys, slots: slots, dropped: image.slots.compactMap(\.droppedKind))
  }

  private func change(
    _ image: KeybagImage, _ contents: KeybagContents, keys: BodyKeys, slots: [KeybagSlot],
    dropped: [KeybagChange.DroppedSlot]
  ) throws(KeybagError) -> KeybagChange {
    var header = image.header
    header.generation += 1
    let image = try KeybagImage(sealing: contents, keys: keys, slots: slots, header: header, random: random)
    let change = KeybagChange(image: image, droppedSlots: dropped, keys: keys)
    pending.withLock { $0 = change }
    return change
  }
}

extension KeybagSlot {
  /// What a change of MK_user loses with this slot.
  fileprivate var droppedKind: KeybagChange.DroppedSlot? {
    switch parameters.kind {
    case .recoveryCode: .recoveryCode
    case .externalSecret: .externalSecret
    case .passphrase, .device, .link: nil
    }
  }
}
