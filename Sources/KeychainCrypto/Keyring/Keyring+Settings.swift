import KeychainSchema

/// What a keychain's owner decided about locking.
public struct KeychainSettings: Sendable, Equatable {
  /// Seconds without use after which the keychain locks; 0: never.
  public var timeoutSeconds: UInt32
  /// Whether the keychain locks when the machine goes to sleep.
  public var locksOnSleep: Bool

  /// What is given, and nothing is judged.
  public init(timeoutSeconds: UInt32, locksOnSleep: Bool) {
    self.timeoutSeconds = timeoutSeconds
    self.locksOnSleep = locksOnSleep
  }

  /// Five minutes, and on sleep.
  public static let standard = KeychainSettings(timeoutSeconds: 300, locksOnSleep: true)
}

extension Keyring {
  /// Seals the settings: `nonce 24 ‖ AEAD(kdf(STATE, 4, "kcstate1"), timeout seconds u32 ‖ lock on sleep u8)`.
  package func sealSettings(_ settings: KeychainSettings) throws(KeyringError) -> [UInt8] {
    try unsafe Scratch.withBytes(5) { (buffer) throws(KeyringError) in
      var writer = unsafe ByteWriter(buffer)
      writer.append(settings.timeoutSeconds)
      writer.append(UInt8(settings.locksOnSleep ? 1 : 0))
      return try unsafe withKey(KeyTable.Slot.settings, "kc1.sett", nil) { key, associated in
        unsafe NoncedBox.seal(.init(buffer), associated: associated, key: key, random: random)
      }
    }
  }

  /// The settings; nil where the box was changed or is another database's.
  package func openSettings(_ box: [UInt8]) throws(KeyringError) -> KeychainSettings? {
    try unsafe withKey(KeyTable.Slot.settings, "kc1.sett", nil) { key, associated in
      unsafe NoncedBox.open(box, associated: associated, key: key) { plaintext in
        guard unsafe plaintext.count == 5 && plaintext[4] <= 1 else { return nil }
        return unsafe KeychainSettings(
          timeoutSeconds: UInt32(littleEndian: plaintext.loadUnaligned(as: UInt32.self)),
          locksOnSleep: plaintext[4] == 1)
      }
    }
  }
}
