import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Ways to unlock")
struct UnlockMethodTests {
  private static let passphrase = UnlockSecret.passphrase(SecretBytes("one"))
  private static let external = UnlockSecret.externalSecret(SecretBytes("sixteen bytes ok"))

  /// What stands in front of a keychain of a test.
  enum Shape: CaseIterable, CustomStringConvertible {
    case open, passphrase, portable

    func fixture() throws -> Fixture {
      switch self {
      case .open: try Fixture()
      case .passphrase: try Fixture(passphrase: "one")
      case .portable: try Fixture(passphrase: "one", isPortable: true)
      }
    }

    var secret: UnlockSecret? { self == .open ? nil : UnlockMethodTests.passphrase }
    var description: String { "\(self == .open ? "without a passphrase" : self == .portable ? "portable" : "bound")" }
  }

  private func adding(_ secret: UnlockSecret, to fixture: Fixture, by current: UnlockSecret?) throws -> KeybagChange {
    let current = try fixture.keyring.prepareUnlock(fixture.image, by: current)
    return try fixture.keyring.adding(secret, in: fixture.image, authorizedBy: current)
  }

  @Test(arguments: Shape.allCases)
  func `a code and an external secret open everything, in a bag of any shape`(shape: Shape) throws {
    let fixture = try shape.fixture()
    let columns = someColumns()
    let box = try fixture.keyring.sealMetadata([1, 2], columns: columns)
    for secret in [.recoveryCode(fixture.keyring.newRecoveryCode()), Self.external] {
      let change = try adding(secret, to: fixture, by: shape.secret)
      let image = try KeybagImage(parsing: change.image.bytes)
      #expect(image.generation == 2)
      #expect(image.unlockMethods.last?.kind == secret.method)
      let keyring = try fixture.reopened(image)
      _ = try keyring.unlock(image, with: secret)
      #expect(keyring.openMetadata(box, columns: columns).bytes == [1, 2])
      if let before = shape.secret { _ = try fixture.reopened(image).unlock(image, with: before) }
    }
  }

  @Test(arguments: Shape.allCases)
  func `another secret of the kind opens nothing, and one of a kind that is not there says so`(shape: Shape) throws {
    var fixture = try shape.fixture()
    let code = UnlockSecret.recoveryCode(fixture.keyring.newRecoveryCode())
    let other = UnlockSecret.recoveryCode(fixture.keyring.newRecoveryCode())
    let bare = fixture.image
    #expect(
      refusal { () throws(KeybagError) in _ = try fixture.keyring.unlock(bare, with: code) }
        == .noSuchMethod(.recoveryCode))
    #expect(
      refusal { () throws(KeybagError) in _ = try fixture.keyring.unlock(bare, with: Self.external) }
        == .noSuchMethod(.externalSecret))
    fixture.image = try adding(code, to: fixture, by: shape.secret).image
    fixture.keyring.adopt(try adding(Self.external, to: fixture, by: shape.secret))
    let keyring = try fixture.reopened()
    let before = keyring.state
    #expect(
      refusal { () throws(KeybagError) in _ = try keyring.unlock(fixture.image, with: other) }
        == .wrongSecret(.recoveryCode))
    #expect(keyring.state == before)
    let short = UnlockSecret.externalSecret(SecretBytes("fifteen bytes.."))
    #expect(
      refusal { () throws(KeybagError) in _ = try keyring.unlock(fixture.image, with: short) }
        == .externalSecretTooShort)
    #expect(
      error(KeybagError.self) { () throws(KeybagError) in
        let current = try keyring.prepareUnlock(fixture.image, by: shape.secret)
        _ = try keyring.adding(short, in: fixture.image, authorizedBy: current)
      } == .externalSecretTooShort)
  }

  @Test func `without a secret the slots of a bag with a passphrase stay as they are`() throws {
    let fixture = try Fixture(passphrase: "one")
    #expect(
      refusal { () throws(KeybagError) in _ = try fixture.keyring.prepareUnlock(fixture.image, by: nil) }
        == .secretNeeded)
    let current = try fixture.keyring.prepareUnlock(fixture.image, by: Self.passphrase)
    #expect(
      refusal { () throws(KeybagError) in
        _ = try fixture.keyring.adding(
          .passphrase(SecretBytes("two")), in: fixture.image, authorizedBy: current)
      } == .methodStays)
  }

  @Test(arguments: Shape.allCases)
  func `a way that is taken out opens no more, and the link goes with the last that needs it`(shape: Shape) throws {
    let fixture = try shape.fixture()
    let code = UnlockSecret.recoveryCode(fixture.keyring.newRecoveryCode())
    let added = try adding(code, to: fixture, by: shape.secret).image
    let kinds = fixture.image.slots.map(\.parameters.kind)
    let current = try fixture.keyring.prepareUnlock(added, by: code)
    let method = try #require(added.unlockMethods.first { $0.kind == .recoveryCode })
    let removed = try fixture.keyring.removing(method.id, in: added, authorizedBy: current).image
    #expect(removed.slots.map(\.parameters.kind) == kinds)
    #expect(try KeybagImage(parsing: removed.bytes).generation == 3)
    let keyring = try fixture.reopened(removed)
    #expect(
      refusal { () throws(KeybagError) in _ = try keyring.unlock(removed, with: code) }
        == .noSuchMethod(.recoveryCode))
    #expect(
      refusal { () throws(KeybagError) in
        _ = try keyring.removing(
          method.id, in: removed, authorizedBy: keyring.prepareUnlock(removed, by: shape.secret))
      } == .noSuchMethod(nil))
    let stays = try #require(added.unlockMethods.first { $0.kind != .recoveryCode })
    #expect(
      refusal { () throws(KeybagError) in
        _ = try fixture.keyring.removing(stays.id, in: added, authorizedBy: current)
      } == .methodStays)
  }

  @Test func `a code sets a lost passphrase anew, and every key stays`() throws {
    let fixture = try Fixture(passphrase: "one")
    let code = UnlockSecret.recoveryCode(fixture.keyring.newRecoveryCode())
    let added = try adding(code, to: fixture, by: Self.passphrase).image
    let keyring = try fixture.reopened(added)
    let changed = try keyring.changingPassphrase(
      in: added, from: keyring.prepareUnlock(added, by: code),
      to: keyring.preparePassphrase(SecretBytes("two"))
    ).image
    let columns = someColumns()
    let box = try fixture.keyring.sealMetadata([7], columns: columns)
    _ = try fixture.reopened(changed).unlock(changed, with: code)
    let reopened = try fixture.reopened(changed)
    #expect(
      refusal { () throws(KeybagError) in _ = try reopened.unlock(changed, with: Self.passphrase) }
        == .wrongPassphrase)
    _ = try reopened.unlock(changed, with: .passphrase(SecretBytes("two")))
    #expect(reopened.openMetadata(box, columns: columns).bytes == [7])
  }

  @Test func `a new master key keeps the slots whose secret is given, and makes a new code for those that are not`()
    throws
  {
    var fixture = try Fixture(passphrase: "one")
    let codes = (0..<2).map { _ in UnlockSecret.recoveryCode(fixture.keyring.newRecoveryCode()) }
    for secret in codes + [Self.external] {
      let change = try adding(secret, to: fixture, by: Self.passphrase)
      fixture.keyring.adopt(change)
      fixture.image = change.image
    }
    let current = try fixture.keyring.prepareUnlock(fixture.image, by: Self.passphrase)
    let two = try fixture.keyring.preparePassphrase(SecretBytes("two"))

    let all = try fixture.keyring.replacingPassphrase(
      in: fixture.image, from: current, to: two, keeping: codes + [Self.external])
    #expect(all.droppedMethods.isEmpty && all.recoveryCode == nil)
    for secret in codes + [Self.external] { _ = try fixture.reopened(all.image).unlock(all.image, with: secret) }

    let some = try fixture.keyring.replacingPassphrase(
      in: fixture.image, from: current, to: two, keeping: [codes[0]])
    #expect(some.droppedMethods == [.recoveryCode, .externalSecret])
    let code = try #require(some.recoveryCode)
    for secret in [codes[0], .recoveryCode(code)] {
      _ = try fixture.reopened(some.image).unlock(some.image, with: secret)
    }
    for secret in [codes[1], Self.external] {
      #expect(refusal { () throws(KeybagError) in _ = try fixture.keyring.unlock(some.image, with: secret) } != nil)
    }
  }

  @Test func `a bag holds sixteen slots and no more`() throws {
    var fixture = try Fixture(passphrase: "one")
    var count = fixture.image.slots.count
    while count < KeybagHeader.slotLimit {
      fixture.image = try adding(
        .recoveryCode(fixture.keyring.newRecoveryCode()), to: fixture, by: Self.passphrase
      ).image
      count += 1
    }
    #expect(try KeybagImage(parsing: fixture.image.bytes).slots.count == 16)
    let full = fixture
    #expect(
      error(KeybagError.self) { () throws(KeybagError) in
        let current = try full.keyring.prepareUnlock(full.image, by: Self.passphrase)
        _ = try full.keyring.adding(Self.external, in: full.image, authorizedBy: current)
      } == .tooManySlots)
  }

  @Test func `a slot of the same name and another salt is another slot`() throws {
    let fixture = try Fixture(passphrase: "one")
    let current = try fixture.keyring.prepareUnlock(fixture.image, by: Self.passphrase)
    let index = try #require(fixture.image.slots.firstIndex { $0.parameters.kind == .passphrase })
    // The salt begins at byte 16 of the slot.
    let bytes = fixture.image.bytes.changing(72 + 160 * index + 16) { $0 ^ 1 }
    let changed = try KeybagImage(parsing: withFreshDigest(bytes))
    #expect(refusal { () throws(KeybagError) in _ = try current.slot(in: changed) } == .slotChanged)
    #expect(refusal { () throws(KeybagError) in _ = try current.slot(in: fixture.image) } == nil)
  }
}
