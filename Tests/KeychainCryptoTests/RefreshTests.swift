import KeychainSchema
import Synchronization
import Testing

@testable import KeychainCrypto

@Suite("A bag that another process changed")
struct RefreshTests {
  @Test func `a changed passphrase leaves every body open`() throws {
    let fixture = try Fixture(passphrase: "one")
    let other = try fixture.reopened()
    _ = try other.unlock(fixture.image, passphrase: SecretBytes("one"))
    let image = try fixture.keyring.changingPassphrase(
      in: fixture.image, from: fixture.keyring.prepareUnlock(fixture.image, SecretBytes("one")),
      to: fixture.keyring.preparePassphrase(SecretBytes("two"))
    ).image
    try other.refresh(image)
    #expect(other.state == .unlocked)
    #expect(other.bagGeneration == 2)
    other.lock()
    try other.refresh(image)
    #expect(other.state == .locked)
  }

  @Test func `a first passphrase set elsewhere wipes what it protects`() throws {
    let fixture = try Fixture()
    let other = try fixture.reopened()
    let columns = someColumns(.afterFirstUnlock)
    let box = try other.sealMetadata([1], columns: columns)
    let image = try fixture.keyring.settingPassphrase(
      in: fixture.image, to: fixture.keyring.preparePassphrase(SecretBytes("one"))
    ).image
    try other.refresh(image)
    #expect(other.state == .notYetUnlocked)
    #expect(other.openMetadata(box, columns: columns).outcome == .locked)
    #expect(other.currentGeneration(of: .always) == 1)
    _ = try other.unlock(image, passphrase: SecretBytes("one"))
    #expect(other.openMetadata(box, columns: columns).bytes == [1])
  }

  @Test func `a passphrase removed elsewhere opens everything`() throws {
    let fixture = try Fixture(passphrase: "one")
    let other = try fixture.reopened()
    let image = try fixture.keyring.removingPassphrase(
      in: fixture.image, current: fixture.keyring.prepareUnlock(fixture.image, SecretBytes("one"))
    ).image
    try other.refresh(image)
    #expect(other.state == .noPassphrase)
  }

  @Test func `a thread that meets a change before it is adopted stays open`() throws {
    let fixture = try Fixture()
    let keyring = fixture.keyring
    let change = try keyring.settingPassphrase(
      in: fixture.image, to: keyring.preparePassphrase(SecretBytes("one")))
    try keyring.refresh(change.image)
    #expect(keyring.state == .unlocked)
    #expect(keyring.currentGeneration(of: .whenPasscodeSetThisDeviceOnly) == 1)
    keyring.adopt(change)
    #expect(keyring.state == .unlocked)
    #expect(keyring.pending.withLock { $0 == nil })
  }

  @Test func `an older bag is ignored, and unlocking with one starts over`() throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    let change = try keyring.replacingPassphrase(
      in: fixture.image, from: keyring.prepareUnlock(fixture.image, SecretBytes("one")),
      to: keyring.preparePassphrase(SecretBytes("two")))
    keyring.adopt(change)
    try keyring.refresh(fixture.image)
    #expect(keyring.state == .unlocked)
    #expect(keyring.bagGeneration == 2)
    #expect(
      refusal { () throws(KeybagError) in _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("one")) }
        == .slotChanged)
  }

  @Test func `a change that was never written does not stand in the way of somebody else's`() throws {
    let fixture = try Fixture(passphrase: "one")
    let other = try fixture.reopened()
    _ = try other.unlock(fixture.image, passphrase: SecretBytes("one"))
    let current = try other.prepareUnlock(fixture.image, SecretBytes("one"))
    _ = try other.changingPassphrase(in: fixture.image, from: current, to: other.preparePassphrase(SecretBytes("x")))
    let image = try fixture.keyring.changingPassphrase(
      in: fixture.image, from: current, to: fixture.keyring.preparePassphrase(SecretBytes("two"))
    ).image
    try other.refresh(image)
    #expect(other.state == .unlocked)
    #expect(other.pending.withLock { $0 == nil })
  }

  @Test func `a bag without its device secret changes nothing`() throws {
    let fixture = try Fixture(passphrase: "one")
    let bytes = withFreshDigest(fixture.image.bytes.changing(40) { $0 ^ 1 })
    let image = try KeybagImage(parsing: bytes)
    #expect(refusal { () throws(KeybagError) in try fixture.keyring.refresh(image) } == .deviceSecretMissing)
    #expect(fixture.keyring.state == .unlocked)
  }
}
