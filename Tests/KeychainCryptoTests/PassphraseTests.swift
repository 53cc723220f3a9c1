import KeychainSchema
import Synchronization
import Testing

@testable import KeychainCrypto

@Suite("Changes of the passphrase")
struct PassphraseTests {
  private let one = SecretBytes("one")
  private let two = SecretBytes("two")

  private func unlocks(_ fixture: Fixture, _ image: KeybagImage, _ passphrase: SecretBytes) throws -> KeybagError? {
    let keyring = try fixture.reopened(image)
    return refusal { () throws(KeybagError) in _ = try keyring.unlock(image, passphrase: passphrase) }
  }

  @Test func `a change rewrites one slot, keeps every key, and only the new passphrase opens`() throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    let columns = someColumns()
    let box = try keyring.sealMetadata([1], columns: columns)
    let masterKey = try keyring.unlock(fixture.image, passphrase: one)
    let change = try keyring.changingPassphrase(
      in: fixture.image, from: keyring.prepareUnlock(fixture.image, one), to: keyring.preparePassphrase(two))
    let image = change.image
    #expect(image.generation == 2)
    #expect(change.droppedMethods == [])
    #expect(zip(image.slots, fixture.image.slots).map { $0.bytes == $1.bytes } == [false, true, true])
    keyring.adopt(change)
    #expect(keyring.bagGeneration == 2)
    #expect(keyring.retiredKeys == [])
    #expect(keyring.openMetadata(box, columns: columns).bytes == [1])

    #expect(try unlocks(fixture, image, one) == .wrongPassphrase)
    #expect(try unlocks(fixture, image, two) == nil)
    let other = try fixture.reopened(image)
    try other.unlock(image, masterKey: masterKey)
    #expect(other.openMetadata(box, columns: columns).bytes == [1])
  }

  @Test func `a change in a locked keyring leaves it locked`() throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    keyring.lock()
    let change = try keyring.changingPassphrase(
      in: fixture.image, from: keyring.prepareUnlock(fixture.image, one), to: keyring.preparePassphrase(two))
    keyring.adopt(change)
    #expect(keyring.state == .locked)
    _ = try keyring.unlock(change.image, passphrase: two)
    #expect(keyring.state == .unlocked)
  }

  @Test func `a lock between a change and its adoption stays`() throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    let change = try keyring.changingPassphrase(
      in: fixture.image, from: keyring.prepareUnlock(fixture.image, one), to: keyring.preparePassphrase(two))
    keyring.lock()
    // The change's keys open the user body: the keyring does not keep them.
    #expect(keyring.pending.withLock { $0 == nil })
    keyring.adopt(change)
    #expect(keyring.state == .locked)
    #expect(keyring.bagGeneration == 2)
  }

  @Test func `preparing with a wrong passphrase fails, and a slot that changed meanwhile is noticed`() throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    #expect(
      refusal { () throws(KeybagError) in _ = try keyring.prepareUnlock(fixture.image, two) } == .wrongPassphrase)
    let prepared = try keyring.prepareUnlock(fixture.image, one)
    let elsewhere = try keyring.changingPassphrase(
      in: fixture.image, from: prepared, to: keyring.preparePassphrase(two)
    ).image
    let new = try keyring.preparePassphrase(SecretBytes("three"))
    for attempt in 0..<3 {
      let found = refusal { () throws(KeybagError) in
        switch attempt {
        case 0: _ = try keyring.changingPassphrase(in: elsewhere, from: prepared, to: new)
        case 1: _ = try keyring.replacingPassphrase(in: elsewhere, from: prepared, to: new)
        default: _ = try keyring.removingPassphrase(in: elsewhere, current: prepared)
        }
      }
      #expect(found == .slotChanged)
    }
    #expect(try unlocks(fixture, elsewhere, two) == nil)
  }

  @Test func `the first passphrase makes everything it protects new, and retires what was`() throws {
    let fixture = try Fixture()
    let keyring = fixture.keyring
    let columns = ProtectionClass.allCases.dropLast().map { someColumns($0) }
    let old = try columns.map { try keyring.sealMetadata([1], columns: $0) }

    let change = try keyring.settingPassphrase(in: fixture.image, to: keyring.preparePassphrase(one))
    let image = change.image
    keyring.adopt(change)
    #expect(keyring.state == .unlocked)
    #expect(image.slots.map(\.parameters.kind) == [.passphrase, .device, .link])
    #expect(image.slots.map(\.parameters.opens) == [.user, .device, .device])
    // 6 + a public key; 3 and their old ones; 4 and their old ones, and akpu.
    #expect(KeybagBody.allCases.map(image.header.entryCount) == [7, 6, 9])
    let expected: [ProtectionClass] = [
      .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly, .whenUnlocked, .whenUnlockedThisDeviceOnly,
    ]
    #expect(Set(keyring.retiredKeys) == Set(expected.map { KeyName(protection: $0, generation: 1) }))
    let generations = ProtectionClass.allCases.map { keyring.currentGeneration(of: $0) }
    #expect(generations == [2, 2, 1, 2, 2, 1, 1])

    // Old items open, new ones are sealed anew, and neither knows the other's key.
    for (columns, box) in zip(columns, old) {
      #expect(keyring.openMetadata(box, columns: columns).outcome == .opened(byteCount: 1))
      let new = try keyring.sealMetadata([2], columns: columns)
      #expect(keyring.openMetadata(new, columns: columns).bytes == [2])
      let relabelled = Array(new.prefix(8)) + box.dropFirst(8)
      #expect((keyring.openMetadata(relabelled, columns: columns).outcome == .undecodable) == (new[4] != box[4]))
    }
    #expect(try unlocks(fixture, image, one) == nil)
    #expect(try fixture.reopened(image).state == .notYetUnlocked)
    #expect(
      refusal { () throws(KeybagError) in
        _ = try keyring.settingPassphrase(in: image, to: keyring.preparePassphrase(two))
      } == .passphraseAlreadySet)
  }

  @Test func `retired keys of items leave at the end, those of files stay`() throws {
    let fixture = try Fixture()
    let keyring = fixture.keyring
    let columns = someColumns()
    let old = try keyring.sealMetadata([1], columns: columns)
    let change = try keyring.settingPassphrase(in: fixture.image, to: keyring.preparePassphrase(one))
    let image = change.image
    keyring.adopt(change)
    let new = try keyring.sealMetadata([2], columns: columns)

    keyring.lock()
    #expect(refusal { () throws(KeybagError) in _ = try keyring.finishingRekey(in: image)?.change } == .locked)
    _ = try keyring.unlock(image, passphrase: one)
    let end = try #require(try keyring.finishingRekey(in: image)?.change)
    #expect(end.image.generation == 3)
    #expect(end.image.slots.map(\.bytes) == image.slots.map(\.bytes))
    #expect(KeybagBody.allCases.map(end.image.header.entryCount) == [7, 4, 7])
    keyring.adopt(end)
    #expect(keyring.retiredKeys == [])
    #expect(keyring.openMetadata(old, columns: columns).outcome == .keyMissing)
    #expect(keyring.openMetadata(new, columns: columns).bytes == [2])
    #expect(try keyring.finishingRekey(in: end.image)?.change == nil)
    #expect(try unlocks(fixture, end.image, one) == nil)
  }

  @Test func `removing the passphrase destroys akpu keys for good, and the next ones are later ones`() throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    let akpu = someColumns(.whenPasscodeSetThisDeviceOnly)
    let lost = try keyring.sealMetadata([1], columns: akpu)
    let kept = someColumns(.whenUnlocked)
    let keptBox = try keyring.sealMetadata([2], columns: kept)

    let removal = try keyring.removingPassphrase(
      in: fixture.image, current: keyring.prepareUnlock(fixture.image, one))
    keyring.adopt(removal)
    #expect(keyring.state == .noPassphrase)
    #expect(removal.image.slots.map(\.parameters.kind) == [.device, .device])
    #expect(keyring.openMetadata(lost, columns: akpu).outcome == .keyDestroyed)
    #expect(keyring.openMetadata(keptBox, columns: kept).bytes == [2])
    #expect(!keyring.retiredKeys.contains { $0.protection == .whenPasscodeSetThisDeviceOnly })
    #expect(
      error(SealError.self) { () throws(SealError) in _ = try keyring.sealMetadata([1], columns: akpu) } == .noPasscode)
    let reopened = try fixture.reopened(removal.image)
    #expect(reopened.state == .noPassphrase)
    #expect(reopened.openMetadata(lost, columns: akpu).outcome == .keyDestroyed)

    let again = try keyring.settingPassphrase(in: removal.image, to: keyring.preparePassphrase(two))
    keyring.adopt(again)
    #expect(keyring.currentGeneration(of: .whenPasscodeSetThisDeviceOnly) == 2)
    #expect(keyring.openMetadata(lost, columns: akpu).outcome == .keyDestroyed)
    let new = try keyring.sealMetadata([3], columns: akpu)
    #expect(keyring.openMetadata(new, columns: akpu).bytes == [3])
    keyring.lock()
    #expect(keyring.openMetadata(lost, columns: akpu).outcome == .locked)
  }

  @Test func `replacing a known passphrase retires what it protected, akpu too`() throws {
    let fixture = try Fixture(passphrase: "one")
    let keyring = fixture.keyring
    let old = try keyring.unlock(fixture.image, passphrase: one)
    let akpu = someColumns(.whenPasscodeSetThisDeviceOnly)
    let box = try keyring.sealMetadata([1], columns: akpu)
    let change = try keyring.replacingPassphrase(
      in: fixture.image, from: keyring.prepareUnlock(fixture.image, one), to: keyring.preparePassphrase(two))
    keyring.adopt(change)
    #expect(keyring.openMetadata(box, columns: akpu).bytes == [1])
    #expect(keyring.retiredKeys.contains(KeyName(protection: .whenPasscodeSetThisDeviceOnly, generation: 1)))
    let other = try fixture.reopened(change.image)
    #expect(refusal { () throws(KeybagError) in try other.unlock(change.image, masterKey: old) } == .wrongPassphrase)
    #expect(try unlocks(fixture, change.image, two) == nil)
  }

  @Test func `slots of other kinds are carried by a change and dropped where MK_user is new`() throws {
    let vector = try KeybagVector.named("rekeying")
    let image = try vector.image
    let keyring = try vector.openKeyring()
    let current = try keyring.prepareUnlock(image, SecretBytes(try #require(vector.passphrase)))
    let change = try keyring.changingPassphrase(in: image, from: current, to: keyring.preparePassphrase(two))
    #expect(change.droppedMethods == [])
    #expect(zip(change.image.slots, image.slots).map { $0.bytes == $1.bytes } == [false, true, true, true, true])
    let replaced = try keyring.replacingPassphrase(in: image, from: current, to: keyring.preparePassphrase(two))
    #expect(replaced.droppedMethods == [.recoveryCode, .externalSecret])
    #expect(replaced.image.slots.map(\.parameters.kind) == [.passphrase, .device, .link, .recoveryCode])
  }

  @Test func `an old cost is known as such`() throws {
    let fixture = try Fixture(passphrase: "one")
    #expect(!fixture.keyring.isCheap(fixture.image))
    let keyring = try Keyring(opening: fixture.image, deviceSecret: fixture.deviceSecret, limits: .testingDearer)
    #expect(keyring.isCheap(fixture.image))
  }
}
