package import KeychainSchema

/// Why a secret under an application password did not open, or could not be sealed.
package enum ApplicationPasswordError: Error, Equatable {
  /// The password is another.
  case authenticationFailed
  /// Argon2id did not get its memory.
  case outOfMemory
  /// A newer version of this library wrote it.
  case newer
  /// It was changed or belongs to another item.
  case undecodable
}

/// Secrets that open only with a password of the application's, inside the box of their class.
///
/// `salt 16 | ops u32 | zero u32 | mem u64 | check 16 | nonce 24 | ciphertext n | tag 16`. The class key is outside, so
/// that sealing an item under another class key never needs the password. Argon2id takes most of a second at the
/// default cost: call it outside every lock and transaction.
package enum ApplicationPassword {
  private static let parameterByteCount = 32
  private static let checkByteCount = 16
  private static let nonceStart = parameterByteCount + checkByteCount
  private static let ciphertextStart = nonceStart + AEAD.nonceByteCount
  /// What the inner part has beyond its plaintext.
  package static let overhead = ciphertextStart + AEAD.tagByteCount

  /// Seals padded secret records for one item.
  package static func seal(
    _ padded: RawSpan, password: SecretBytes, itemClass: ItemClass, uuid: Identifier, limits: KeyDerivationLimits
  ) throws(ApplicationPasswordError) -> [UInt8] {
    try seal(padded, password: password, itemClass: itemClass, uuid: uuid, limits: limits, random: .system)
  }

  static func seal(
    _ padded: RawSpan, password: SecretBytes, itemClass: ItemClass, uuid: Identifier, limits: KeyDerivationLimits,
    random: RandomSource
  ) throws(ApplicationPasswordError) -> [UInt8] {
    let parameters = PasswordHash.Parameters(
      salt: random.identifier(), operations: limits.defaultOperations,
      memoryByteCount: limits.defaultMemoryByteCount)
    let key = try derive(password, parameters)
    let associated = associatedData(itemClass.rawValue, uuid, parameters)
    let byteCount = padded.byteCount + overhead
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(start: start, count: nonceStart))
      parameters.write(to: &writer)
      writer.append(check(key, parameters))
      // INVARIANT: the nonce is drawn here, once for this one sealing.
      unsafe random.fill(.init(start: start + nonceStart, count: AEAD.nonceByteCount))
      unsafe padded.withUnsafeBytes { padded in
        unsafe withKey(key, associated) { key, associated in
          unsafe AEAD.seal(
            padded, associated: associated, nonce: start + nonceStart, key: key, into: start + ciphertextStart)
        }
      }
      count = byteCount
    }
  }

  /// Opens the inner part of a secret and gives how many bytes of padded records it wrote.
  ///
  /// - Parameter target: at least `inner.byteCount - overhead` bytes.
  package static func open(
    _ inner: RawSpan, password: SecretBytes, itemClass: ItemClass, uuid: Identifier, limits: KeyDerivationLimits,
    into target: UnsafeMutableRawBufferPointer
  ) throws(ApplicationPasswordError) -> Int {
    try unsafe inner.withUnsafeBytes { (inner) throws(ApplicationPasswordError) in
      guard inner.count >= overhead, let start = inner.baseAddress else { throw .undecodable }
      precondition(target.count >= inner.count - overhead, "the target was sized for the inner part")
      let parameters = try unsafe parameters(inner, limits)
      let key = try derive(password, parameters)
      let stored = unsafe UnsafeRawBufferPointer(rebasing: inner[parameterByteCount..<nonceStart])
      guard unsafe Sodium.areEqual(check(key, parameters).span.bytes, stored.bytes) else {
        throw .authenticationFailed
      }
      let isOpen = unsafe withKey(key, associatedData(itemClass.rawValue, uuid, parameters)) { key, associated in
        unsafe AEAD.open(
          UnsafeRawBufferPointer(rebasing: inner[ciphertextStart...]), associated: associated,
          nonce: start + nonceStart, key: key, into: target.baseAddress)
      }
      guard isOpen else { throw .undecodable }
      return inner.count - overhead
    }
  }

  private static func parameters(
    _ inner: UnsafeRawBufferPointer, _ limits: KeyDerivationLimits
  ) throws(ApplicationPasswordError) -> PasswordHash.Parameters {
    guard let salt = unsafe Identifier(UnsafeRawBufferPointer(rebasing: inner[..<Identifier.byteCount]).bytes) else {
      throw .undecodable
    }
    let operations = unsafe UInt32(littleEndian: inner.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    guard unsafe inner.loadUnaligned(fromByteOffset: 20, as: UInt32.self) == 0 else { throw .newer }
    let memoryByteCount = unsafe UInt64(littleEndian: inner.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    guard limits.allow(operations: operations, memoryByteCount: memoryByteCount) else { throw .undecodable }
    return PasswordHash.Parameters(salt: salt, operations: operations, memoryByteCount: memoryByteCount)
  }

  private static func derive(
    _ password: SecretBytes, _ parameters: PasswordHash.Parameters
  ) throws(ApplicationPasswordError) -> SecretBytes {
    do {
      return try PasswordHash.derive(password, parameters)
    } catch {
      throw .outOfMemory
    }
  }

  /// `H(16, kdf(Q, 1, "kcslot01"), "kc1.aclc" ‖ salt…mem)`.
  private static func check(_ key: SecretBytes, _ parameters: PasswordHash.Parameters) -> [UInt8] {
    Hash.bytes(checkByteCount, key: key.subkey(1, .slot), 8 + parameterByteCount) { writer in
      writer.append("kc1.aclc" as StaticString)
      parameters.write(to: &writer)
    }
  }

  /// `"kc1.aclp" ‖ item class u8 ‖ uuid ‖ salt…mem`.
  private static func associatedData(
    _ itemClass: UInt8, _ uuid: Identifier, _ parameters: PasswordHash.Parameters
  ) -> [UInt8] {
    let byteCount = 8 + 1 + Identifier.byteCount + parameterByteCount
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.append("kc1.aclp" as StaticString)
      writer.append(itemClass)
      writer.append(uuid)
      parameters.write(to: &writer)
      count = writer.count
    }
  }

  private static func withKey<Result>(
    _ key: SecretBytes, _ associated: [UInt8], _ body: (UnsafeRawPointer, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let sealing = key.subkey(2, .slot)
    return unsafe associated.withUnsafeBytes { associated in
      unsafe sealing.withUnsafeBytes { key in
        guard let key = key.baseAddress else { preconditionFailure("a key has bytes") }
        return unsafe body(key, associated)
      }
    }
  }
}

extension PasswordHash.Parameters {
  /// `salt 16 | ops u32 | zero u32 | mem u64`.
  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(salt)
    writer.append(operations)
    writer.append(UInt32(0))
    writer.append(memoryByteCount)
  }
}
