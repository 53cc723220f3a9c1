import TestSupport
import Testing

@testable import KeychainKit

@Suite("keys: ways to unlock")
struct UnlockMethodTests {
  private static let passphrase = UnlockSecret.passphrase(SecretBytes(TestPassphrase.text))

  private func kinds(_ keychain: TemporaryKeychain) throws -> [UnlockMethod.Kind] {
    try keychain.keychain.unlockMethods.map(\.kind)
  }

  @Test func `a recovery code opens a locked keychain, in this process and the next`() throws {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    try keychain.keychain.add("mail", "ada", secret: "horse")
    let code = try keychain.keychain.addRecoveryCode(authorizedBy: Self.passphrase)
    #expect(try kinds(keychain) == [.passphrase, .recoveryCode])
    keychain.close()
    #expect(try kinds(keychain) == [.passphrase, .recoveryCode], "a locked keychain says so too")
    #expect(status { try keychain.keychain.secretText("mail", "ada") } == .interactionNotAllowed)
    try keychain.keychain.unlock(with: .recoveryCode(RecoveryCode(code.text)))
    #expect(try keychain.keychain.secretText("mail", "ada") == "horse")
    try keychain.keychain.lock()
    try keychain.keychain.unlock(with: .recoveryCode(code))
    #expect(try keychain.keychain.lockState == .unlocked)
  }

  @Test func `a wrong secret changes nothing, whatever was asked for`() throws {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let code = UnlockSecret.recoveryCode(try keychain.keychain.addRecoveryCode(authorizedBy: Self.passphrase))
    let other = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let foreign = UnlockSecret.recoveryCode(try other.keychain.addRecoveryCode(authorizedBy: Self.passphrase))
    let external = SecretBytes.random(byteCount: 32)
    let wrong = UnlockSecret.passphrase(SecretBytes("wrong"))
    let method = try #require(try keychain.keychain.unlockMethods.last?.id)
    let before = try keychain.folder.bytes(of: "test.keychain-db.keybag")
    let open = try keychain.keychain
    for secret in [foreign, wrong, .externalSecret(external)] {
      let expected: Status = secret.method == .externalSecret ? .parameter : .authenticationFailed
      #expect(status { try open.unlock(with: secret) } == expected)
      #expect(status { try open.verify(secret) } == expected)
      #expect(status { try open.addRecoveryCode(authorizedBy: secret) } == expected)
      #expect(status { try open.addExternalSecret(external, authorizedBy: secret) } == expected)
      #expect(status { try open.removeUnlockMethod(method, authorizedBy: secret) } == expected)
      #expect(status { try open.changePassphrase(authorizedBy: secret, to: SecretBytes("new")) } == expected)
      #expect(status { try open.replacePassphrase(authorizedBy: secret, to: SecretBytes("new")) } == expected)
    }
    #expect(status { try open.addRecoveryCode() } == .authenticationFailed, "without a secret neither")
    #expect(try keychain.folder.bytes(of: "test.keychain-db.keybag") == before)
    #expect(try kinds(keychain) == [.passphrase, .recoveryCode])
    try open.verify(code)
    try open.verify(Self.passphrase)
  }

  @Test func `a way that is taken out opens no more`() throws {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let external = SecretBytes.random(byteCount: 16)
    try keychain.keychain.addExternalSecret(external, authorizedBy: Self.passphrase)
    let method = try #require(try keychain.keychain.unlockMethods.first { $0.kind == .externalSecret })
    let passphraseMethod = try #require(try keychain.keychain.unlockMethods.first { $0.kind == .passphrase })
    #expect(passphraseMethod.cost?.operations == 1)
    // The secret that goes may itself be what authorizes.
    try keychain.keychain.removeUnlockMethod(method.id, authorizedBy: .externalSecret(external))
    #expect(status { try keychain.keychain.unlock(with: .externalSecret(external)) } == .parameter)
    #expect(
      status { try keychain.keychain.removeUnlockMethod(method.id, authorizedBy: Self.passphrase) } == .parameter)
    #expect(
      status { try keychain.keychain.removeUnlockMethod(passphraseMethod.id, authorizedBy: Self.passphrase) }
        == .parameter)
    #expect(
      status { try keychain.keychain.addExternalSecret(SecretBytes("short"), authorizedBy: Self.passphrase) }
        == .parameter)
  }

  @Test func `a keychain that opens by itself takes a code without being asked for a secret`() throws {
    let keychain = try TemporaryKeychain()
    let code = try keychain.keychain.addRecoveryCode()
    try keychain.keychain.verify(.recoveryCode(code))
    #expect(try kinds(keychain) == [.device, .recoveryCode])
    keychain.close()
    #expect(try keychain.keychain.lockState == .noPassphrase)
  }

  @Test func `setting, replacing and removing the passphrase keep the codes that are given and renew the others`()
    throws
  {
    let keychain = try TemporaryKeychain()
    try keychain.keychain.add("mail", "ada", secret: "horse")
    let first = UnlockSecret.recoveryCode(try keychain.keychain.addRecoveryCode())
    let external = UnlockSecret.externalSecret(SecretBytes.random(byteCount: 20))
    guard case .externalSecret(let bytes) = external else { return }
    try keychain.keychain.addExternalSecret(bytes)

    let set = try keychain.keychain.setPassphrase(SecretBytes("one"), keeping: [external])
    #expect(set.droppedMethods == [.recoveryCode] && set.removedItemCount == 0)
    let second = UnlockSecret.recoveryCode(try #require(set.recoveryCode))
    #expect(status { try keychain.keychain.verify(first) } == .authenticationFailed)
    try keychain.keychain.verify(external)

    // What authorizes the change is given, and so stays.
    let replaced = try keychain.keychain.replacePassphrase(authorizedBy: second, to: SecretBytes("two"))
    #expect(replaced.droppedMethods == [.externalSecret] && replaced.recoveryCode == nil)
    try keychain.keychain.verify(second)
    #expect(status { try keychain.keychain.verify(.passphrase(SecretBytes("one"))) } == .authenticationFailed)

    try keychain.keychain.add("akpu", "ada", accessible: "akpu")
    let removed = try keychain.keychain.removePassphrase(current: SecretBytes("two"), keeping: [second])
    #expect(removed.removedItemCount == 1 && removed.droppedMethods.isEmpty)
    try keychain.keychain.verify(second)
    keychain.close()
    #expect(try keychain.keychain.secretText("mail", "ada") == "horse")
    #expect(try kinds(keychain) == [.device, .recoveryCode])
  }

  @Test func `a code opens a portable keychain on a machine that never saw it, and sets its passphrase anew`() throws {
    let folder = try TemporaryFolder()
    var options = TemporaryKeychain.options(in: folder)
    options.isPortable = true
    let path = TemporaryKeychain.path(in: folder)
    let code: RecoveryCode
    do {
      let keychain = try Keychain.create(at: path, passphrase: SecretBytes("one"), options: options)
      try keychain.add(.genericPassword(service: "mail", account: "ada"), secret: "horse")
      code = try keychain.addRecoveryCode(authorizedBy: .passphrase(SecretBytes("one")))
    }
    let elsewhere = TemporaryKeychain.options(stateFolder: "\(folder.path)/elsewhere")
    do {
      let keychain = try Keychain.open(path, options: elsewhere)
      try keychain.changePassphrase(authorizedBy: .recoveryCode(code), to: SecretBytes("two"))
      #expect(try keychain.lockState == .notYetUnlocked, "the change alone unlocks nothing")
      try keychain.unlock(passphrase: SecretBytes("two"))
    }
    let recovery = try Keychain.recover(
      at: path, with: code, newPassphrase: SecretBytes("three"), options: elsewhere)
    let keychain = recovery.keychain
    #expect(recovery.lostItemCount == 0)
    let secret = try keychain.secret(for: .genericPassword(service: "mail", account: "ada"))
    #expect(secret.isEqual(to: SecretBytes("horse")))
    #expect(status { try keychain.verifyPassphrase(SecretBytes("two")) } == .authenticationFailed)
  }

  @Test func `an unlock writes a slot anew that costs less than new ones do`() throws {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    keychain.close()
    var options = TemporaryKeychain.options(in: keychain.folder)
    options.keyDerivation = .testingDearer
    do {
      let open = try Keychain.open(keychain.path, options: options)
      try open.unlock(passphrase: SecretBytes(TestPassphrase.text))
      #expect(try open.unlockMethods.first?.cost?.operations == 2)
      #expect(try open.lockState == .unlocked)
    }
    try keychain.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try keychain.keychain.unlockMethods.first?.cost?.operations == 2, "nobody makes it cheaper again")
  }

  @Test func `what systemd hands over is read from its folder, and nothing beside it`() throws {
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 7, count: 20), to: "unlock", mode: 0o400)
    try folder.write([UInt8](repeating: 7, count: 20), to: "open", mode: 0o644)
    let credentials = SystemdCredential(folder: folder.path)
    #expect(try credentials.secret(named: "unlock")?.count == 20)
    #expect(try credentials.secret(named: "absent") == nil)
    for name in ["open", "../unlock", "", ".", ".."] {
      #expect(throws: DeviceSecretError.self) { try credentials.secret(named: name) }
    }
  }
}
