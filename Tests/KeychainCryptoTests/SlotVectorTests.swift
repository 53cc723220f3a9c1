import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Key bag slots: vectors")
struct SlotVectorTests {
  struct Slot: Decodable {
    let keybag: String
    let database, bag: Hex
    let deviceSecret: Hex?
    let userMasterKey, masterKey: Hex
    let kind, opens, ds: UInt8
    let ops: UInt32
    let mem: UInt64
    let salt, uuid, nonce: Hex
    let passphrase: String?
    let preKey: Hex?
    let kek, check, associated, bytes: Hex
  }

  struct File: Decodable { let slots: [Slot] }

  static func all() throws -> [Slot] { try Vectors.load("slot", as: File.self).slots }

  private func parsed(_ vector: Slot) throws -> KeybagSlot {
    try unsafe vector.bytes.bytes.span.bytes.withUnsafeBytes { buffer in
      var reader = unsafe ByteReader(buffer)
      return try KeybagSlot(parsing: &reader)
    }
  }

  private func key(_ vector: Slot) throws -> SlotKey {
    guard let preKey = vector.preKey else { return SlotKey(linkFrom: SecretBytes(vector.userMasterKey.bytes)) }
    let deviceSecret = vector.deviceSecret.flatMap { DeviceSecret(SecretBytes($0.bytes)) }
    return SlotKey(
      slot: try vector.uuid.identifier, bag: try vector.bag.identifier, preKey: SecretBytes(preKey.bytes),
      deviceSecret: vector.ds == 1 ? deviceSecret : nil)
  }

  private func header(_ vector: Slot) throws -> KeybagHeader {
    KeybagHeader(
      bagIdentifier: try vector.bag.identifier, generation: 1, deviceSecretIdentifier: .zero,
      databaseIdentifier: try vector.database.identifier)
  }

  @Test func `every kind of slot is in the vectors`() throws {
    #expect(Set(try Self.all().map(\.kind)) == [1, 2, 3, 4, 5])
  }

  @Test(arguments: try 0..<all().count)
  func `a slot is parsed, accepts its key and gives its master key`(index: Int) throws {
    let vector = try Self.all()[index]
    let slot = try parsed(vector)
    #expect(slot.parameters.kind.rawValue == vector.kind)
    #expect(slot.parameters.opens.rawValue == vector.opens)
    #expect(slot.parameters.bindsDeviceSecret == (vector.ds == 1))
    #expect(slot.parameters.derivation.operations == vector.ops)
    #expect(slot.parameters.derivation.memoryByteCount == vector.mem)
    #expect(slot.parameters.derivation.salt == (try vector.salt.identifier))
    #expect(slot.parameters.identifier == (try vector.uuid.identifier))
    let key = try key(vector)
    #expect(key.check(of: slot.parameters) == vector.check.bytes)
    #expect(slot.accepts(key))
    #expect(slot.masterKey(key, in: try header(vector))?.copy == vector.masterKey.bytes)
  }

  @Test(arguments: try 0..<all().count)
  func `sealing a slot with the same nonce gives the same bytes`(index: Int) throws {
    let vector = try Self.all()[index]
    let random = ScriptedRandom([vector.nonce.bytes])
    let slot = KeybagSlot(
      sealing: SecretBytes(vector.masterKey.bytes), try parsed(vector).parameters, key: try key(vector),
      in: try header(vector), random: random.source)
    #expect(slot.bytes == vector.bytes.bytes)
  }

  @Test(arguments: try 0..<all().count)
  func `another bag, another database or another key opens nothing`(index: Int) throws {
    let vector = try Self.all()[index]
    let slot = try parsed(vector)
    let key = try key(vector)
    var otherBag = try header(vector)
    otherBag.bagIdentifier = .zero
    #expect(slot.masterKey(key, in: otherBag) == nil)
    var otherDatabase = try header(vector)
    otherDatabase.databaseIdentifier = .zero
    #expect(slot.masterKey(key, in: otherDatabase) == nil)
    let otherKey = SlotKey(linkFrom: SecretBytes.random(byteCount: 32))
    #expect(!slot.accepts(otherKey))
    #expect(slot.masterKey(otherKey, in: try header(vector)) == nil)
  }

  @Test func `Argon2id makes the expected key of every passphrase`() throws {
    for vector in try Self.all() {
      guard let passphrase = vector.passphrase else { continue }
      let parameters = PasswordHash.Parameters(
        salt: try vector.salt.identifier, operations: vector.ops, memoryByteCount: vector.mem)
      #expect(try PasswordHash.derive(SecretBytes(passphrase), parameters).copy == vector.preKey?.bytes)
    }
  }
}
