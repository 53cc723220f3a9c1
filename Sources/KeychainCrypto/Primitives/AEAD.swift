import CSodium

/// XChaCha20-Poly1305-IETF: `ciphertext n ‖ tag 16` under a 32-byte key and a 24-byte nonce.
///
/// - Source: RFC 8439; draft-irtf-cfrg-xchacha-03.
enum AEAD {
  static let nonceByteCount = 24
  static let tagByteCount = 16

  /// Writes `plaintext.count + 16` bytes to `output`.
  static func seal(
    _ plaintext: UnsafeRawBufferPointer, associated: UnsafeRawBufferPointer, nonce: UnsafeRawPointer,
    key: UnsafeRawPointer, into output: UnsafeMutableRawPointer
  ) {
    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      output.assumingMemoryBound(to: UInt8.self), nil,
      plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(plaintext.count),
      associated.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(associated.count),
      nil, nonce.assumingMemoryBound(to: UInt8.self), key.assumingMemoryBound(to: UInt8.self))
  }

  /// Writes `sealed.count - 16` bytes to `output`; false, and only zeros written, where anything differs.
  static func open(
    _ sealed: UnsafeRawBufferPointer, associated: UnsafeRawBufferPointer, nonce: UnsafeRawPointer,
    key: UnsafeRawPointer, into output: UnsafeMutableRawPointer?
  ) -> Bool {
    guard let start = sealed.baseAddress else { return false }
    // Where nothing was sealed there is no output; the library still wants an address.
    let output = unsafe output ?? UnsafeMutableRawPointer(mutating: UnsafeRawPointer(start))
    return unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
      output.assumingMemoryBound(to: UInt8.self), nil, nil,
      start.assumingMemoryBound(to: UInt8.self), UInt64(sealed.count),
      associated.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(associated.count),
      nonce.assumingMemoryBound(to: UInt8.self), key.assumingMemoryBound(to: UInt8.self)) == 0
  }
}
