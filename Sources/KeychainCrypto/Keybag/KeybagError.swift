/// Why a key bag could not be read, opened or changed. No two causes share a case.
package enum KeybagError: Error, Hashable {
  /// The bytes are not what was written.
  case damaged
  /// A newer version of this library wrote it.
  case newer
  case wrongPassphrase
  /// No slot of the kind accepts the secret.
  case wrongSecret(UnlockMethod.Kind)
  /// The bag has no slot of the kind, or none of the name.
  case noSuchMethod(UnlockMethod.Kind?)
  /// Slots are changed with one of the secrets that open the bag, unless it opens by itself.
  case secretNeeded
  /// Fewer bytes than `UnlockSecret.externalSecretMinimum`.
  case externalSecretTooShort
  /// The slot is one that a bag must have: it is changed or removed with the passphrase.
  case methodStays
  /// The bag holds as many slots as a bag can.
  case tooManySlots
  /// There is no device secret, or it is another database's.
  case deviceSecretMissing
  /// Argon2id did not get its memory.
  case outOfMemory
  /// A keychain without a device secret lives by its passphrase alone.
  case portableWithoutPassphrase
  /// The change needs an unlocked keyring.
  case locked
  case passphraseAlreadySet
  case noPassphrase
  /// The passphrase's slot is not the one that was prepared for: prepare again.
  case slotChanged
  /// The bag holds as many keys as a bag can: file keys never leave it.
  case tooManyKeys
}
