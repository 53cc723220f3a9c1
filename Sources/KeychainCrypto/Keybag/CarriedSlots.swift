/// What becomes of recovery codes and external secrets when MK_user is made anew: slots whose secret is at hand are
/// sealed again, the others are dropped, and a new recovery code takes the place of those that were.
struct CarriedSlots {
  private(set) var slots: [KeybagSlot] = []
  private(set) var dropped: [UnlockMethod.Kind] = []
  private(set) var newCode: RecoveryCode?

  init(
    _ opening: KeybagOpening, _ secrets: [UnlockSecret], sealer: SlotSealer, masterKey: SecretBytes
  ) throws(KeybagError) {
    for slot in opening.image.slots {
      guard let kind = UnlockMethod.Kind(slot.parameters), kind == .recoveryCode || kind == .externalSecret else {
        continue
      }
      if let secret = try secrets.first(accepted: { preKey in slot.accepts(opening.slotKey(of: slot, preKey: preKey)) })
      {
        slots.append(try sealer.slot(of: secret, masterKey: masterKey))
      } else {
        dropped.append(kind)
      }
    }
    guard dropped.contains(.recoveryCode) else { return }
    let code = RecoveryCode(sealer.random)
    slots.append(sealer.recoveryCode(code, masterKey: masterKey))
    newCode = code
  }
}

extension [UnlockSecret] {
  /// The first whose PK `accepts` takes; a passphrase has none without its slot's salt.
  fileprivate func first(accepted accepts: (SecretBytes) -> Bool) throws(KeybagError) -> UnlockSecret? {
    for secret in self {
      switch secret {
      case .recoveryCode(let code): if accepts(code.preKey) { return secret }
      case .externalSecret(let external): if accepts(try SlotKey.preKey(ofExternalSecret: external)) { return secret }
      case .passphrase: continue
      }
    }
    return nil
  }
}
