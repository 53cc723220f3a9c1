import Foundation
import Glibc
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

/// What a repair does to the file of a keychain that is open, as another process sees it.
@Suite("a keychain whose file is replaced while it is open") struct ReplacedKeychainTests {
  /// Puts a copy of the open keychain's file in its place.
  private func replace(_ temporary: TemporaryKeychain) throws {
    try temporary.database().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let copy = try temporary.folder.write(try temporary.folder.bytes(of: "test.keychain-db"), to: "copy")
    for suffix in ["-wal", "-shm"] { unsafe unlink(temporary.path + suffix) }
    try #require(unsafe rename(copy, temporary.path) == 0)
    try temporary.keychain.store.database.lockFile.raiseFileEpoch()
  }

  private func second(_ temporary: TemporaryKeychain) throws -> Keychain {
    try Keychain.open(
      temporary.path, as: temporary.caller, options: TemporaryKeychain.options(in: temporary.folder))
  }

  @Test(arguments: [true, false])
  func `a second value shares the store of the first, which has noticed it or not`(isNoticed: Bool) throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let first = try temporary.keychain
    try first.add("mail", "ada")
    try replace(temporary)
    if isNoticed { try first.add("mail", "bob") }
    let second = try second(temporary)
    #expect(second.store === first.store)
    try second.lock()
    #expect(try first.lockState != .unlocked)
  }

  @Test func `the number of the old file leads to no store, whoever has it now`() throws {
    let temporary = try TemporaryKeychain()
    // O_PATH: keeps the number from being given out to another test, and closing it drops no lock.
    let held = unsafe open(temporary.path, 0x20_0000)
    defer { close(held) }
    let before = try temporary.keychain.store.database.identity
    try replace(temporary)
    try temporary.keychain.add("mail", "ada")
    let after = try temporary.keychain.store.database.identity
    #expect(after != before)
    #expect(StoreRegistry.shared.holds(after))
    // What a keychain that is made now is looked up by, where the file system gives the number out again.
    #expect(!StoreRegistry.shared.holds(before))
    var isOpened = false
    _ = status {
      try StoreRegistry.shared.store(of: before, judging: {}) { () throws(KeychainError) in
        isOpened = true
        throw .noSuchKeychain(path: "another")
      }
    }
    #expect(isOpened)
  }
}
