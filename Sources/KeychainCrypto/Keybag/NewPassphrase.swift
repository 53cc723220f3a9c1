import KeychainSchema

/// A passphrase that is to be set: its slot's name, its salt and cost, and what Argon2id made of it.
///
/// Made outside every lock and transaction, since Argon2id takes most of a second.
package struct NewPassphrase: Sendable {
  let slotIdentifier: Identifier
  let derivation: PasswordHash.Parameters
  /// PK of the slot.
  let preKey: SecretBytes

  /// Derives the key, at the cost of new slots.
  package init(_ passphrase: SecretBytes, limits: KeyDerivationLimits) throws(KeybagError) {
    try self.init(passphrase, limits: limits, random: .system)
  }

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

extension PasswordHash {
  static func preKey(
    of passphrase: SecretBytes, _ parameters: Parameters
  ) throws(KeybagError) -> SecretBytes {
    do {
      return try derive(passphrase, parameters)
    } catch {
      throw .outOfMemory
    }
  }
}
