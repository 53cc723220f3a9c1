import KeychainSchema

/// One way to a master key: 160 bytes, `parameters 56 | check 32 | nonce 24 | wrapped 48`.
///
/// The check tells a wrong secret from damage, since the cipher does not commit to its key.
struct KeybagSlot: Sendable {
  static let byteCount = 160
  private static let checkByteCount = 32
  private static let wrappedStart = SlotParameters.byteCount + checkByteCount + AEAD.nonceByteCount

  let parameters: SlotParameters
  /// All 160 bytes.
  let bytes: [UInt8]

  init(parsing reader: inout ByteReader) throws(KeybagError) {
    let slot = try reader.bytes(Self.byteCount)
    bytes = slot
    parameters = try unsafe slot.span.bytes.withUnsafeBytes { (buffer) throws(KeybagError) in
      var reader = unsafe ByteReader(buffer)
      return try SlotParameters(parsing: &reader)
    }
  }

  /// Wraps `masterKey` for the bag and the database that `header` names.
  init(
    sealing masterKey: SecretBytes, _ parameters: SlotParameters, key: SlotKey, in header: KeybagHeader,
    random: RandomSource
  ) {
    self.parameters = parameters
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      let slot = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: Self.byteCount)
      unsafe Self.write(masterKey, parameters, key, header, random, to: slot)
      count = Self.byteCount
    }
  }

  private static func write(
    _ masterKey: SecretBytes, _ parameters: SlotParameters, _ key: SlotKey, _ header: KeybagHeader,
    _ random: RandomSource, to slot: UnsafeMutableRawBufferPointer
  ) {
    var writer = unsafe ByteWriter(slot)
    parameters.write(to: &writer)
    writer.append(key.check(of: parameters))
    let nonce = unsafe UnsafeMutableRawBufferPointer(rebasing: slot[writer.count..<wrappedStart])
    unsafe random.fill(nonce)
    let associated = unsafe associatedData(UnsafeRawBufferPointer(rebasing: slot[..<wrappedStart]), header)
    let wrapping = key.wrappingKey
    unsafe associated.withUnsafeBytes { associated in
      unsafe wrapping.withUnsafeBytes { key in
        unsafe masterKey.withUnsafeBytes { masterKey in
          guard let nonce = nonce.baseAddress, let key = key.baseAddress, let slot = slot.baseAddress else { return }
          unsafe AEAD.seal(masterKey, associated: associated, nonce: nonce, key: key, into: slot + wrappedStart)
        }
      }
    }
  }

  /// Whether `key` is the slot's, in constant time.
  func accepts(_ key: SlotKey) -> Bool {
    let expected = key.check(of: parameters)
    let start = SlotParameters.byteCount
    return unsafe Sodium.areEqual(expected.span.bytes, bytes.span.bytes.extracting(start..<start + Self.checkByteCount))
  }

  /// The master key, or nil where the bytes are not what was written.
  func masterKey(_ key: SlotKey, in header: KeybagHeader) -> SecretBytes? {
    let wrapping = key.wrappingKey
    return unsafe bytes.withUnsafeBytes { slot in
      let associated = unsafe Self.associatedData(UnsafeRawBufferPointer(rebasing: slot[..<Self.wrappedStart]), header)
      return unsafe associated.withUnsafeBytes { associated in
        unsafe wrapping.withUnsafeBytes { key in unsafe Self.unwrap(slot, associated, key) }
      }
    }
  }

  private struct Unopened: Error {}

  private static func unwrap(
    _ slot: UnsafeRawBufferPointer, _ associated: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer
  ) -> SecretBytes? {
    do {
      return try unsafe SecretBytes(byteCount: Subkey.byteCount) {
        (output: UnsafeMutableRawBufferPointer) throws(Unopened) in
        let sealed = unsafe UnsafeRawBufferPointer(rebasing: slot[wrappedStart...])
        guard let start = slot.baseAddress, let key = key.baseAddress, let target = output.baseAddress,
          unsafe AEAD.open(
            sealed, associated: associated, nonce: start + (wrappedStart - AEAD.nonceByteCount), key: key, into: target)
        else { throw Unopened() }
        return Subkey.byteCount
      }
    } catch {
      return nil
    }
  }

  /// `"kc1.slot" ‖ bag uuid ‖ db uuid ‖ slot[0..112)`.
  private static func associatedData(_ head: UnsafeRawBufferPointer, _ header: KeybagHeader) -> [UInt8] {
    let count = 8 + 2 * Identifier.byteCount + head.count
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.append("kc1.slot" as StaticString)
      writer.append(header.bagIdentifier)
      writer.append(header.databaseIdentifier)
      unsafe writer.append(head)
      written = writer.count
    }
  }
}
