import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Rotating keys")
struct RotationTests {
  private static let everything = Set(ProtectionClass.allCases)

  @Test(arguments: ProtectionClass.allCases)
  func `a class has a new generation, the others stay, and both generations open`(protection: ProtectionClass) throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    let columns = someColumns(protection)
    let old = try keyring.sealMetadata([1], columns: columns)
    let change = try #require(try keyring.rotating([protection], in: fixture.image))
    keyring.adopt(change)
    for other in ProtectionClass.allCases {
      #expect(keyring.currentGeneration(of: other) == (other == protection ? 2 : 1))
    }
    #expect(keyring.retiredKeys == [KeyName(protection: protection, generation: 1)])
    let new = try keyring.sealMetadata([2], columns: columns)
    #expect(keyring.openMetadata(old, columns: columns).bytes == [1])
    #expect(keyring.openMetadata(new, columns: columns).bytes == [2])
    #expect(change.image.slots.map(\.bytes) == fixture.image.slots.map(\.bytes))

    let finished = try #require(try keyring.finishingRekey(in: change.image)?.change)
    keyring.adopt(finished)
    #expect(keyring.openMetadata(old, columns: columns).outcome == .keyMissing)
    #expect(keyring.openMetadata(new, columns: columns).bytes == [2])
    let reopened = try fixture.reopened(finished.image)
    _ = try reopened.unlock(finished.image, passphrase: SecretBytes("one"))
    #expect(reopened.openMetadata(new, columns: columns).bytes == [2])
    #expect(reopened.openMetadata(old, columns: columns).outcome == .keyMissing)
  }

  @Test func `another process follows with the keys it has, and no passphrase`() throws {
    let fixture = try Fixture(passphrase: "one")
    let other = try fixture.reopened()
    _ = try other.unlock(fixture.image, passphrase: SecretBytes("one"))
    let change = try #require(try fixture.keyring.rotating(Self.everything, in: fixture.image))
    fixture.keyring.adopt(change)
    try other.refresh(change.image)
    #expect(other.state == .unlocked)
    let columns = someColumns()
    let box = try fixture.keyring.sealMetadata([3], columns: columns)
    #expect(other.openMetadata(box, columns: columns).bytes == [3])
  }

  @Test func `locked, nothing begins`() throws {
    let fixture = try Fixture(passphrase: "one")
    fixture.keyring.lock()
    #expect(
      refusal { () throws(KeybagError) in _ = try fixture.keyring.rotating(Self.everything, in: fixture.image) }
        == .locked)
  }

  @Test func `a key that is not there is not made`() throws {
    let fixture = try Fixture()
    #expect(try fixture.keyring.rotating([.whenPasscodeSetThisDeviceOnly], in: fixture.image) == nil)
    #expect(try fixture.keyring.rotating([], in: fixture.image) == nil)
    let change = try #require(try fixture.keyring.rotating(Self.everything, in: fixture.image))
    fixture.keyring.adopt(change)
    #expect(fixture.keyring.currentGeneration(of: .whenPasscodeSetThisDeviceOnly) == nil)
    #expect(fixture.keyring.retiredKeys.count == 6)
  }

  @Test func `rotating again and again does not fill the bag`() throws {
    var fixture = try Fixture(passphrase: "one")
    for _ in 0..<300 {
      let change = try #require(try fixture.keyring.rotating(Self.everything, in: fixture.image))
      fixture.keyring.adopt(change)
      let finished = try #require(try fixture.keyring.finishingRekey(in: change.image)?.change)
      fixture.keyring.adopt(finished)
      fixture.image = finished.image
    }
    #expect(fixture.image.bytes.count == 1_264)
    #expect(fixture.keyring.currentGeneration(of: .whenUnlocked) == 301)
  }
}
