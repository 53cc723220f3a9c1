extension Keyring {
  /// A code for a slot that is to be added.
  package func newRecoveryCode() -> RecoveryCode { RecoveryCode(random) }

  /// Adds a way to unlock; every key and every other slot stays.
  ///
  /// - Throws: `.slotChanged` where the slot is not the one `current` was prepared for, `.tooManySlots`.
  package func adding(
    _ secret: UnlockSecret, in image: KeybagImage, authorizedBy current: CurrentSecret
  ) throws(KeybagError) -> KeybagChange {
    let (opened, masterKey) = try opened(image, by: current)
    let sealer = sealer(for: image)
    var slots = image.slots + [try sealer.slot(of: secret, masterKey: masterKey)]
    if image.slot(.link, opens: .device) == nil {
      slots.append(sealer.link(from: masterKey, to: opened.deviceMasterKey))
    }
    guard slots.count <= KeybagHeader.slotLimit else { throw .tooManySlots }
    return try change(image, opened.contents, keys: opened.keys, slots: slots)
  }

  /// Takes a way to unlock out; every key and every other slot stays, so that a copy of the bag made before still opens
  /// with it.
  ///
  /// - Parameter method: names the slot, as `KeybagImage.unlockMethods` does.
  /// - Throws: `.noSuchMethod`; `.methodStays` for the passphrase's and the device's.
  package func removing(
    _ method: UnlockMethod.ID, in image: KeybagImage, authorizedBy current: CurrentSecret
  ) throws(KeybagError) -> KeybagChange {
    let (opened, _) = try opened(image, by: current)
    guard let removed = image.unlockMethods.first(where: { $0.id == method }) else { throw .noSuchMethod(nil) }
    guard removed.kind == .recoveryCode || removed.kind == .externalSecret else { throw .methodStays }
    var slots = image.slots.filter { $0.parameters.identifier.hyphenatedText != method }
    if !isPortable && !slots.needLink { slots.removeAll { $0.parameters.kind == .link } }
    return try change(image, opened.contents, keys: opened.keys, slots: slots)
  }
}
