import KeychainSchema

extension AccessControl {
  /// How many bytes an access control has.
  package static let byteCount = 10
  private static let version: UInt8 = 1

  /// The bytes under which it is sealed: `version u8 = 1 ‖ protection u8 ‖ flags u64`, little-endian.
  /// - Source: the format, described with its vectors in Tests/KeychainCryptoTests/Vectors.
  package var encoded: [UInt8] {
    let flagBytes = (0..<8).map { UInt8(truncatingIfNeeded: flags.rawValue >> (8 * UInt64($0))) }
    return [Self.version, protection.rawValue] + flagBytes
  }

  /// Reads what `encoded` wrote.
  /// - Throws: `.newer` for another version or unknown flags, which a later build may know; `.malformed` for any other
  ///   bytes that are no access control.
  package init(decoding bytes: [UInt8]) throws(AccessControlError) {
    guard let version = bytes.first else { throw .malformed }
    guard version == Self.version else { throw .newer }
    guard bytes.count == Self.byteCount, let protection = ProtectionClass(rawValue: bytes[1]) else { throw .malformed }
    let flags = AccessControlFlags(rawValue: bytes[2...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    guard flags.isSubset(of: .known) else { throw .newer }
    do {
      try self.init(protection: protection, flags: flags)
    } catch {
      throw .malformed
    }
  }
}
