import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// Backups that are not whole, and passphrases that are not right: each has a name, and nothing is changed.
@Suite("restoring: refused backups") struct RefusedBackupTests {
  private let fixture: BackupFixture
  private let other: BackupFixture
  private let bytes: [UInt8]
  private let before: [String]

  init() throws {
    fixture = try BackupFixture()
    try fixture.backUp()
    bytes = try fixture.temporary.folder.bytes(of: "a.backup")
    other = try BackupFixture(isFilled: false)
    try other.keychain.add(.genericPassword(service: "class", account: "ak"), secret: "local")
    before = try other.keychain.contents(withReferences: true)
  }

  /// What a restore of the bytes ends with, as words.
  private func outcome(of bytes: [UInt8], passphrase: SecretBytes = BackupFixture.passphrase) throws -> String {
    let path = try other.temporary.folder.write(bytes, to: "given.backup")
    do {
      return "restored \(try other.keychain.restore(from: path, passphrase: passphrase).entries.count)"
    } catch KeychainError.unreadableBackup(let fault) {
      return "\(fault)"
    } catch KeychainError.wrongPassphrase {
      return "wrong passphrase"
    } catch KeychainError.newerVersion {
      return "newer"
    }
  }

  private func expectUnchanged() throws {
    #expect(try other.keychain.contents(withReferences: true) == before)
  }

  @Test func `cut short at every 64 bytes it ends too early`() throws {
    #expect(bytes.count > 50_000)
    var cuts = 0
    for count in stride(from: 0, to: bytes.count, by: 64) {
      #expect(try outcome(of: Array(bytes.prefix(count))) == "\(BackupFault.truncated)", "\(count) bytes")
      cuts += 1
    }
    #expect(cuts > 800)
    try expectUnchanged()
    #expect(try outcome(of: bytes) == "restored \(BackupFixture.items.count)")
  }

  @Test func `a byte changed anywhere is damage, or in what vouches for the passphrase a wrong one`() throws {
    // The first 216 bytes are gone through bit by bit in the tests of the format.
    for index in stride(from: 216, to: bytes.count, by: 331) {
      var changed = bytes
      changed[index] ^= 1
      let found = try outcome(of: changed)
      #expect(
        found == "\(BackupFault.damaged)" || found == "\(BackupFault.truncated)", "byte \(index): \(found)")
    }
    try expectUnchanged()
  }

  @Test func `a wrong passphrase is called so, a hundred times`() throws {
    for number in 0..<100 {
      #expect(try outcome(of: bytes, passphrase: SecretBytes("words \(number)")) == "wrong passphrase")
    }
    #expect(try outcome(of: bytes, passphrase: SecretBytes([])) == "wrong passphrase")
    try expectUnchanged()
  }

  @Test func `a later version, another file and one that costs too much are called so`() throws {
    var newer = bytes
    newer[4] = 2
    #expect(try outcome(of: newer) == "newer")
    #expect(try outcome(of: Array("no backup at all".utf8)) == "\(BackupFault.notABackup)")
    var costly = bytes
    costly[44] = 1
    #expect(try outcome(of: costly) == "\(BackupFault.tooCostly)")
    try expectUnchanged()
  }

  @Test func `what is no file of its own cannot be restored from`() throws {
    let keychain = try other.keychain
    func attempt(_ path: String) -> Status {
      status { try keychain.restore(from: path, passphrase: BackupFixture.passphrase) }
    }
    #expect(attempt("\(other.temporary.folder.path)/missing") == .notAvailable)
    #expect(attempt(other.temporary.folder.path) == .notAvailable)
    // Opened and closed it would lose the locks that SQLite holds on it.
    #expect(attempt(other.temporary.path) == .decode)
    let pipe = Pipe()
    #expect(
      status {
        try keychain.restore(
          fromDescriptor: pipe.fileHandleForReading.fileDescriptor, passphrase: BackupFixture.passphrase)
      } == .notAvailable)
    try expectUnchanged()
  }
}
