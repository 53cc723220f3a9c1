import CSodium
import KeychainSchema

/// BLAKE2b, keyed or not: `H(n, k, x)` of the formats.
enum Hash {
  /// Fills `output` with the hash of what `write` writes into `inputByteCount` bytes.
  ///
  /// - Parameter key: 32 bytes, or empty for no key.
  static func fill(
    _ output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, _ inputByteCount: Int,
    _ write: (inout ByteWriter) -> Void
  ) {
    unsafe Scratch.withBytes(inputByteCount) { input in
      var writer = unsafe ByteWriter(input)
      write(&writer)
      unsafe fill(output, key: key, of: UnsafeRawBufferPointer(rebasing: input[..<writer.count]))
    }
  }

  /// Fills `output` with the hash of `input`.
  static func fill(
    _ output: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, of input: UnsafeRawBufferPointer
  ) {
    guard let start = output.baseAddress else { preconditionFailure("a hash has bytes") }
    let failed = unsafe crypto_generichash(
      start.assumingMemoryBound(to: UInt8.self), output.count,
      input.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(input.count),
      key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count)
    precondition(failed == 0, "BLAKE2b takes every count this module asks for")
  }

  /// A hash that is itself a key.
  static func secret(
    key: SecretBytes?, _ inputByteCount: Int, _ write: (inout ByteWriter) -> Void
  ) -> SecretBytes {
    unsafe SecretBytes(byteCount: 32) { (output: UnsafeMutableRawBufferPointer) in
      unsafe withKey(key) { unsafe fill(output, key: $0, inputByteCount, write) }
      return 32
    }
  }

  /// A hash that may be seen, of `outputByteCount` bytes.
  static func bytes(
    _ outputByteCount: Int, key: SecretBytes?, _ inputByteCount: Int, _ write: (inout ByteWriter) -> Void
  ) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: outputByteCount) { buffer, count in
      let output = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: outputByteCount)
      unsafe withKey(key) { unsafe fill(output, key: $0, inputByteCount, write) }
      count = outputByteCount
    }
  }

  /// A hash of 16 bytes that names something.
  static func identifier(
    key: UnsafeRawBufferPointer, _ inputByteCount: Int, _ write: (inout ByteWriter) -> Void
  ) -> Identifier {
    var pair: (UInt64, UInt64) = (0, 0)
    unsafe withUnsafeMutableBytes(of: &pair) { unsafe fill($0, key: key, inputByteCount, write) }
    return Identifier(first: pair.0, second: pair.1)
  }

  private static func withKey(_ key: SecretBytes?, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard let key else { return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    unsafe key.withUnsafeBytes { unsafe body($0) }
  }
}
