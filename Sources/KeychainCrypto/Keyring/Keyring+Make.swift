package import KeychainSchema

extension Keyring {
  /// Makes the first bag of a database, generation 1, and an unlocked keyring for it.
  ///
  /// - Parameters:
  ///   - deviceSecret: nil makes a portable keychain, which must have a passphrase.
  ///   - passphrase: nil: the keychain opens by itself. An empty one is a passphrase.
  ///   - keepMasterKey: is given MK_user, for an agent: deriving it once more would take most of a second.
  package static func make(
    database: Identifier, deviceSecret: DeviceSecret?, passphrase: SecretBytes?, limits: KeyDerivationLimits,
    keepMasterKey: (SecretBytes) -> Void = { _ in }
  ) throws(KeybagError) -> (image: KeybagImage, keyring: Keyring) {
    try make(
      database: database, deviceSecret: deviceSecret, passphrase: passphrase, limits: limits, random: .system,
      keepMasterKey: keepMasterKey)
  }

  static func make(
    database: Identifier, deviceSecret: DeviceSecret?, passphrase: SecretBytes?, limits: KeyDerivationLimits,
    random: RandomSource, keepMasterKey: (SecretBytes) -> Void = { _ in }
  ) throws(KeybagError) -> (image: KeybagImage, keyring: Keyring) {
    guard deviceSecret != nil || passphrase != nil else { throw .portableWithoutPassphrase }
    var prepared: NewPassphrase?
    if let passphrase { prepared = try NewPassphrase(passphrase, limits: limits, random: random) }

    let header = KeybagHeader(
      bagIdentifier: random.identifier(), generation: 1,
      deviceSecretIdentifier: deviceSecret?.identifier(for: database) ?? .zero, databaseIdentifier: database)
    let sealer = SlotSealer(header: header, deviceSecret: deviceSecret, random: random)
    let deviceMasterKey = random.secret(byteCount: Subkey.byteCount)
    let userMasterKey = random.secret(byteCount: Subkey.byteCount)
    let keys = BodyKeys(deviceMasterKey: deviceMasterKey, userMasterKey: userMasterKey)
    let contents = KeybagContents(isPortable: deviceSecret == nil, hasPassphrase: prepared != nil, random: random)

    var slots: [KeybagSlot] = []
    if let prepared { slots.append(sealer.passphrase(prepared, masterKey: userMasterKey)) }
    if deviceSecret != nil { slots.append(sealer.device(.device, masterKey: deviceMasterKey)) }
    slots.append(
      prepared == nil
        ? sealer.device(.user, masterKey: userMasterKey) : sealer.link(from: userMasterKey, to: deviceMasterKey))

    let image = try KeybagImage(sealing: contents, keys: keys, slots: slots, header: header, random: random)
    let keyring = try Keyring(closedFor: image, deviceSecret: deviceSecret, limits: limits, random: random)
    let opened = OpenKeybag(contents: contents, keys: keys, deviceMasterKey: deviceMasterKey)
    keyring.access.writing { keyring.install(image) { opened.body($0) } }
    keepMasterKey(userMasterKey)
    return (image, keyring)
  }
}
