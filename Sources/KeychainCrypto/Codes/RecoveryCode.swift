import KeychainSchema

/// A printed code that opens a keychain whose passphrase, or whose device secret, is lost.
///
/// 16 random bytes, written as 26 symbols of Crockford's base 32 and one that checks them, in groups of four.
public struct RecoveryCode: Sendable {
  static let byteCount = 16
  private static let groupLength = 4

  let bytes: SecretBytes

  init(_ random: RandomSource) {
    bytes = random.secret(byteCount: Self.byteCount)
  }

  /// Reads a code as somebody types it: case, blanks and hyphens do not matter, nor whether `O` or `0` was typed.
  public init(_ text: SecretBytes) throws(CodeTextError) {
    bytes = try CrockfordText.number(text, byteCount: Self.byteCount)
  }

  /// The code as it is printed, in ASCII.
  public var text: SecretBytes { CrockfordText.text(of: bytes, groupLength: Self.groupLength) }

  /// PK of the code's slot: `H(32, –, "kc1.rcov" ‖ its 16 bytes)`.
  var preKey: SecretBytes {
    bytes.withBytes { bytes in
      Hash.secret(key: nil, 8 + bytes.byteCount) { writer in
        writer.append("kc1.rcov" as StaticString)
        writer.append(bytes)
      }
    }
  }
}

extension RecoveryCode: CustomStringConvertible {
  /// Nothing of the code: it must not get into a log by accident.
  public var description: String { "a recovery code" }
}
