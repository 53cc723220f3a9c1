import Foundation
import KeychainKit
import Synchronization
import TestSupport
import Testing

@Suite("locking: everybody who has the file open") struct SharedLockTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)

  @Test func `a lock through one value is a lock of every value on the file`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let first = try temporary.keychain
    let second = try Keychain(at: temporary.path, options: TemporaryKeychain.options(in: temporary.folder))
    try first.add("mail", "ada", group: "team.a")
    #expect(try second.lockState == .unlocked)
    #expect(try second.lock())
    #expect(try first.lockState == .locked)
    #expect(status { try first.secretText("mail", "ada") } == .interactionNotAllowed)
    try first.unlock(passphrase: Self.passphrase)
    #expect(try second.lockState == .unlocked)
  }

  @Test func `a lock here reaches another process that is unlocked`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let worker = try Worker(["hold", temporary.folder.path])
    #expect(worker.line() == "unlocked")
    try temporary.keychain.lock()
    #expect(worker.line() == "locked")
    #expect(worker.wait() == 0)
  }

  @Test func `a lock in another process reaches this one, and not its unlock`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    try keychain.add("mail", "bob", accessible: "ck")
    #expect(try Worker(["lock", temporary.folder.path]).wait() == 0)
    #expect(status { try keychain.secretText("mail", "ada") } == .interactionNotAllowed)
    #expect(status { try keychain.add("mail", "cid") } == .interactionNotAllowed)
    #expect(try keychain.secretText("mail", "bob") == "secret")
    #expect(try Worker(["unlock", temporary.folder.path]).wait() == 0)
    #expect(try keychain.lockState == .locked)
  }

  @Test func `a passphrase set in another process shuts out what this one had open`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    try keychain.add("mail", "bob", accessible: "dk")
    #expect(try Worker(["set-passphrase", temporary.folder.path]).wait() == 0)
    #expect(status { try keychain.secretText("mail", "ada") } == .interactionNotAllowed)
    #expect(try keychain.secretText("mail", "bob") == "secret")
    try keychain.unlock(passphrase: Self.passphrase)
    #expect(try keychain.secretText("mail", "ada") == "secret")
    #expect(try Worker(["remove-passphrase", temporary.folder.path]).wait() == 0)
    #expect(try keychain.secretText("mail", "ada") == "secret")
    #expect(try keychain.lockState == .noPassphrase)
  }

  @Test func `reads on other threads do not disturb a change of the passphrase`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    for number in 0..<30 { try keychain.add("mail", "\(number)", accessible: number % 2 == 0 ? "ak" : "dk") }
    let failures = Threads.run(3) { index, report in
      if index == 0 {
        for _ in 0..<20 {
          try keychain.setPassphrase(Self.passphrase)
          try keychain.removePassphrase(current: Self.passphrase)
        }
      } else {
        for number in 0..<600 { _ = try keychain.secretText("mail", "\(number % 30)") }
      }
    }
    #expect(failures == [])
    #expect(try keychain.itemCount() == 30)
  }

  @Test func `an unlock that has returned stays, whoever notices the lock before it late`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    let failures = Threads.run(3) { index, report in
      if index == 0 {
        for round in 0..<200 {
          try keychain.lock()
          try keychain.unlock(passphrase: Self.passphrase)
          let status = status { try keychain.secretText("mail", "ada") }
          report.expect(status == .success, "round \(round): \(status)")
        }
      } else {
        for _ in 0..<2_000 {
          let status = status { try keychain.secretText("mail", "ada") }
          report.expect(status == .success || status == .interactionNotAllowed, "\(status)")
        }
      }
    }
    #expect(failures == [])
  }

  @Test func `a thread that comes late to a lock does not undo the unlock that came after`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    let counters = try #require(FileHandle(forUpdatingAtPath: temporary.path + ".lock"))
    let isOver = Atomic(false)
    let failures = Threads.run(5) { index, report in
      guard index == 0 else {
        while !isOver.load(ordering: .relaxed) { _ = try keychain.lockState }
        return
      }
      defer { isOver.store(true, ordering: .relaxed) }
      for round in 1...400 {
        // As another process raises it.
        try counters.seek(toOffset: 0)
        try counters.write(contentsOf: [UInt8(truncatingIfNeeded: round), UInt8(truncatingIfNeeded: round >> 8)])
        try keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
        for _ in 0..<20 { report.expect(try keychain.lockState == .unlocked, "round \(round)") }
      }
    }
    #expect(failures == [])
  }
}
