import KeychainSchema

/// A key with every byte changed, for tests that look for the key itself in memory and must not find their own copy.
package struct MaskedKey: Sendable {
  /// What each byte is XORed with.
  package static let mask: UInt8 = 0xA5

  /// What key it is.
  package let name: String
  /// Its bytes, masked.
  package let bytes: [UInt8]

  fileprivate init(_ name: String, _ key: SecretBytes) {
    self.name = name
    bytes = unsafe key.withUnsafeBytes { key in unsafe key.map { $0 ^ Self.mask } }
  }
}

// Not in what is released: a door to keys, masked or not, is none that a program should find.
#if DEBUG
  extension Keyring {
    /// Every key that a locked keychain must not have: what the passphrase comes to, its slot's key and the link's, the
    /// master keys, the user body's key, and of each of its classes the entry's key, the key it is used as, and the two
    /// that are derived from that.
    package func maskedKeys(in image: KeybagImage, passphrase: SecretBytes) throws(KeybagError) -> [MaskedKey] {
      let opening = try opening(image)
      let current = try opening.prepared(.passphrase(passphrase))
      let masterKey = try opening.userMasterKey(by: current)
      let opened = try opening.opened(userMasterKey: masterKey)
      let body = opened.body(.user)
      var keys = [
        MaskedKey("PK", current.preKey), MaskedKey("MK_user", masterKey), MaskedKey("MK_dev", opened.deviceMasterKey),
        MaskedKey("body", body.key),
      ]
      let slotKeys = [
        ("slot", opening.slotKey(of: try current.slot(in: image), preKey: current.preKey)),
        ("link", SlotKey(linkFrom: masterKey)),
      ]
      for (name, key) in slotKeys {
        keys += [
          MaskedKey("\(name).KEK", key.key), MaskedKey("\(name).check", key.key.subkey(1, .slot)),
          MaskedKey("\(name).wrapping", key.wrappingKey),
        ]
      }
      for entry in body.entries {
        guard case .item(let protection) = entry.entryClass else {
          keys.append(MaskedKey("file\(entry.entryClass.rawValue)", entry.key))
          continue
        }
        let used = protection.isThisDeviceOnly ? deviceSecret?.boundKey(entry.key) ?? entry.key : entry.key
        keys += [
          MaskedKey("\(protection.code).entry", entry.key), MaskedKey("\(protection.code).used", used),
          MaskedKey("\(protection.code).metadata", used.subkey(1, .metadataKey)),
          MaskedKey("\(protection.code).secret", used.subkey(2, .secretKey)),
        ]
      }
      return keys
    }
  }
#endif
