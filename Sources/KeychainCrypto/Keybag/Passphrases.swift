import KeychainSchema

/// A passphrase that is to be set: its slot's name, its salt and cost, and what Argon2id made of it.
///
/// Made outside every lock and transaction, since Argon2id takes most of a second.
package struct NewPassphrase: Sendable {
  let slotIdentifier: Identifier
  let derivation: PasswordHash.Parameters
  /// PK of the slot.
  let preKey: SecretBytes

  init(
    _ passphrase: SecretBytes, limits: KeyDerivationLimits, random: RandomSource
  ) throws(KeybagError) {
    slotIdentifier = random.identifier()
    derivation = PasswordHash.Parameters(
      salt: random.identifier(), operations: limits.defaultOperations,
      memoryByteCount: limits.defaultMemoryByteCount)
    preKey = try PasswordHash.preKey(of: passphrase, derivation)
  }
}

/// A passphrase that was found right, and the slot it was right for.
package struct CurrentPassphrase: Sendable {
  let slotIdentifier: Identifier
  let salt: Identifier
  /// PK of the slot.
  let preKey: SecretBytes

  /// Takes as long as the slot's cost says.
  ///
  /// - Throws: `.noPassphrase`, `.outOfMemory`; whether it is right is judged by who opens the slot.
  init(_ passphrase: SecretBytes, for image: KeybagImage) throws(KeybagError) {
    guard let slot = image.slot(.passphrase, opens: .user) else { throw .noPassphrase }
    slotIdentifier = slot.parameters.identifier
    salt = slot.parameters.derivation.salt
    preKey = try PasswordHash.preKey(of: passphrase, slot.parameters.derivation)
  }

  /// Refuses a bag whose passphrase slot was written anew meanwhile.
  func requireSlot(in image: KeybagImage) throws(KeybagError) {
    guard let slot = image.slot(.passphrase, opens: .user) else { throw .noPassphrase }
    guard slot.parameters.identifier == slotIdentifier, slot.parameters.derivation.salt == salt else {
      throw .slotChanged
    }
  }
}

extension PasswordHash {
  fileprivate static func preKey(
    of passphrase: SecretBytes, _ parameters: Parameters
  ) throws(KeybagError) -> SecretBytes {
    do {
      return try derive(passphrase, parameters)
    } catch {
      throw .outOfMemory
    }
  }
}
