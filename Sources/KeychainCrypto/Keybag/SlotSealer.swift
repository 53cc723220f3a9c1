import KeychainSchema

/// Makes the slots of one bag.
struct SlotSealer {
  let header: KeybagHeader
  /// Nil for a portable keychain.
  let deviceSecret: DeviceSecret?
  let random: RandomSource

  /// The slot of a passphrase, which opens MK_user.
  func passphrase(_ passphrase: NewPassphrase, masterKey: SecretBytes) -> KeybagSlot {
    let parameters = SlotParameters(
      kind: .passphrase, opens: .user, bindsDeviceSecret: deviceSecret != nil, derivation: passphrase.derivation,
      identifier: passphrase.slotIdentifier)
    return seal(masterKey, parameters, preKey: passphrase.preKey)
  }

  /// The slot of a recovery code, which needs no device secret.
  func recoveryCode(_ code: RecoveryCode, masterKey: SecretBytes) -> KeybagSlot {
    let parameters = SlotParameters(
      kind: .recoveryCode, opens: .user, bindsDeviceSecret: false, derivation: .zero, identifier: random.identifier())
    return seal(masterKey, parameters, preKey: code.preKey)
  }

  /// The slot of a secret that comes from somewhere else.
  func externalSecret(_ secret: SecretBytes, masterKey: SecretBytes) throws(KeybagError) -> KeybagSlot {
    let parameters = SlotParameters(
      kind: .externalSecret, opens: .user, bindsDeviceSecret: deviceSecret != nil, derivation: .zero,
      identifier: random.identifier())
    return seal(masterKey, parameters, preKey: try SlotKey.preKey(ofExternalSecret: secret))
  }

  /// The slot of a secret that needs no derivation.
  ///
  /// - Throws: `.methodStays` for a passphrase, which is derived before and has one slot.
  func slot(of secret: UnlockSecret, masterKey: SecretBytes) throws(KeybagError) -> KeybagSlot {
    switch secret {
    case .recoveryCode(let code): recoveryCode(code, masterKey: masterKey)
    case .externalSecret(let secret): try externalSecret(secret, masterKey: masterKey)
    case .passphrase: throw .methodStays
    }
  }

  /// The slot of the device secret alone.
  func device(_ opens: SlotParameters.MasterKey, masterKey: SecretBytes) -> KeybagSlot {
    let parameters = SlotParameters(
      kind: .device, opens: opens, bindsDeviceSecret: true, derivation: .zero, identifier: random.identifier())
    return seal(masterKey, parameters, preKey: SlotKey.zeros)
  }

  /// The slot through which MK_user gives MK_dev.
  func link(from userMasterKey: SecretBytes, to deviceMasterKey: SecretBytes) -> KeybagSlot {
    let parameters = SlotParameters(
      kind: .link, opens: .device, bindsDeviceSecret: false, derivation: .zero, identifier: random.identifier())
    return KeybagSlot(
      sealing: deviceMasterKey, parameters, key: SlotKey(linkFrom: userMasterKey), in: header, random: random)
  }

  private func seal(_ masterKey: SecretBytes, _ parameters: SlotParameters, preKey: SecretBytes) -> KeybagSlot {
    let key = SlotKey(
      slot: parameters.identifier, bag: header.bagIdentifier, preKey: preKey,
      deviceSecret: parameters.bindsDeviceSecret ? deviceSecret : nil)
    return KeybagSlot(sealing: masterKey, parameters, key: key, in: header, random: random)
  }
}
