import CSodium

/// `kdf(K, i, "context8")` of the formats: 32 bytes from a 32-byte key.
enum Subkey {
  static let byteCount = 32

  /// Writes the subkey to `output`, which has 32 bytes.
  static func derive(
    _ index: UInt64, _ context: Label, from key: UnsafeRawPointer, into output: UnsafeMutableRawPointer
  ) {
    let failed = unsafe withUnsafePointer(to: context.value) { context in
      unsafe crypto_kdf_derive_from_key(
        output.assumingMemoryBound(to: UInt8.self), byteCount, index,
        UnsafeRawPointer(context).assumingMemoryBound(to: CChar.self), key.assumingMemoryBound(to: UInt8.self))
    }
    precondition(failed == 0, "a subkey of 32 bytes can be derived")
  }
}

extension SecretBytes {
  /// The subkey of a 32-byte key.
  func subkey(_ index: UInt64, _ context: Label) -> SecretBytes {
    precondition(count == Subkey.byteCount, "subkeys are derived from keys")
    return unsafe SecretBytes(byteCount: Subkey.byteCount) { (memory: UnsafeMutableRawBufferPointer) in
      unsafe withUnsafeBytes { key in
        guard let key = key.baseAddress, let output = memory.baseAddress else { return }
        unsafe Subkey.derive(index, context, from: key, into: output)
      }
      return Subkey.byteCount
    }
  }
}
