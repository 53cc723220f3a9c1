package import KeychainSchema

/// The first 216 bytes of a backup, all of which its first message vouches for.
///
/// `"KCBK" | version u16 = 1 | zero u16 | backup uuid 16 | created u64 (milliseconds since 1970) | slot 160 | header of
/// the stream 24`. The slot is that of a passphrase without a device secret, with the backup's uuid in the place of key
/// bag and database.
package struct BackupHeader: Sendable {
  static let byteCount = slotStart + KeybagSlot.byteCount + SecretStream.headerByteCount
  private static let magic: StaticString = "KCBK"
  private static let version: UInt16 = 1
  private static let slotStart = 32
  /// The most memory that a backup from somewhere may ask for.
  private static let memoryLimit: UInt64 = 1 << 30

  /// What the slot and the device parts are bound to.
  package let identifier: Identifier
  /// When the backup was begun.
  package let createdMilliseconds: UInt64
  /// All 216 bytes.
  let bytes: [UInt8]
  private let slot: KeybagSlot

  /// Reads the header; nothing of it is confirmed yet.
  ///
  /// - Throws: `.notABackup`, `.truncated`, `.newer` or `.damaged`.
  init(parsing bytes: [UInt8]) throws(BackupError) {
    self.bytes = bytes
    guard Self.magic.withUTF8Buffer({ magic in unsafe zip(magic, bytes).allSatisfy(==) }) else { throw .notABackup }
    guard bytes.count == Self.byteCount else { throw .truncated }
    let (version, zero) = (Self.integer(UInt16.self, at: 4, in: bytes), Self.integer(UInt16.self, at: 6, in: bytes))
    guard version == Self.version, zero == 0 else { throw .newer }
    guard let identifier = Identifier(Array(bytes[8..<24])) else { throw .damaged }
    self.identifier = identifier
    createdMilliseconds = Self.integer(UInt64.self, at: 24, in: bytes)
    do {
      slot = try unsafe bytes.span.bytes.withUnsafeBytes { (buffer) throws(KeybagError) in
        var reader = unsafe ByteReader(UnsafeRawBufferPointer(rebasing: buffer[Self.slotStart...]))
        return try KeybagSlot(parsing: &reader)
      }
    } catch {
      throw BackupError(error)
    }
    // Kinds that another version may allow here are none of this one's.
    guard slot.parameters.kind == .passphrase, !slot.parameters.bindsDeviceSecret else { throw .newer }
  }

  private static func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at offset: Int, in bytes: [UInt8]
  ) -> Value {
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe Value(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: type))
    }
  }
}

extension BackupHeader {
  /// A new backup's header, and the key of its stream. Argon2id takes most of a second at the default cost.
  static func make(
    passphrase: SecretBytes, createdMilliseconds: UInt64, limits: KeyDerivationLimits, random: RandomSource
  ) throws(BackupError) -> (header: BackupHeader, key: SecretBytes) {
    let identifier = random.identifier()
    let prepared: NewPassphrase
    do {
      prepared = try NewPassphrase(passphrase, limits: limits, random: random)
    } catch {
      throw BackupError(error)
    }
    let masterKey = random.secret(byteCount: Subkey.byteCount)
    let sealer = SlotSealer(header: slotHeader(identifier), deviceSecret: nil, random: random)
    let slot = sealer.passphrase(prepared, masterKey: masterKey)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: byteCount)
      var writer = unsafe ByteWriter(buffer)
      writer.append(magic)
      writer.append(version)
      writer.append(UInt16(0))
      writer.append(identifier)
      writer.append(createdMilliseconds)
      writer.append(slot.bytes)
      unsafe random.fill(UnsafeMutableRawBufferPointer(rebasing: buffer[writer.count...]))
      count = byteCount
    }
    return (try BackupHeader(parsing: bytes), streamKey(masterKey))
  }

  /// The key of the stream. Argon2id takes as long as the slot says.
  ///
  /// - Throws: `.wrongPassphrase`, also where the slot's salt, cost or check was changed: nothing else vouches for it;
  ///   `.tooCostly`, `.outOfMemory`; `.damaged` where the right passphrase opens nothing.
  package func key(passphrase: SecretBytes, limits: KeyDerivationLimits) throws(BackupError) -> SecretBytes {
    let derivation = slot.parameters.derivation
    guard derivation.memoryByteCount <= Self.memoryLimit,
      limits.allow(operations: derivation.operations, memoryByteCount: derivation.memoryByteCount)
    else { throw .tooCostly }
    let preKey: SecretBytes
    do {
      preKey = try PasswordHash.derive(passphrase, derivation)
    } catch {
      throw .outOfMemory
    }
    let key = SlotKey(slot: slot.parameters.identifier, bag: identifier, preKey: preKey, deviceSecret: nil)
    guard slot.accepts(key) else { throw .wrongPassphrase }
    guard let masterKey = slot.masterKey(key, in: Self.slotHeader(identifier)) else { throw .damaged }
    return Self.streamKey(masterKey)
  }

  /// The stream's own header, its last 24 bytes.
  func stream(_ key: SecretBytes) -> SecretStream {
    let start = Self.byteCount - SecretStream.headerByteCount
    return unsafe SecretStream(key: key, header: bytes.span.bytes.extracting(start..<Self.byteCount))
  }

  /// `kdf(MK, 2, "kcback01")`.
  private static func streamKey(_ masterKey: SecretBytes) -> SecretBytes {
    masterKey.subkey(2, .backup)
  }

  /// What the slot is bound to.
  private static func slotHeader(_ identifier: Identifier) -> KeybagHeader {
    KeybagHeader(
      bagIdentifier: identifier, generation: 1, deviceSecretIdentifier: .zero, databaseIdentifier: identifier)
  }
}
