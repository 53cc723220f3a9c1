import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Key bag: changed bytes")
struct KeybagDamageTests {
  @Test(arguments: try KeybagVector.all())
  func `every flipped bit is damage`(vector: KeybagVector) throws {
    for index in vector.bytes.bytes.indices {
      for bit in 0..<8 {
        let bytes = vector.bytes.bytes.changing(index) { $0 ^ 1 << bit }
        let found = refusal { () throws(KeybagError) in _ = try KeybagImage(parsing: bytes) }
        #expect(found == .damaged, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `a bag of any other length is damage`() throws {
    let bytes = try KeybagVector.named("no passphrase").bytes.bytes
    for count in 0..<bytes.count {
      #expect(
        refusal { () throws(KeybagError) in _ = try KeybagImage(parsing: Array(bytes.prefix(count))) } == .damaged)
      guard count >= KeybagImage.digestByteCount else { continue }
      let fresh = withFreshDigest(Array(bytes.prefix(count)))
      #expect(refusal { () throws(KeybagError) in _ = try KeybagImage(parsing: fresh) } == .damaged)
    }
    let longer = withFreshDigest(bytes.dropLast(32) + [UInt8](repeating: 0, count: 33))
    #expect(refusal { () throws(KeybagError) in _ = try KeybagImage(parsing: longer) } == .damaged)
  }

  @Test(arguments: try KeybagVector.all().filter { $0.deviceSecret != nil })
  func `a byte changed on purpose, with a digest that fits, never leads to a wrong key`(vector: KeybagVector) throws {
    let allowed: Set<KeybagError> = [.damaged, .newer, .deviceSecretMissing]
    for index in vector.bytes.bytes.indices.dropLast(KeybagImage.digestByteCount) {
      let bytes = withFreshDigest(vector.bytes.bytes.changing(index) { $0 ^ 0x40 })
      let found = refusal { () throws(KeybagError) in
        let image = try KeybagImage(parsing: bytes)
        let keyring = try Keyring(opening: image, deviceSecret: vector.secret, limits: .testing)
        guard let passphrase = vector.passphrase else { return }
        _ = try keyring.unlock(image, passphrase: SecretBytes(passphrase))
      }
      #expect(found.map(allowed.contains) == true, "byte \(index): \(String(describing: found))")
    }
  }

  @Test(arguments: ["passphrase", "no passphrase"])
  func `slots that do not belong together are damage: one less, one twice, one in another's place`(name: String) throws
  {
    let bytes = try KeybagVector.named(name).bytes.bytes
    let count = Int(bytes[64])
    func slot(_ index: Int) -> Range<Int> { 72 + index * 160..<72 + (index + 1) * 160 }
    func expectDamage(_ bag: [UInt8], slotCount: Int, _ note: String) {
      let changed = withFreshDigest(bag.changing(64) { _ in UInt8(slotCount) })
      #expect(refusal { () throws(KeybagError) in _ = try KeybagImage(parsing: changed) } == .damaged, "\(note)")
    }
    for index in 0..<count {
      var fewer = bytes
      fewer.removeSubrange(slot(index))
      expectDamage(fewer, slotCount: count - 1, "without slot \(index)")
      expectDamage(
        Array(bytes[..<slot(count).lowerBound] + bytes[slot(index)] + bytes[slot(count).lowerBound...]),
        slotCount: count + 1, "slot \(index) twice")
      for other in 0..<count where other != index {
        var exchanged = bytes
        exchanged.replaceSubrange(slot(other), with: bytes[slot(index)])
        expectDamage(exchanged, slotCount: count, "slot \(index) in the place of \(other)")
      }
    }
  }

  /// What is of another kind than this build knows, by its offset; the digest fits.
  @Test(arguments: [
    (4, 2, KeybagError.newer), (6, 1, .newer), (0, 0x4C, .damaged), (64, 17, .damaged),
    (72, 6, .newer), (73, 3, .newer), (74, 2, .newer), (75, 1, .newer), (72 + 48, 1, .newer),
    (72 + 160, 0, .newer), (72 + 160 + 4, 1, .newer),
    // A link that wants the device secret, a passphrase that opens MK_dev, a second passphrase.
    (72 + 320 + 2, 1, .damaged), (73, 2, .damaged), (72 + 160, 1, .damaged),
  ])
  func `what an unknown or misplaced field means`(offset: Int, value: Int, expected: KeybagError) throws {
    let bytes = try KeybagVector.named("passphrase").bytes.bytes
    let changed = withFreshDigest(bytes.changing(offset) { _ in UInt8(value) })
    #expect(refusal { () throws(KeybagError) in _ = try KeybagImage(parsing: changed) } == expected)
  }

  @Test func `more than 16 slots or 256 entries are refused`() throws {
    let image = try KeybagVector.named("passphrase").image
    var header = image.header
    header.slotCount = 17
    #expect(refusal { () throws(KeybagError) in try parse(header) } == .damaged)
    header.slotCount = 16
    #expect(refusal { () throws(KeybagError) in try parse(header) } == nil)
    (header.deviceEntryCount, header.firstEntryCount, header.userEntryCount) = (100, 100, 57)
    #expect(refusal { () throws(KeybagError) in try parse(header) } == .damaged)
    header.userEntryCount = 56
    #expect(refusal { () throws(KeybagError) in try parse(header) } == nil)
  }

  private func parse(_ header: KeybagHeader) throws(KeybagError) {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: KeybagHeader.byteCount) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      header.write(to: &writer)
      count = writer.count
    }
    try unsafe bytes.span.bytes.withUnsafeBytes { (buffer) throws(KeybagError) in
      var reader = unsafe ByteReader(buffer)
      _ = try KeybagHeader(parsing: &reader)
    }
  }

  /// The cost that a passphrase's slot names: passes, bytes, whether it is believed by the limits of a release.
  @Test(arguments: [
    (1, 64 << 20, true), (64, 64 << 20, true), (3, 256 << 20, true), (4, 4 << 30, true),
    (0, 64 << 20, false), (65, 64 << 20, false), (3, 64 << 20 - 1, false), (1, 4 << 30 + 1, false),
    (5, 4 << 30, false), (64, 257 << 20, false), (64, 256 << 20, true), (1, 0, false),
  ])
  func `bounds of a cost`(operations: Int, memoryByteCount: Int, isBelieved: Bool) {
    let allows = KeyDerivationLimits.standard.allow(
      operations: UInt32(operations), memoryByteCount: UInt64(memoryByteCount))
    #expect(allows == isBelieved)
  }

  @Test func `the defaults are within the bounds, and a cost for tests is not`() {
    let standard = KeyDerivationLimits.standard
    #expect(standard.defaultOperations == 3)
    #expect(standard.defaultMemoryByteCount == 256 << 20)
    #expect(
      standard.allow(operations: standard.defaultOperations, memoryByteCount: standard.defaultMemoryByteCount))
    let testing = KeyDerivationLimits.testing
    #expect(!standard.allow(operations: testing.defaultOperations, memoryByteCount: testing.defaultMemoryByteCount))
  }

  @Test func `a slot cheaper than the floor is damage, before anything is derived`() throws {
    let vector = try KeybagVector.named("passphrase")
    let image = try vector.image
    #expect(
      refusal { () throws(KeybagError) in
        _ = try Keyring(opening: image, deviceSecret: vector.secret, limits: .standard)
      } == .damaged)
  }
}
