import KeychainSchema

extension Keyring {
  /// Takes a bag whose device secret is lost under a new one, with a recovery code.
  ///
  /// The master keys stay, and so do the codes. What the old device secret was part of is made anew: the passphrase's
  /// slot and the device's; external secrets are dropped. Keys of classes that are bound to a device are destroyed.
  ///
  /// - Parameter passphrase: where the keychain had one, and only there.
  /// - Returns: the bag to write, and an unlocked keyring for it.
  /// - Throws: `.noSuchMethod` without a code in the bag, `.wrongSecret`, `.secretNeeded` without the new passphrase,
  ///   `.noPassphrase` with one too many, `.damaged`.
  package static func recovering(
    _ image: KeybagImage, with code: RecoveryCode, deviceSecret: DeviceSecret, passphrase: NewPassphrase?,
    limits: KeyDerivationLimits
  ) throws(KeybagError) -> (change: KeybagChange, keyring: Keyring) {
    try recovering(
      image, with: code, deviceSecret: deviceSecret, passphrase: passphrase, limits: limits, random: .system)
  }

  static func recovering(
    _ image: KeybagImage, with code: RecoveryCode, deviceSecret: DeviceSecret, passphrase: NewPassphrase?,
    limits: KeyDerivationLimits, random: RandomSource
  ) throws(KeybagError) -> (change: KeybagChange, keyring: Keyring) {
    guard image.hasPassphrase == (passphrase != nil) else {
      throw image.hasPassphrase ? .secretNeeded : .noPassphrase
    }
    var (opened, masterKey) = try image.opened(by: code)
    opened.contents.replaceDeviceBoundKeys(hasPassphrase: passphrase != nil, random: random)
    var header = image.header
    header.generation += 1
    header.deviceSecretIdentifier = deviceSecret.identifier(for: image.databaseIdentifier)

    let sealer = SlotSealer(header: header, deviceSecret: deviceSecret, random: random)
    var slots: [KeybagSlot] = []
    if let passphrase { slots.append(sealer.passphrase(passphrase, masterKey: masterKey)) }
    slots.append(sealer.device(.device, masterKey: opened.deviceMasterKey))
    if passphrase == nil { slots.append(sealer.device(.user, masterKey: masterKey)) }
    // These do without the device secret, and so are what they were.
    slots += image.slots.filter { $0.parameters.kind == .link || $0.parameters.kind == .recoveryCode }

    let new = try KeybagImage(
      sealing: opened.contents, keys: opened.keys, slots: slots, header: header, random: random)
    let keyring = try Keyring(closedFor: new, deviceSecret: deviceSecret, limits: limits, random: random)
    keyring.access.writing { keyring.install(new) { opened.body($0) } }
    let dropped = image.unlockMethods.map(\.kind).filter { $0 == .externalSecret }
    return (KeybagChange(image: new, droppedMethods: dropped, recoveryCode: nil, keys: opened.keys), keyring)
  }
}

extension KeybagImage {
  /// Whether a code is one of the bag's: what can be said without the device secret.
  package func accepts(_ code: RecoveryCode) throws(KeybagError) -> Bool {
    guard slots.contains(where: { $0.parameters.kind == .recoveryCode }) else { throw .noSuchMethod(.recoveryCode) }
    return recoverySlot(of: code) != nil
  }

  /// The whole bag, by a code alone.
  fileprivate func opened(
    by code: RecoveryCode
  ) throws(KeybagError) -> (keybag: OpenKeybag, masterKey: SecretBytes) {
    guard try accepts(code), let (slot, key) = recoverySlot(of: code) else { throw .wrongSecret(.recoveryCode) }
    guard let masterKey = slot.masterKey(key, in: header) else { throw .damaged }
    let deviceMasterKey = try linkedDeviceMasterKey(masterKey)
    let keys = BodyKeys(deviceMasterKey: deviceMasterKey, userMasterKey: masterKey)
    // The bodies vouch for header and slots, as the device body does elsewhere.
    guard let device = try entries(of: .device, key: keys.device), let first = try entries(of: .first, key: keys.first),
      let user = try entries(of: .user, key: keys.user)
    else { throw .damaged }
    let contents = KeybagContents(device: device, first: first, user: user)
    return (OpenKeybag(contents: contents, keys: keys, deviceMasterKey: deviceMasterKey), masterKey)
  }

  private func recoverySlot(of code: RecoveryCode) -> (KeybagSlot, SlotKey)? {
    for slot in slots where slot.parameters.kind == .recoveryCode {
      let key = SlotKey(
        slot: slot.parameters.identifier, bag: bagIdentifier, preKey: code.preKey, deviceSecret: nil)
      if slot.accepts(key) { return (slot, key) }
    }
    return nil
  }
}
