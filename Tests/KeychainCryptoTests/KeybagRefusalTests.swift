import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Key bag: why it does not open")
struct KeybagRefusalTests {
  @Test func `a device secret that is missing or another's has its own name, before any passphrase is judged`() throws {
    let fixture = try Fixture(passphrase: "right")
    for secret in [nil, DeviceSecret.random()] {
      #expect(
        refusal { () throws(KeybagError) in
          _ = try Keyring(opening: fixture.image, deviceSecret: secret, limits: .testing)
        } == .deviceSecretMissing)
    }
  }

  @Test func `a wrong passphrase is neither damage nor a missing secret, and changes nothing`() throws {
    let fixture = try Fixture(passphrase: "right")
    let keyring = try fixture.reopened()
    for number in 0..<1_000 {
      #expect(
        refusal { () throws(KeybagError) in
          _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("wrong \(number)"))
        } == .wrongPassphrase)
    }
    #expect(keyring.state == .notYetUnlocked)
    #expect(keyring.bagGeneration == 1)
    _ = try keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    #expect(keyring.state == .unlocked)
  }

  @Test(arguments: ["", "Right", "right ", "right\0", "righ"])
  func `only the exact bytes are the passphrase`(other: String) throws {
    let fixture = try Fixture(passphrase: "right")
    #expect(
      refusal { () throws(KeybagError) in
        try fixture.keyring.verify(fixture.image, passphrase: SecretBytes(other))
      } == .wrongPassphrase)
    try fixture.keyring.verify(fixture.image, passphrase: SecretBytes("right"))
  }

  @Test func `verifying changes no state, locked or not`() throws {
    let fixture = try Fixture(passphrase: "right")
    fixture.keyring.lock()
    try fixture.keyring.verify(fixture.image, passphrase: SecretBytes("right"))
    #expect(fixture.keyring.state == .locked)
    let fresh = try fixture.reopened()
    try fresh.verify(fixture.image, passphrase: SecretBytes("right"))
    #expect(fresh.state == .notYetUnlocked)
  }

  @Test func `where no passphrase is set there is none to judge`() throws {
    let fixture = try Fixture()
    #expect(
      refusal { () throws(KeybagError) in
        _ = try fixture.keyring.unlock(fixture.image, passphrase: SecretBytes(""))
      } == .noPassphrase)
    #expect(
      refusal { () throws(KeybagError) in
        try fixture.keyring.verify(fixture.image, passphrase: SecretBytes("x"))
      } == .noPassphrase)
  }

  @Test func `an agent's key of another keychain, or of no length, is wrong and opens nothing`() throws {
    let fixture = try Fixture(passphrase: "right")
    let keyring = try fixture.reopened()
    for masterKey in [SecretBytes.random(byteCount: 32), SecretBytes.random(byteCount: 31), SecretBytes("")] {
      #expect(
        refusal { () throws(KeybagError) in try keyring.unlock(fixture.image, masterKey: masterKey) }
          == .wrongPassphrase)
    }
    #expect(keyring.state == .notYetUnlocked)
    let masterKey = try fixture.keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    try keyring.unlock(fixture.image, masterKey: masterKey)
    #expect(keyring.state == .unlocked)
  }

  @Test func `a slot changed on purpose is damage for a keyring that was open before, whatever the passphrase`() throws
  {
    let fixture = try Fixture(passphrase: "right")
    let keyring = fixture.keyring
    let masterKey = try keyring.unlock(fixture.image, passphrase: SecretBytes("right"))
    // Salt, uuid, check, nonce and wrapped key of the passphrase's slot.
    for offset in [72 + 16, 72 + 32, 72 + 56, 72 + 88, 72 + 112] {
      let image = try KeybagImage(parsing: withFreshDigest(fixture.image.bytes.changing(offset) { $0 ^ 1 }))
      for passphrase in ["right", "wrong"] {
        let secret = SecretBytes(passphrase)
        let found = [
          refusal { () throws(KeybagError) in _ = try keyring.unlock(image, passphrase: secret) },
          refusal { () throws(KeybagError) in try keyring.verify(image, passphrase: secret) },
          refusal { () throws(KeybagError) in _ = try keyring.prepareUnlock(image, secret) },
          refusal { () throws(KeybagError) in try keyring.unlock(image, masterKey: masterKey) },
          refusal { () throws(KeybagError) in try keyring.refresh(image) },
        ]
        #expect(found == [.damaged, .damaged, .damaged, .damaged, .damaged], "byte \(offset)")
      }
    }
    #expect(keyring.state == .unlocked)
  }

  @Test func `another database's bag is refused`() throws {
    let fixture = try Fixture(passphrase: "right")
    let other = try Fixture(passphrase: "right")
    #expect(refusal { () throws(KeybagError) in try fixture.keyring.refresh(other.image) } == .damaged)
    #expect(
      refusal { () throws(KeybagError) in
        _ = try fixture.keyring.unlock(other.image, passphrase: SecretBytes("right"))
      } == .damaged)
  }
}
