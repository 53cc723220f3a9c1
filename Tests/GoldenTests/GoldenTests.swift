import Foundation
import KeychainKit
import TestSupport
import Testing

/// T23: what the first build of a version wrote, every later one reads, forever.
@Suite("golden files: every released format opens, with what was in it") struct GoldenTests {
  private static let versions = ["Version1"]

  @Test(arguments: versions)
  func `a keychain bound to a device, by its passphrase and by its code`(version: String) throws {
    let folder = try TemporaryFolder()
    let set = try GoldenSet.copied(version, to: folder)
    let expected = try set.expected(GoldenSet.bound)
    #expect(expected.lines.count > 10)
    let code = UnlockSecret.recoveryCode(try set.recoveryCode(GoldenSet.bound))
    for secret in [.passphrase(GoldenSet.passphrase), code] {
      let keychain = try Keychain.open(set.path(GoldenSet.bound), as: GoldenSet.caller, options: set.options)
      #expect(try keychain.lockState == .notYetUnlocked)
      try keychain.unlock(with: secret)
      #expect(try GoldenContents(of: keychain) == expected)
      #expect(try keychain.verifyState().condition.isSound)
    }
    #expect(throws: KeychainError.self) {
      try Keychain.open(set.path(GoldenSet.bound), as: GoldenSet.caller, options: set.options)
        .unlock(passphrase: SecretBytes("wrong"))
    }
  }

  @Test(arguments: versions)
  func `a portable keychain`(version: String) throws {
    let folder = try TemporaryFolder()
    let set = try GoldenSet.copied(version, to: folder)
    let keychain = try Keychain.open(set.path(GoldenSet.portable), as: GoldenSet.caller, options: set.options)
    try keychain.unlock(passphrase: GoldenSet.passphrase)
    #expect(try GoldenContents(of: keychain) == set.expected(GoldenSet.portable))
    #expect(try keychain.verifyState().condition.isSound)
  }

  @Test(arguments: versions)
  func `a golden keychain is written as well, and keeps what it had`(version: String) throws {
    let folder = try TemporaryFolder()
    let set = try GoldenSet.copied(version, to: folder)
    let keychain = try Keychain.open(set.path(GoldenSet.bound), as: GoldenSet.caller, options: set.options)
    try keychain.unlock(passphrase: GoldenSet.passphrase)
    try keychain.add(["class": "genp", "svce": "later", "acct": "ada", "agrp": "golden.one", "v_Data": Data([1])])
    try keychain.rotateKeys()
    try keychain.finishKeyRotation()
    let contents = try GoldenContents(of: keychain).withoutDigests.filter { !$0.contains("svce=\"later\"") }
    #expect(contents == (try set.expected(GoldenSet.bound).withoutDigests))
  }

  @Test(arguments: versions)
  func `a backup, into a new keychain of the same device`(version: String) throws {
    let folder = try TemporaryFolder()
    let set = try GoldenSet.copied(version, to: folder)
    let keychain = try Keychain.create(
      at: set.path("new.keychain-db"), passphrase: nil, as: GoldenSet.caller, options: set.options)
    let report = try keychain.restore(from: set.path(GoldenSet.backup), passphrase: GoldenSet.backupPassphrase)
    let expected = try set.expected(GoldenSet.bound).withoutDigests
    let live = expected.filter { !$0.contains("tomb=1") && !$0.contains("\"akpu\"") }
    #expect(try GoldenContents(of: keychain).withoutDigests == live)
    #expect(report.count(of: .added) == live.count)
  }

  /// The way in which a set is made, once a version: `KEYCHAIN_GOLDEN_FOLDER` names the folder.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["KEYCHAIN_GOLDEN_FOLDER"] != nil))
  func `a new set is made where somebody asks for it`() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["KEYCHAIN_GOLDEN_FOLDER"])
    try GoldenSet(folder: URL(filePath: folder)).make()
  }
}
