import Foundation
import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

/// A keychain that a later build opens: its file is upgraded, and nothing of what it holds is another.
@Suite("upgrading a keychain") struct UpgradeTests {
  private static let later =
    Migration.all + [
      Migration(version: 2, sql: "CREATE TABLE note(id INTEGER PRIMARY KEY) STRICT; PRAGMA user_version = 2;")
    ]

  private func open(_ temporary: TemporaryKeychain, _ migrations: [Migration] = later) throws -> Keychain {
    var options = TemporaryKeychain.options(in: temporary.folder)
    options.migrations = migrations
    return try Keychain.open(temporary.path, as: temporary.caller, options: options)
  }

  @Test func `items, passphrase and state record are as before`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    for number in 0..<30 { try temporary.keychain.add("mail", "\(number)", secret: "secret \(number)") }
    temporary.close()
    do {
      let keychain = try open(temporary)
      #expect(try keychain.lockState == .notYetUnlocked)
      try keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
      for number in 0..<30 { #expect(try keychain.secretText("mail", "\(number)") == "secret \(number)") }
      #expect(try keychain.verifyState().condition.isSound)
      try keychain.add("mail", "later")
      #expect(try keychain.verifyState().condition.isSound)
      #expect(FileManager.default.fileExists(atPath: temporary.path + ".before-version-1"))
    }
    #expect(throws: KeychainError.self) { try temporary.keychain }
    #expect(try open(temporary).lockState == .notYetUnlocked)
    #expect(!FileManager.default.fileExists(atPath: temporary.path + ".before-version-1"))
  }

  @Test func `a second value on the upgraded file shares the keys of the first`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    temporary.close()
    let first = try open(temporary)
    let second = try open(temporary)
    try first.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try second.lockState == .unlocked)
    try second.lock()
    #expect(try first.lockState != .unlocked)
  }

  @Test func `an upgraded file that is open is no backup to read from, so that its locks stay`() throws {
    let temporary = try TemporaryKeychain()
    temporary.close()
    let keychain = try open(temporary)
    #expect(StoreRegistry.shared.holds(keychain.store.database.identity))
    #expect(throws: KeychainError.self) {
      try keychain.restore(from: temporary.path, passphrase: SecretBytes("passphrase"))
    }
  }

  @Test func `what makes deleted items unreadable leaves no file of before the upgrade`() throws {
    let temporary = try TemporaryKeychain()
    try temporary.keychain.add("mail", "ada")
    temporary.close()
    let keychain = try open(temporary)
    let kept = temporary.path + ".before-version-1"
    #expect(FileManager.default.fileExists(atPath: kept))
    #expect(try keychain.shred())
    #expect(!FileManager.default.fileExists(atPath: kept))
    #expect(try keychain.secretText("mail", "ada") != "")
  }

  @Test func `a build that knows less says that a newer one wrote it`() throws {
    let temporary = try TemporaryKeychain()
    temporary.close()
    _ = try open(temporary)
    #expect(status { try temporary.keychain } == .upgradePending)
  }
}
