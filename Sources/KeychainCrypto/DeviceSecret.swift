package import KeychainSchema

/// The 32 bytes that bind a keychain to a device: whoever holds the database alone can test no guess.
package struct DeviceSecret: Sendable {
  /// What every device secret has.
  package static let byteCount = 32

  /// The secret itself, to be kept by a key source.
  package let bytes: SecretBytes

  /// Takes the bytes from a file, a credential or a security chip; nil where there are not 32.
  package init?(_ bytes: SecretBytes) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// A new secret.
  static func random(from random: RandomSource = .system) -> DeviceSecret {
    guard let secret = DeviceSecret(random.secret(byteCount: byteCount)) else {
      preconditionFailure("as many bytes were drawn as a device secret has")
    }
    return secret
  }

  /// What stands in the key bag's header to tell this secret from another: `H(16, DS, "kc1.dsid" ‖ db uuid)`.
  package func identifier(for database: Identifier) -> Identifier {
    unsafe bytes.withUnsafeBytes { key in
      unsafe Hash.identifier(key: key, 8 + Identifier.byteCount) { writer in
        writer.append("kc1.dsid" as StaticString)
        writer.append(database)
      }
    }
  }

  /// The form in which the key of a ThisDeviceOnly class is used: `H(32, entry key, "kc1.unly" ‖ DS)`.
  func boundKey(_ entryKey: SecretBytes) -> SecretBytes {
    bytes.withBytes { secret in
      Hash.secret(key: entryKey, 8 + Self.byteCount) { writer in
        writer.append("kc1.unly" as StaticString)
        writer.append(secret)
      }
    }
  }
}
