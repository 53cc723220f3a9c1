import KeychainSchema

/// A bag with its device secret, judged in a fixed order so that every cause of a refusal has its own name.
///
/// Device secret; device slot and device body, whose associated data vouches for header and slots; a passphrase's
/// check; then what it wraps. The digest was judged when the image was parsed.
struct KeybagOpening {
  let image: KeybagImage
  /// Nil for a portable keychain.
  let deviceSecret: DeviceSecret?

  init(_ image: KeybagImage, deviceSecret: DeviceSecret?, limits: KeyDerivationLimits) throws(KeybagError) {
    self.image = image
    if image.isPortable {
      self.deviceSecret = nil
    } else {
      guard let deviceSecret,
        deviceSecret.identifier(for: image.databaseIdentifier) == image.deviceSecretIdentifier
      else { throw .deviceSecretMissing }
      self.deviceSecret = deviceSecret
    }
    for slot in image.slots where slot.parameters.kind == .passphrase {
      let derivation = slot.parameters.derivation
      guard limits.allow(operations: derivation.operations, memoryByteCount: derivation.memoryByteCount) else {
        throw .damaged
      }
    }
  }

  /// What the device secret opens: MK_dev and the device body.
  func deviceKeys() throws(KeybagError) -> (masterKey: SecretBytes, body: OpenBody) {
    let masterKey = try deviceMasterKey(.device)
    let key = BodyKeys.device(of: masterKey)
    guard let entries = try image.entries(of: .device, key: key) else { throw .damaged }
    return (masterKey, OpenBody(entries: entries, key: key))
  }

  /// MK_user of a bag without a passphrase.
  func userMasterKey() throws(KeybagError) -> SecretBytes {
    try deviceMasterKey(.user)
  }

  /// MK_user by a secret that was found right.
  ///
  /// - Throws: `.slotChanged` where its slot was written anew meanwhile; `.damaged` where what it wraps does not open.
  func userMasterKey(by current: CurrentSecret) throws(KeybagError) -> SecretBytes {
    let slot = try current.slot(in: image)
    let key = slotKey(of: slot, preKey: current.preKey)
    guard slot.accepts(key), let masterKey = slot.masterKey(key, in: image.header) else { throw .damaged }
    return masterKey
  }

  /// All three bodies. With the right MK_user, what does not open is damaged.
  func opened(userMasterKey: SecretBytes) throws(KeybagError) -> OpenKeybag {
    let deviceMasterKey = try deviceMasterKey(userMasterKey: userMasterKey)
    let keys = BodyKeys(deviceMasterKey: deviceMasterKey, userMasterKey: userMasterKey)
    guard let device = try image.entries(of: .device, key: keys.device),
      let first = try image.entries(of: .first, key: keys.first),
      let user = try image.entries(of: .user, key: keys.user)
    else { throw .damaged }
    return OpenKeybag(
      contents: KeybagContents(device: device, first: first, user: user), keys: keys, deviceMasterKey: deviceMasterKey)
  }

  /// Whether `masterKey` opens any body that MK_user is for.
  func accepts(userMasterKey masterKey: SecretBytes) throws(KeybagError) -> Bool {
    guard masterKey.count == Subkey.byteCount else { return false }
    if try image.entries(of: .user, key: masterKey.subkey(1, .body)) != nil { return true }
    return try image.entries(of: .first, key: masterKey.subkey(2, .body)) != nil
  }

  private func deviceMasterKey(userMasterKey: SecretBytes) throws(KeybagError) -> SecretBytes {
    guard image.isPortable else { return try deviceKeys().masterKey }
    return try image.linkedDeviceMasterKey(userMasterKey)
  }

  private func deviceMasterKey(_ opens: SlotParameters.MasterKey) throws(KeybagError) -> SecretBytes {
    guard let slot = image.slot(.device, opens: opens) else { throw .damaged }
    let key = slotKey(of: slot, preKey: SlotKey.zeros)
    guard slot.accepts(key), let masterKey = slot.masterKey(key, in: image.header) else { throw .damaged }
    return masterKey
  }

  func slotKey(of slot: KeybagSlot, preKey: SecretBytes) -> SlotKey {
    SlotKey(
      slot: slot.parameters.identifier, bag: image.bagIdentifier, preKey: preKey,
      deviceSecret: slot.parameters.bindsDeviceSecret ? deviceSecret : nil)
  }
}

extension KeybagImage {
  /// MK_dev by way of MK_user.
  func linkedDeviceMasterKey(_ userMasterKey: SecretBytes) throws(KeybagError) -> SecretBytes {
    let key = SlotKey(linkFrom: userMasterKey)
    guard let slot = slot(.link, opens: .device), slot.accepts(key), let masterKey = slot.masterKey(key, in: header)
    else { throw .damaged }
    return masterKey
  }
}

/// The entries of one body and the key that opened it.
struct OpenBody {
  let entries: [KeybagEntry]
  let key: SecretBytes
}

/// A whole bag, open.
struct OpenKeybag {
  var contents: KeybagContents
  let keys: BodyKeys
  let deviceMasterKey: SecretBytes

  func body(_ body: KeybagBody) -> OpenBody {
    OpenBody(entries: contents[body], key: keys[body])
  }
}
