import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("keys: recovery")
struct RecoveryTests {
  private static let classes = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

  /// A keychain with a code and an item of every class there is.
  private struct Loss {
    let keychain: TemporaryKeychain
    let code: RecoveryCode
    let classes: [String]

    init(passphrase: String?) throws {
      keychain = try TemporaryKeychain(passphrase: passphrase)
      classes = RecoveryTests.classes.filter { passphrase != nil || $0 != "akpu" }
      for name in classes { try keychain.keychain.add("item", name, secret: "secret \(name)", accessible: name) }
      code = try keychain.keychain.addRecoveryCode(authorizedBy: passphrase.map { .passphrase(SecretBytes($0)) })
      keychain.close()
    }

    func recover(
      _ code: RecoveryCode? = nil, new: String?, state: String? = nil
    ) throws -> (keychain: Keychain, lostItemCount: Int) {
      let recovery = try recovery(code, new: new, state: state)
      return (recovery.keychain, recovery.lostItemCount)
    }

    func recovery(_ code: RecoveryCode? = nil, new: String?, state: String? = nil) throws -> Recovery {
      let folder = state ?? TemporaryKeychain.stateFolder(in: keychain.folder)
      return try Keychain.recover(
        at: keychain.path, with: code ?? self.code, newPassphrase: new.map { SecretBytes($0) }, as: keychain.caller,
        options: TemporaryKeychain.options(stateFolder: folder))
    }

    func loseDeviceSecret() throws {
      let folder = TemporaryKeychain.stateFolder(in: keychain.folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".secret") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
  }

  private func expect(_ keychain: Keychain, _ classes: [String], lostDevice: Bool) throws {
    for name in classes {
      let isLost = lostDevice && name.hasSuffix("u")
      let found = status { try keychain.secretText("item", name) }
      #expect(found == (isLost ? .itemNotFound : .success), "\(name)")
      if !isLost { #expect(try keychain.secretText("item", name) == "secret \(name)") }
    }
    #expect(try keychain.condition.isSound)
    #expect(try keychain.verifyState().condition.isSound)
  }

  @Test func `a lost passphrase: the code sets another, and nothing is lost`() throws {
    let loss = try Loss(passphrase: "one")
    let (keychain, lost) = try loss.recover(new: "two")
    #expect(lost == 0)
    try expect(keychain, loss.classes, lostDevice: false)
    #expect(status { try keychain.verifyPassphrase(SecretBytes("one")) } == .authenticationFailed)
    try keychain.verifyPassphrase(SecretBytes("two"))
    try keychain.verify(.recoveryCode(loss.code))
  }

  @Test(arguments: [nil, "one"])
  func `a lost device secret: a new one is made, and what was bound to the device is lost and counted`(
    passphrase: String?
  ) throws {
    let loss = try Loss(passphrase: passphrase)
    try loss.loseDeviceSecret()
    #expect(status { try loss.keychain.keychain } == .notAvailable)
    let new = passphrase.map { _ in "two" }
    do {
      let (keychain, lost) = try loss.recover(new: new)
      #expect(lost == (passphrase == nil ? 3 : 4))
      try expect(keychain, loss.classes, lostDevice: true)
      // A lost item's place is free.
      try keychain.add("item", "aku", secret: "anew", accessible: "aku")
      #expect(try keychain.secretText("item", "aku") == "anew")
    }
    let keychain = try loss.keychain.keychain
    if let new { try keychain.unlock(passphrase: SecretBytes(new)) }
    #expect(try keychain.secretText("item", "ak") == "secret ak")
    try keychain.verify(.recoveryCode(loss.code))
  }

  @Test func `another machine: file and code are enough, without an anchor of its own`() throws {
    let loss = try Loss(passphrase: "one")
    let elsewhere = loss.keychain.folder.path + "/elsewhere"
    do {
      let (keychain, lost) = try loss.recover(new: "two", state: elsewhere)
      #expect(lost == 4)
      try expect(keychain, loss.classes, lostDevice: true)
      try keychain.add("later", "ada")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: elsewhere).map { ($0 as NSString).pathExtension }
    #expect(names.sorted() == ["anchor", "secret"])
    // The machine that it came from no longer has the file's device secret.
    #expect(status { try loss.keychain.keychain } == .notAvailable)
  }

  @Test func `a wrong code leaves file, secrets and anchor as they were`() throws {
    let loss = try Loss(passphrase: "one")
    try loss.loseDeviceSecret()
    let before = try loss.keychain.folder.files()
    let other = try Loss(passphrase: "one").code
    #expect(status { try loss.recover(other, new: "two") } == .authenticationFailed)
    #expect(status { try loss.recover(new: nil) } == .authenticationFailed)
    let after = try loss.keychain.folder.files()
    for name in ["test.keychain-db", "test.keychain-db.keybag"] { #expect(after[name] == before[name]) }
    #expect(after.filter { $0.key.hasPrefix("state/") } == before.filter { $0.key.hasPrefix("state/") })
    let (keychain, _) = try loss.recover(new: "two")
    try expect(keychain, loss.classes, lostDevice: true)
  }

  @Test func `nothing to recover is said so, and so is a file that is not there`() throws {
    let loss = try Loss(passphrase: nil)
    #expect(status { try loss.recover(new: nil) } == .badRequest)
    #expect(
      status {
        try Keychain.recover(
          at: loss.keychain.folder.path + "/none", with: loss.code, newPassphrase: nil,
          options: TemporaryKeychain.options(in: loss.keychain.folder))
      } == .noSuchKeychain)
    let bare = try TemporaryKeychain(passphrase: "one")
    bare.close()
    #expect(
      status {
        try Keychain.recover(
          at: bare.path, with: loss.code, newPassphrase: SecretBytes("two"),
          options: TemporaryKeychain.options(in: bare.folder))
      } == .parameter)
  }

  @Test func `another keychain's secret in the place of ours is kept beside the new one`() throws {
    let loss = try Loss(passphrase: "one")
    let folder = TemporaryKeychain.stateFolder(in: loss.keychain.folder)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".secret") })
    let foreign = [UInt8](repeating: 9, count: 32)
    try loss.keychain.folder.write(foreign, to: "state/\(name)")
    let (keychain, lost) = try loss.recover(new: "two")
    #expect(lost == 4)
    try expect(keychain, loss.classes, lostDevice: true)
    let kept = try loss.keychain.folder.files().filter { $0.key.contains(".secret.unused-") }
    #expect(Array(kept.values) == [foreign])
  }

  @Test func `an exported device secret opens the file on another machine, and loses nothing`() throws {
    let loss = try Loss(passphrase: "one")
    let code = try #require(try loss.keychain.keychain.deviceSecret)
    let printed = code.text
    loss.keychain.close()
    let elsewhere = TemporaryKeychain.options(stateFolder: loss.keychain.folder.path + "/elsewhere")
    #expect(status { try Keychain.open(loss.keychain.path, options: elsewhere) } == .notAvailable)
    let foreign = try #require(try TemporaryKeychain().keychain.deviceSecret)
    #expect(
      status { try Keychain.restoreDeviceSecret(foreign, at: loss.keychain.path, options: elsewhere) }
        == .authenticationFailed)
    try Keychain.restoreDeviceSecret(DeviceSecretCode(printed), at: loss.keychain.path, options: elsewhere)
    let keychain = try Keychain.open(loss.keychain.path, as: loss.keychain.caller, options: elsewhere)
    try keychain.unlock(passphrase: SecretBytes("one"))
    for name in loss.classes { #expect(try keychain.secretText("item", name) == "secret \(name)") }
    // The anchor stayed behind: the owner has to say that this is the newest file.
    #expect(try keychain.condition.rollback == .anchorMissing)
    try keychain.acceptState()
    try keychain.add("later", "ada")
  }

  @Test(arguments: [nil, "one"])
  func `after a recovery keys are rotated, rows are shredded and passphrases replaced to their end`(
    passphrase: String?
  ) throws {
    let loss = try Loss(passphrase: passphrase)
    try loss.loseDeviceSecret()
    let (keychain, _) = try loss.recover(new: passphrase.map { _ in "two" })
    #expect(try keychain.rotateKeys(inBackground: false) && keychain.finishKeyRotation())
    #expect(try keychain.shred())
    #expect(try keychain.keyRotation == .finished)
    if passphrase != nil {
      let renewal = try keychain.replacePassphrase(
        authorizedBy: .passphrase(SecretBytes("two")), to: SecretBytes("three"))
      #expect(renewal.isFinished)
    }
    #expect(keychain.store.keyring.retiredKeys.isEmpty)
    #expect(try keychain.secretText("item", "ak") == "secret ak")
    #expect(status { try keychain.secretText("item", "aku") } == .itemNotFound)
  }

  @Test func `a row that was taken away before is found after a recovery as well`() throws {
    let loss = try Loss(passphrase: "one")
    try loss.loseDeviceSecret()
    try loss.keychain.database().execute("DELETE FROM item WHERE protection = 7")
    let (keychain, _) = try loss.recover(new: "two")
    #expect(try keychain.verifyState().condition.alteration == .rowsDiffer)
    try keychain.acceptState()
    #expect(try keychain.verifyState().condition.isSound)
  }

  @Test func `an older file is recovered, and called one`() throws {
    let loss = try Loss(passphrase: "one")
    let older = try loss.keychain.folder.bytes(of: "test.keychain-db")
    try loss.keychain.keychain.unlock(passphrase: SecretBytes("one"))
    try loss.keychain.keychain.add("later", "ada")
    try loss.keychain.keychain.lock()
    loss.keychain.close()
    try loss.keychain.folder.write(older, to: "test.keychain-db")
    try loss.keychain.folder.write([], to: "test.keychain-db-wal")
    try loss.loseDeviceSecret()
    let recovery = try loss.recovery(new: "two")
    #expect(recovery.rollback == .olderThanAnchor)
    #expect(try recovery.keychain.condition.isSound, "the owner was told, and is there")
    try recovery.keychain.add("later still", "ada")
  }

  @Test func `external secrets that go with the device are named`() throws {
    let loss = try Loss(passphrase: "one")
    try loss.keychain.keychain.addExternalSecret(
      SecretBytes.random(byteCount: 32), authorizedBy: .recoveryCode(loss.code))
    loss.keychain.close()
    try loss.loseDeviceSecret()
    #expect(try loss.recovery(new: "two").droppedMethods == [.externalSecret])
  }

  @Test func `a process that still has the device secret puts it back, and nothing is lost`() throws {
    let loss = try Loss(passphrase: "one")
    let open = try loss.keychain.keychain
    try loss.loseDeviceSecret()
    #expect(try loss.recover(new: "two").lostItemCount == 0)
    withExtendedLifetime(open) {}
    loss.keychain.close()
    try loss.keychain.keychain.unlock(passphrase: SecretBytes("two"))
    for name in loss.classes { #expect(try loss.keychain.keychain.secretText("item", name) == "secret \(name)") }
  }

  @Test func `a change of slots opens no more than was open`() throws {
    let loss = try Loss(passphrase: "one")
    let open = try loss.keychain.keychain
    #expect(try open.lockState == .notYetUnlocked)
    _ = try open.addRecoveryCode(authorizedBy: .passphrase(SecretBytes("one")))
    try open.changePassphrase(authorizedBy: .recoveryCode(loss.code), to: SecretBytes("two"))
    #expect(try open.lockState == .notYetUnlocked)
    #expect(status { try open.secretText("item", "ck") } == .interactionNotAllowed)
  }
}
