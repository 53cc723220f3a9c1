import KeychainSchema

/// What Argon2id made of a password of the application's and one salt.
///
/// Deriving it takes most of a second at the default cost: outside every lock and transaction, once a salt. It then
/// seals any number of secrets, each with a nonce of its own.
package final class ApplicationPasswordKey: Sendable {
  /// The salt and the cost, by which the key is found again.
  package struct Parameters: Hashable, Sendable {
    let salt: Identifier
    let operations: UInt32
    let memoryByteCount: UInt64
  }

  /// What it was derived with.
  package let parameters: Parameters
  /// Proves in each inner part that this is its key, and is stored there.
  let check: [UInt8]
  /// What seals inner parts.
  private let sealingKey: SecretBytes

  /// Derives a key that is to seal something new, with a new salt.
  package convenience init(
    sealingWith password: SecretBytes, limits: KeyDerivationLimits
  ) throws(PasswordHash.OutOfMemory) {
    try self.init(sealingWith: password, limits: limits, random: .system)
  }

  convenience init(
    sealingWith password: SecretBytes, limits: KeyDerivationLimits, random: RandomSource
  ) throws(PasswordHash.OutOfMemory) {
    try self.init(
      password,
      Parameters(
        salt: random.identifier(), operations: limits.defaultOperations,
        memoryByteCount: limits.defaultMemoryByteCount))
  }

  /// Derives the key of an inner part; whether the password is right is judged by its header.
  package convenience init(
    of header: ApplicationPasswordHeader, from password: SecretBytes
  ) throws(PasswordHash.OutOfMemory) {
    try self.init(password, header.parameters)
  }

  private init(_ password: SecretBytes, _ parameters: Parameters) throws(PasswordHash.OutOfMemory) {
    let derived = try PasswordHash.derive(
      password,
      PasswordHash.Parameters(
        salt: parameters.salt, operations: parameters.operations, memoryByteCount: parameters.memoryByteCount))
    self.parameters = parameters
    check = Self.check(derived, parameters)
    sealingKey = derived.subkey(2, .slot)
  }

  /// `H(16, kdf(Q, 1, "kcslot01"), "kc1.aclc" ‖ salt…mem)`.
  private static func check(_ derived: SecretBytes, _ parameters: Parameters) -> [UInt8] {
    Hash.bytes(
      ApplicationPasswordHeader.checkByteCount, key: derived.subkey(1, .slot), 8 + Parameters.byteCount
    ) { writer in
      writer.append("kc1.aclc" as StaticString)
      parameters.write(to: &writer)
    }
  }

  /// Lends the key that seals inner parts.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    unsafe sealingKey.withUnsafeBytes { key in
      guard let key = key.baseAddress else { preconditionFailure("a key has bytes") }
      return unsafe body(key)
    }
  }
}

extension ApplicationPasswordKey.Parameters {
  static let byteCount = 32

  /// `salt 16 | ops u32 | zero u32 | mem u64`.
  func write(to writer: inout ByteWriter) {
    writer.append(salt)
    writer.append(operations)
    writer.append(UInt32(0))
    writer.append(memoryByteCount)
  }
}
