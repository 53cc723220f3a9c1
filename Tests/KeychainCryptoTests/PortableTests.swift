import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Portable keychains")
struct PortableTests {
  @Test func `it must have a passphrase`() throws {
    #expect(
      refusal { () throws(KeybagError) in
        _ = try Keyring.make(database: .zero, deviceSecret: nil, passphrase: nil, limits: .testing)
      } == .portableWithoutPassphrase)
    let fixture = try Fixture(passphrase: "right", isPortable: true)
    let current = try fixture.keyring.prepareUnlock(fixture.image, SecretBytes("right"))
    #expect(
      refusal { () throws(KeybagError) in
        _ = try fixture.keyring.removingPassphrase(in: fixture.image, current: current)
      } == .portableWithoutPassphrase)
  }

  @Test func `until it is unlocked it gives nothing at all`() throws {
    let fixture = try Fixture(passphrase: "right", isPortable: true)
    #expect(fixture.image.isPortable)
    let columns = someColumns(.always)
    let box = try fixture.keyring.sealMetadata([1, 2, 3], columns: columns)
    let settings = try fixture.keyring.sealSettings(.standard)
    let keyring = try fixture.reopened()
    #expect(keyring.state == .notYetUnlocked)
    #expect(keyring.openMetadata(box, columns: columns).outcome == .locked)
    #expect(keyring.currentGeneration(of: .always) == nil)
    let input = TagInput(.group, itemClass: nil, group: "g", values: [])
    #expect(error(KeyringError.self) { () throws(KeyringError) in _ = try keyring.tag(input) } == .locked)
    #expect(error(KeyringError.self) { () throws(KeyringError) in _ = try keyring.openSettings(settings) } == .locked)
    #expect(
      error(KeyringError.self) { () throws(KeyringError) in
        _ = try keyring.sealGroupName(GroupName(accessGroup: "g"), tag: 1)
      } == .locked)
    #expect(
      error(SealError.self) { () throws(SealError) in _ = try keyring.sealMetadata([1], columns: columns) } == .locked)

    #expect(
      refusal { () throws(KeybagError) in _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("left")) }
        == .wrongPassphrase)
    _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    #expect(keyring.openMetadata(box, columns: columns).bytes == [1, 2, 3])
    keyring.lock()
    #expect(keyring.state == .locked)
    #expect(keyring.openMetadata(box, columns: columns).bytes == [1, 2, 3])
    #expect(try keyring.openSettings(settings) == .standard)
  }

  @Test(arguments: ProtectionClass.allCases)
  func `classes that are bound to a device are not available`(protection: ProtectionClass) throws {
    let keyring = try Fixture(passphrase: "right", isPortable: true).keyring
    let found = error(SealError.self) { () throws(SealError) in
      _ = try keyring.sealMetadata([1], columns: someColumns(protection))
    }
    #expect(found == (protection.isThisDeviceOnly ? .notAvailable : nil))
  }

  @Test func `the agent's key opens it through the link`() throws {
    let fixture = try Fixture(passphrase: "right", isPortable: true)
    let masterKey = try fixture.keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    let keyring = try fixture.reopened()
    try keyring.unlock(fixture.image, masterKey: masterKey)
    #expect(keyring.state == .unlocked)
    #expect(
      try keyring.tag(.init(.group, itemClass: nil, group: "g", values: []))
        == fixture.keyring.tag(.init(.group, itemClass: nil, group: "g", values: [])))
  }

  @Test func `its passphrase can be changed and replaced`() throws {
    let fixture = try Fixture(passphrase: "one", isPortable: true)
    let columns = someColumns(.always)
    let box = try fixture.keyring.sealMetadata([9], columns: columns)
    let keyring = fixture.keyring
    let changed = try keyring.changingPassphrase(
      in: fixture.image, from: keyring.prepareUnlock(fixture.image, SecretBytes("one")),
      to: keyring.preparePassphrase(SecretBytes("two"))
    ).image
    let replaced = try keyring.replacingPassphrase(
      in: changed, from: keyring.prepareUnlock(changed, SecretBytes("two")),
      to: keyring.preparePassphrase(SecretBytes("three"))
    ).image
    #expect(replaced.generation == 3)
    let other = try fixture.reopened(replaced)
    _ = try other.unlock(replaced, passphrase: SecretBytes("three"))
    #expect(other.openMetadata(box, columns: columns).bytes == [9])
    #expect(other.currentGeneration(of: .whenPasscodeSetThisDeviceOnly) == nil)
  }
}
