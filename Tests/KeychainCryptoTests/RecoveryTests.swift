import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Recovery without the device secret")
struct RecoveryTests {
  /// A bag with a code, and boxes of every class from before.
  private struct Loss {
    let fixture: Fixture
    let code: RecoveryCode
    let image: KeybagImage
    let boxes: [(columns: ItemColumns, box: [UInt8])]

    init(passphrase: String?) throws {
      fixture = try Fixture(passphrase: passphrase)
      code = fixture.keyring.newRecoveryCode()
      let current = try fixture.keyring.prepareUnlock(
        fixture.image, by: passphrase.map { .passphrase(SecretBytes($0)) })
      image = try fixture.keyring.adding(.recoveryCode(code), in: fixture.image, authorizedBy: current).image
      var boxes: [(ItemColumns, [UInt8])] = []
      for protection in ProtectionClass.allCases
      where passphrase != nil || protection != .whenPasscodeSetThisDeviceOnly {
        let columns = someColumns(protection)
        boxes.append((columns, try fixture.keyring.sealMetadata([protection.rawValue], columns: columns)))
      }
      self.boxes = boxes
    }

    func recovered(_ code: RecoveryCode? = nil, passphrase: String?) throws(KeybagError) -> (
      KeybagChange, Keyring, DeviceSecret
    ) {
      let secret = DeviceSecret.random()
      var new: NewPassphrase?
      if let passphrase { new = try NewPassphrase(SecretBytes(passphrase), limits: .testing) }
      let (change, keyring) = try Keyring.recovering(
        image, with: code ?? self.code, deviceSecret: secret, passphrase: new, limits: .testing)
      return (change, keyring, secret)
    }
  }

  @Test(arguments: [nil, "one"])
  func `what is bound to no device opens, what was bound to the old one is destroyed`(passphrase: String?) throws {
    let loss = try Loss(passphrase: passphrase)
    let (change, keyring, secret) = try loss.recovered(passphrase: passphrase.map { _ in "two" })
    let image = try KeybagImage(parsing: change.image.bytes)
    let reopened = try Keyring(opening: image, deviceSecret: secret, limits: .testing)
    if passphrase != nil { _ = try reopened.unlock(image, passphrase: SecretBytes("two")) }
    for keyring in [keyring, reopened] {
      for (columns, box) in loss.boxes {
        let protection = try #require(ProtectionClass(rawValue: UInt8(columns.protection)))
        let opened = keyring.openMetadata(box, columns: columns)
        if protection.isThisDeviceOnly {
          #expect(opened.outcome == .keyDestroyed)
          // What comes after is under a later generation.
          let new = try keyring.sealMetadata([9], columns: columns)
          #expect(keyring.openMetadata(new, columns: columns).bytes == [9])
          #expect(keyring.currentGeneration(of: protection) == 2)
        } else {
          #expect(opened.bytes == [protection.rawValue])
        }
      }
    }
    #expect(image.generation == loss.image.generation + 1)
    #expect(image.deviceSecretIdentifier == secret.identifier(for: image.databaseIdentifier))
  }

  @Test func `the code opens the new bag too, the old passphrase and the old secret do not`() throws {
    let loss = try Loss(passphrase: "one")
    let (change, _, secret) = try loss.recovered(passphrase: "two")
    let image = change.image
    let keyring = try Keyring(opening: image, deviceSecret: secret, limits: .testing)
    #expect(
      refusal { () throws(KeybagError) in _ = try keyring.unlock(image, passphrase: SecretBytes("one")) }
        == .wrongPassphrase)
    _ = try keyring.unlock(image, with: .recoveryCode(loss.code))
    #expect(
      refusal { () throws(KeybagError) in
        _ = try Keyring(opening: image, deviceSecret: loss.fixture.deviceSecret, limits: .testing)
      } == .deviceSecretMissing)
  }

  @Test func `a wrong code, a passphrase too few and one too many are told apart`() throws {
    let loss = try Loss(passphrase: "one")
    let other = loss.fixture.keyring.newRecoveryCode()
    #expect(
      refusal { () throws(KeybagError) in _ = try loss.recovered(other, passphrase: "two") }
        == .wrongSecret(.recoveryCode))
    #expect(refusal { () throws(KeybagError) in _ = try loss.recovered(passphrase: nil) } == .secretNeeded)
    let open = try Loss(passphrase: nil)
    #expect(refusal { () throws(KeybagError) in _ = try open.recovered(passphrase: "two") } == .noPassphrase)
    let bare = try Fixture(passphrase: "one")
    #expect(
      refusal { () throws(KeybagError) in
        _ = try Keyring.recovering(
          bare.image, with: other, deviceSecret: .random(),
          passphrase: NewPassphrase(SecretBytes("x"), limits: .testing),
          limits: .testing)
      } == .noSuchMethod(.recoveryCode))
  }

  @Test func `external secrets are dropped, since the old device secret was part of them`() throws {
    let loss = try Loss(passphrase: "one")
    let keyring = loss.fixture.keyring
    let current = try keyring.prepareUnlock(loss.image, by: .recoveryCode(loss.code))
    let image = try keyring.adding(
      .externalSecret(SecretBytes.random(byteCount: 32)), in: loss.image, authorizedBy: current
    ).image
    let (change, _) = try Keyring.recovering(
      image, with: loss.code, deviceSecret: .random(), passphrase: NewPassphrase(SecretBytes("two"), limits: .testing),
      limits: .testing)
    #expect(change.droppedMethods == [.externalSecret])
    #expect(change.image.unlockMethods.map(\.kind) == [.passphrase, .recoveryCode])
  }

  @Test func `a changed bag is damaged, whatever the code says`() throws {
    let loss = try Loss(passphrase: "one")
    let slots = loss.image.slots
    let index = try #require(slots.firstIndex { $0.parameters.kind == .passphrase })
    // A byte of another slot: only the bodies vouch for it.
    let bytes = withFreshDigest(loss.image.bytes.changing(72 + 160 * index + 100) { $0 ^ 1 })
    let image = try KeybagImage(parsing: bytes)
    #expect(
      refusal { () throws(KeybagError) in
        _ = try Keyring.recovering(
          image, with: loss.code, deviceSecret: .random(),
          passphrase: NewPassphrase(SecretBytes("two"), limits: .testing), limits: .testing)
      } == .damaged)
  }
}
