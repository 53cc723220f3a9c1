/// How a sealed metadata or secret begins.
///
/// `version u8 = 1 | alg u8 = 1 | protection u8 (6…12) | kind u8 | key generation u32 | nonce 24 | ciphertext n | tag
/// 16`
struct BoxHeader: Sendable {
  static let byteCount = 8
  static let ciphertextStart = byteCount + AEAD.nonceByteCount
  /// What a box has beyond its plaintext.
  static let overhead = ciphertextStart + AEAD.tagByteCount
  static let version: UInt8 = 1
  static let algorithm: UInt8 = 1

  let protection: UInt8
  let kind: BoxKind
  let keyGeneration: UInt32

  /// The eight bytes as one little-endian integer.
  var word: UInt64 {
    UInt64(Self.version) | UInt64(Self.algorithm) << 8 | UInt64(protection) << 16 | UInt64(kind.rawValue) << 24
      | UInt64(keyGeneration) << 32
  }
}

/// What a box holds.
package enum BoxKind: UInt8, Sendable {
  case metadata = 0
  case secret = 1
  /// A secret that was sealed with an application password before.
  case applicationPassword = 3
}

/// How opening a box ended.
package enum BoxOutcome: Sendable, Equatable {
  case opened(byteCount: Int)
  /// A secret under an application password: the bytes are what `ApplicationPassword` opens.
  case openedApplicationPassword(byteCount: Int)
  /// The body of its key is not open.
  case locked
  /// Its key was destroyed, knowingly and for good.
  case keyDestroyed
  /// A newer version of this library wrote it.
  case newer
  /// Nobody knows its key.
  case keyMissing
  /// It was changed, belongs to another row, or is no box.
  case undecodable
}

/// Why nothing was sealed.
package enum SealError: Error, Equatable {
  /// The body of the class's key is not open.
  case locked
  /// The class wants a passphrase, and none is set.
  case noPasscode
  /// A portable keychain is bound to no device.
  case notAvailable
}
