import KeychainSchema

/// How the inner part of a secret under an application password begins: `salt 16 | ops u32 | zero u32 | mem u64 | check
/// 16`.
package struct ApplicationPasswordHeader: Sendable {
  static let checkByteCount = 16
  static let byteCount = ApplicationPasswordKey.Parameters.byteCount + checkByteCount

  /// What the key is derived with.
  package let parameters: ApplicationPasswordKey.Parameters
  private let check: [UInt8]

  /// Reads the beginning of an inner part.
  ///
  /// - Throws: `.undecodable` for what is no inner part, or asks for more work than the limits allow; `.newer`.
  package init(_ inner: RawSpan, limits: KeyDerivationLimits) throws(ApplicationPasswordError) {
    guard inner.byteCount >= ApplicationPassword.overhead else { throw .undecodable }
    (parameters, check) = try unsafe inner.withUnsafeBytes { inner throws(ApplicationPasswordError) in
      (
        try unsafe Self.parameters(inner, limits),
        unsafe Array(inner[Self.byteCount - Self.checkByteCount..<Self.byteCount])
      )
    }
  }

  /// Whether the key is that of the password under which the part was sealed.
  package func accepts(_ key: ApplicationPasswordKey) -> Bool {
    guard key.parameters == parameters else { return false }
    let (expected, stored) = (key.check, check)
    return unsafe Sodium.areEqual(expected.span.bytes, stored.span.bytes)
  }

  private static func parameters(
    _ inner: UnsafeRawBufferPointer, _ limits: KeyDerivationLimits
  ) throws(ApplicationPasswordError) -> ApplicationPasswordKey.Parameters {
    guard let salt = unsafe Identifier(UnsafeRawBufferPointer(rebasing: inner[..<Identifier.byteCount]).bytes) else {
      throw .undecodable
    }
    let operations = unsafe UInt32(littleEndian: inner.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    guard unsafe inner.loadUnaligned(fromByteOffset: 20, as: UInt32.self) == 0 else { throw .newer }
    let memoryByteCount = unsafe UInt64(littleEndian: inner.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    guard limits.allow(operations: operations, memoryByteCount: memoryByteCount) else { throw .undecodable }
    return ApplicationPasswordKey.Parameters(
      salt: salt, operations: operations, memoryByteCount: memoryByteCount)
  }
}
