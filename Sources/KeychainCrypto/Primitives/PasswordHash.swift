import CSodium
import KeychainSchema

/// Argon2id version 0x13, one lane, 32 bytes: what turns words into a key.
///
/// - Source: RFC 9106.
package enum PasswordHash {
  /// There was not enough memory.
  package struct OutOfMemory: Error {}

  /// How a password was or is to be hashed.
  struct Parameters: Sendable {
    let salt: Identifier
    let operations: UInt32
    let memoryByteCount: UInt64
  }

  /// Takes as long as the parameters say: most of a second at the default cost. No lock may be held meanwhile.
  static func derive(
    _ password: SecretBytes, _ parameters: Parameters
  ) throws(OutOfMemory) -> SecretBytes {
    Sodium.initialize()
    let salt = parameters.salt.bytes
    return try unsafe SecretBytes(byteCount: 32) { (output: UnsafeMutableRawBufferPointer) throws(OutOfMemory) in
      let failed = unsafe password.withUnsafeBytes { password in
        guard let key = output.baseAddress, let words = password.baseAddress else { return Int32(-1) }
        return unsafe crypto_pwhash(
          key.assumingMemoryBound(to: UInt8.self), UInt64(output.count), words.assumingMemoryBound(to: CChar.self),
          UInt64(password.count), salt, UInt64(parameters.operations), Int(clamping: parameters.memoryByteCount),
          crypto_pwhash_ALG_ARGON2ID13)
      }
      // The parameters were judged before, so that memory is all that can be missing.
      guard failed == 0 else { throw OutOfMemory() }
      return 32
    }
  }
}
