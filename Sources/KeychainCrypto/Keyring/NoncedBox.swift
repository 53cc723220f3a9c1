/// `nonce 24 ‖ ciphertext n ‖ tag 16`: how the small values of the database are sealed, outside items and key bag.
enum NoncedBox {
  static let overhead = AEAD.nonceByteCount + AEAD.tagByteCount

  static func seal(
    _ plaintext: UnsafeRawBufferPointer, associated: UnsafeRawBufferPointer, key: UnsafeRawPointer,
    random: RandomSource
  ) -> [UInt8] {
    let byteCount = plaintext.count + overhead
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let nonce = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      // INVARIANT: the nonce is drawn here, once for this one sealing.
      unsafe random.fill(UnsafeMutableRawBufferPointer(start: nonce, count: AEAD.nonceByteCount))
      unsafe AEAD.seal(
        plaintext, associated: associated, nonce: nonce, key: key, into: nonce + AEAD.nonceByteCount)
      count = byteCount
    }
  }

  /// The plaintext as `read` takes it; nil where the box does not open.
  static func open<Result>(
    _ box: [UInt8], associated: UnsafeRawBufferPointer, key: UnsafeRawPointer,
    _ read: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    guard box.count >= overhead else { return nil }
    return unsafe Scratch.withBytes(box.count - overhead) { plaintext in
      let isOpen = unsafe box.withUnsafeBytes { box in
        guard let nonce = box.baseAddress else { return false }
        return unsafe AEAD.open(
          UnsafeRawBufferPointer(rebasing: box[AEAD.nonceByteCount...]), associated: associated, nonce: nonce,
          key: key, into: plaintext.baseAddress)
      }
      return isOpen ? unsafe read(UnsafeRawBufferPointer(plaintext)) : nil
    }
  }
}
