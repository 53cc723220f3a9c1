import KeychainSchema

/// A secret that was found right, and the slot it was right for.
///
/// Found outside every lock and transaction, since Argon2id takes most of a second.
package struct CurrentSecret: Sendable {
  let slotIdentifier: Identifier
  let salt: Identifier
  /// PK of the slot.
  let preKey: SecretBytes

  init(_ slot: KeybagSlot, preKey: SecretBytes) {
    slotIdentifier = slot.parameters.identifier
    salt = slot.parameters.derivation.salt
    self.preKey = preKey
  }

  /// The slot in a bag that may be a newer one.
  ///
  /// - Throws: `.slotChanged` where it was written anew meanwhile, or is gone.
  func slot(in image: KeybagImage) throws(KeybagError) -> KeybagSlot {
    let slot = image.slots.first { $0.parameters.identifier == slotIdentifier && $0.parameters.opens == .user }
    guard let slot, slot.parameters.derivation.salt == salt else { throw .slotChanged }
    return slot
  }
}

extension KeybagOpening {
  /// Finds the slot that a secret opens; nil: the one of a bag that opens by itself.
  ///
  /// A passphrase takes as long as its slot's cost says.
  /// - Throws: `.wrongPassphrase` or `.wrongSecret` where no slot accepts it, `.noPassphrase` or `.noSuchMethod` where
  ///   there is no slot of its kind, `.secretNeeded`, `.outOfMemory`.
  func prepared(_ secret: UnlockSecret?) throws(KeybagError) -> CurrentSecret {
    guard let secret else {
      guard let slot = image.slot(.device, opens: .user) else { throw .secretNeeded }
      return CurrentSecret(slot, preKey: SlotKey.zeros)
    }
    switch secret {
    case .passphrase(let passphrase):
      guard let slot = image.slot(.passphrase, opens: .user) else { throw .noPassphrase }
      let preKey = try PasswordHash.preKey(of: passphrase, slot.parameters.derivation)
      guard slot.accepts(slotKey(of: slot, preKey: preKey)) else { throw .wrongPassphrase }
      return CurrentSecret(slot, preKey: preKey)
    case .recoveryCode(let code): return try prepared(.recoveryCode, .recoveryCode, code.preKey)
    case .externalSecret(let secret):
      return try prepared(.externalSecret, .externalSecret, SlotKey.preKey(ofExternalSecret: secret))
    }
  }

  private func prepared(
    _ kind: SlotParameters.Kind, _ method: UnlockMethod.Kind, _ preKey: SecretBytes
  ) throws(KeybagError) -> CurrentSecret {
    let slots = image.slots.filter { $0.parameters.kind == kind }
    guard !slots.isEmpty else { throw .noSuchMethod(method) }
    guard let slot = slots.first(where: { $0.accepts(slotKey(of: $0, preKey: preKey)) }) else {
      throw .wrongSecret(method)
    }
    return CurrentSecret(slot, preKey: preKey)
  }
}
