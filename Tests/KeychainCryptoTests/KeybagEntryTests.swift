import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Key bag: entries")
struct KeybagEntryTests {
  private func parse(_ fields: [UInt8], of body: KeybagBody) -> KeybagError? {
    let bytes = fields + [UInt8](repeating: 7, count: KeybagEntry.byteCount - fields.count)
    return refusal { () throws(KeybagError) in
      try unsafe bytes.span.bytes.withUnsafeBytes { (buffer) throws(KeybagError) in
        var reader = unsafe ByteReader(buffer)
        _ = try KeybagEntry(parsing: &reader, of: body)
      }
    }
  }

  /// class, flags, zero, generation
  @Test(arguments: [
    ([8, 0, 0, 0, 1, 0, 0, 0], KeybagBody.device, nil as KeybagError?),
    ([2, 4, 0, 0, 1, 0, 0, 0], .device, nil), ([2, 0, 0, 0, 1, 0, 0, 0], .user, nil),
    ([12, 2, 0, 0, 1, 0, 0, 0], .user, nil), ([7, 1, 0, 0, 0, 0, 0, 1], .first, nil),
    ([5, 0, 0, 0, 1, 0, 0, 0], .user, .newer), ([13, 0, 0, 0, 1, 0, 0, 0], .user, .newer),
    ([34, 0, 0, 0, 1, 0, 0, 0], .device, .newer), ([6, 8, 0, 0, 1, 0, 0, 0], .user, .newer),
    ([6, 0, 1, 0, 1, 0, 0, 0], .user, .newer), ([6, 0, 0, 1, 1, 0, 0, 0], .user, .newer),
    ([6, 0, 0, 0, 0, 0, 0, 0], .user, .damaged), ([6, 0, 0, 0, 1, 0, 0, 0], .first, .damaged),
    ([6, 4, 0, 0, 1, 0, 0, 0], .user, .damaged), ([2, 0, 0, 0, 1, 0, 0, 0], .device, .damaged),
    ([2, 4, 0, 0, 1, 0, 0, 0], .user, .damaged), ([8, 0, 0, 0, 1, 0, 0, 0], .user, .damaged),
    ([32, 0, 0, 0, 1, 0, 0, 0], .user, .damaged),
  ])
  func `what an entry may be`(fields: [UInt8], body: KeybagBody, expected: KeybagError?) {
    #expect(parse(fields, of: body) == expected)
  }

  @Test func `a body with a key twice, or without INDEX, is damage`() throws {
    let vector = try KeybagVector.named("no passphrase")
    let image = try vector.image
    let keys = BodyKeys(
      deviceMasterKey: SecretBytes(vector.deviceMasterKey.bytes), userMasterKey: SecretBytes(vector.userMasterKey.bytes)
    )
    let device = try #require(try image.entries(of: .device, key: keys.device))
    let first = try #require(try image.entries(of: .first, key: keys.first))
    let user = try #require(try image.entries(of: .user, key: keys.user))
    let faults: [KeybagContents] = [
      KeybagContents(device: device, first: first + [first[0]], user: user),
      KeybagContents(device: device.filter { $0.entryClass != .index }, first: first, user: user),
      KeybagContents(device: device.filter { $0.entryClass != .state }, first: first, user: user),
      KeybagContents(device: device + device, first: first, user: user),
    ]
    for contents in faults {
      let sealed = try KeybagImage(
        sealing: contents, keys: keys, slots: image.slots, header: image.header, random: .system)
      #expect(
        refusal { () throws(KeybagError) in
          _ = try Keyring(opening: sealed, deviceSecret: vector.secret, limits: .testing)
        } == .damaged)
    }
  }

  @Test func `a bag with too many keys is not made`() throws {
    let vector = try KeybagVector.named("no passphrase")
    let image = try vector.image
    let keys = BodyKeys(
      deviceMasterKey: SecretBytes(vector.deviceMasterKey.bytes), userMasterKey: SecretBytes(vector.userMasterKey.bytes)
    )
    var user: [KeybagEntry] = []
    for generation in 1...256 as ClosedRange<UInt32> {
      user.append(
        KeybagEntry(entryClass: .item(.whenUnlocked), flags: [], generation: generation, key: SlotKey.zeros))
    }
    let device = try #require(try image.entries(of: .device, key: keys.device))
    func seal(_ user: [KeybagEntry]) throws(KeybagError) -> KeybagImage {
      try KeybagImage(
        sealing: KeybagContents(device: device, first: [], user: user), keys: keys, slots: image.slots,
        header: image.header, random: .system)
    }
    #expect(refusal { () throws(KeybagError) in _ = try seal(user) } == .tooManyKeys)
    let full = try seal(Array(user.prefix(256 - device.count)))
    let keyring = try Keyring(opening: full, deviceSecret: vector.secret, limits: .testing)
    #expect(keyring.currentGeneration(of: .whenUnlocked) == UInt32(256 - device.count))
  }
}
