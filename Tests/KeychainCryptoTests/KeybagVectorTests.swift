import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Key bag: vectors")
struct KeybagVectorTests {
  @Test(arguments: try KeybagVector.all())
  func `a bag is parsed to what it was made from`(vector: KeybagVector) throws {
    let image = try vector.image
    #expect(image.bytes.count == vector.byteCount)
    #expect(image.generation == vector.generation)
    #expect(image.bagIdentifier == (try vector.bag.identifier))
    #expect(image.databaseIdentifier == (try vector.database.identifier))
    #expect(image.deviceSecretIdentifier == (try vector.deviceSecretIdentifier.identifier))
    #expect(image.isPortable == (vector.deviceSecret == nil))
    #expect(image.hasPassphrase == (vector.passphrase != nil))
    #expect(image.slots.map(\.bytes) == vector.slots.map(\.bytes))
    #expect(vector.secret?.identifier(for: image.databaseIdentifier) ?? .zero == image.deviceSecretIdentifier)
  }

  @Test(arguments: try KeybagVector.all())
  func `the bodies open with keys derived from the master keys`(vector: KeybagVector) throws {
    let image = try vector.image
    let keys = BodyKeys(
      deviceMasterKey: SecretBytes(vector.deviceMasterKey.bytes), userMasterKey: SecretBytes(vector.userMasterKey.bytes)
    )
    for body in KeybagBody.allCases {
      let expected = vector.body(body)
      #expect(keys[body].copy == expected.key.bytes)
      let entries = try #require(try image.entries(of: body, key: keys[body]))
      #expect(entries.map(\.entryClass.rawValue) == expected.entries.map(\.class))
      #expect(entries.map(\.flags.rawValue) == expected.entries.map(\.flags))
      #expect(entries.map(\.generation) == expected.entries.map(\.generation))
      #expect(entries.map(\.key.copy) == expected.entries.map(\.key.bytes))
    }
  }

  @Test(arguments: try KeybagVector.all())
  func `sealing the same contents with the same nonces gives the same bytes`(vector: KeybagVector) throws {
    let image = try vector.image
    let keys = BodyKeys(
      deviceMasterKey: SecretBytes(vector.deviceMasterKey.bytes), userMasterKey: SecretBytes(vector.userMasterKey.bytes)
    )
    let contents = KeybagContents(
      device: try #require(try image.entries(of: .device, key: keys.device)),
      first: try #require(try image.entries(of: .first, key: keys.first)),
      user: try #require(try image.entries(of: .user, key: keys.user)))
    let random = ScriptedRandom(KeybagBody.allCases.map { vector.body($0).nonce.bytes })
    let sealed = try KeybagImage(
      sealing: contents, keys: keys, slots: image.slots, header: image.header, random: random.source)
    #expect(sealed.bytes == vector.bytes.bytes)
    #expect(random.isUsedUp)
  }

  @Test(arguments: try KeybagVector.all())
  func `a keyring opens it and gives the master key`(vector: KeybagVector) throws {
    let image = try vector.image
    let keyring = try Keyring(opening: image, deviceSecret: vector.secret, limits: .testing)
    guard let passphrase = vector.passphrase else {
      #expect(keyring.state == .noPassphrase)
      return
    }
    #expect(keyring.state == .notYetUnlocked)
    let masterKey = try keyring.unlock(image, passphrase: SecretBytes(passphrase))
    #expect(masterKey.copy == vector.userMasterKey.bytes)
    #expect(keyring.state == .unlocked)
  }

  @Test func `three slots and 6 + 3 + 5 entries are 1,264 bytes, and that is a new bag with a passphrase`() throws {
    #expect(try KeybagVector.named("passphrase").byteCount == 1_264)
    let image = try Fixture(passphrase: "correct horse").image
    #expect(image.bytes.count == 1_264)
    #expect(image.slots.count == 3)
    #expect(KeybagBody.allCases.map(image.header.entryCount) == [6, 3, 5])
    #expect(image.generation == 1)
  }
}
