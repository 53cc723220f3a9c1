import KeychainSchema

/// The key of one slot, KEK: what its secret, and where the slot says so the device secret, come to.
struct SlotKey {
  let key: SecretBytes

  /// `H(32, DS or 32 zero bytes, "kc1.kek0" ‖ bag uuid ‖ slot uuid ‖ PK)`, where PK is 32 bytes made from the
  /// slot's secret.
  init(slot: Identifier, bag: Identifier, preKey: SecretBytes, deviceSecret: DeviceSecret?) {
    let hashKey = deviceSecret?.bytes ?? Self.zeros
    key = preKey.withBytes { preKey in
      Hash.secret(key: hashKey, 8 + 2 * Identifier.byteCount + preKey.byteCount) { writer in
        writer.append("kc1.kek0" as StaticString)
        writer.append(bag)
        writer.append(slot)
        writer.append(preKey)
      }
    }
  }

  /// The key of a link slot: a subkey of MK_user.
  init(linkFrom masterKey: SecretBytes) {
    key = masterKey.subkey(3, .link)
  }

  /// PK of a device slot.
  static let zeros = SecretBytes([UInt8](repeating: 0, count: 32))

  /// PK of an external secret's slot: `H(32, –, "kc1.ext0" ‖ secret)`.
  static func preKey(ofExternalSecret secret: SecretBytes) throws(KeybagError) -> SecretBytes {
    guard secret.count >= UnlockSecret.externalSecretMinimum else { throw .externalSecretTooShort }
    return secret.withBytes { secret in
      Hash.secret(key: nil, 8 + secret.byteCount) { writer in
        writer.append("kc1.ext0" as StaticString)
        writer.append(secret)
      }
    }
  }

  /// `H(32, kdf(KEK, 1, "kcslot01"), "kc1.chk0" ‖ slot[0..56))`.
  func check(of parameters: SlotParameters) -> [UInt8] {
    Hash.bytes(32, key: key.subkey(1, .slot), 8 + SlotParameters.byteCount) { writer in
      writer.append("kc1.chk0" as StaticString)
      parameters.write(to: &writer)
    }
  }

  /// `kdf(KEK, 2, "kcslot01")`.
  var wrappingKey: SecretBytes { key.subkey(2, .slot) }
}
