import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// A keychain locks by itself: after a time without use, after a sleep, after a delay that was asked for.
@Suite("locking: by itself") struct LockTimerTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let settings = KeychainSettings(timeoutSeconds: 60, locksOnSleep: true)

  private func moment(_ elapsed: Double, asleep: Double = 0) -> IdleWatch.Moment {
    IdleWatch.Moment(elapsed: 1_000 + elapsed, awake: 1_000 + elapsed - asleep)
  }

  @Test func `the time without use counts from the last use`() {
    var watch = IdleWatch(Self.settings, from: moment(0))
    #expect(watch.verdict(at: moment(59), wasUsed: false) == .stay)
    #expect(watch.verdict(at: moment(59.5), wasUsed: true) == .stay)
    #expect(watch.verdict(at: moment(119), wasUsed: false) == .stay)
    #expect(watch.verdict(at: moment(119.5), wasUsed: false) == .idle)
    #expect(watch.pause == 5)
  }

  @Test func `without a timeout it never comes`() {
    var watch = IdleWatch(KeychainSettings(timeoutSeconds: 0, locksOnSleep: false), from: moment(0))
    #expect(watch.verdict(at: moment(1e9), wasUsed: false) == .stay)
    #expect(watch.verdict(at: moment(2e9, asleep: 5e8), wasUsed: false) == .stay)
  }

  @Test func `a sleep locks where it should, once, and counts as time without use where it should not`() {
    var watch = IdleWatch(Self.settings, from: moment(0))
    #expect(watch.verdict(at: moment(10, asleep: 5), wasUsed: true) == .slept)
    #expect(watch.verdict(at: moment(11, asleep: 5), wasUsed: true) == .stay)
    var other = IdleWatch(KeychainSettings(timeoutSeconds: 60, locksOnSleep: false), from: moment(0))
    #expect(other.verdict(at: moment(100, asleep: 90), wasUsed: false) == .idle)
  }

  @Test func `settings are kept, for who has the keychain unlocked`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    #expect(try temporary.keychain.settings == .standard)
    try temporary.keychain.setSettings(Self.settings)
    temporary.close()
    #expect(try temporary.keychain.settings == Self.settings)
    #expect(status { try temporary.keychain.setSettings(.standard) } == .interactionNotAllowed)
    #expect(try temporary.keychain.settings == Self.settings)
    #expect(try temporary.keychain.verifyState().condition.isSound)
  }

  @Test func `a keychain that nobody uses locks itself, here and nowhere else`() async throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    // Long enough for a busy machine, on which half a second of sleep may be several.
    try keychain.setSettings(KeychainSettings(timeoutSeconds: 6, locksOnSleep: false))
    try keychain.add("mail", "ada")
    let worker = try Worker(["hold", temporary.folder.path])
    #expect(worker.line() == "unlocked")
    let epoch = try keychain.store.lockEpoch()
    try keychain.unlock(passphrase: Self.passphrase)
    for _ in 0..<8 {
      // A task that sleeps comes on again when all that waits has had its turn, which may be after the timeout.
      usleep(500_000)
      #expect(try keychain.secretText("mail", "ada") == "secret", "it is in use")
    }
    #expect(try await Patience.comesTrue { try keychain.lockState == .locked })
    #expect(status { try keychain.secretText("mail", "ada") } == .interactionNotAllowed)
    #expect(try keychain.store.lockEpoch() == epoch)
    #expect(try Data(contentsOf: URL(filePath: temporary.path + "-wal")).isEmpty, "the log is cut")
    worker.kill()
    worker.wait()
    try keychain.unlock(passphrase: Self.passphrase)
    #expect(try keychain.secretText("mail", "ada") == "secret")
  }

  @Test func `an idle process wipes when another one locks`() async throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    // Without a timeout, so that it is the other one's lock that is noticed.
    try keychain.setSettings(KeychainSettings(timeoutSeconds: 0, locksOnSleep: false))
    #expect(try Worker(["lock", temporary.folder.path]).wait() == 0)
    // No call is made meanwhile that would notice.
    #expect(try await Patience.comesTrue { keychain.store.keyring.state == .locked })
  }

  @Test func `settings do not call off a lock that was asked for`() async throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    keychain.lock(after: .seconds(3))
    try keychain.setSettings(KeychainSettings(timeoutSeconds: 0, locksOnSleep: false))
    #expect(try await Patience.comesTrue { keychain.store.keyring.state == .locked })
  }

  @Test func `a lock after a delay comes when it is over, and an unlock calls it off`() async throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    try keychain.setSettings(KeychainSettings(timeoutSeconds: 0, locksOnSleep: false))
    // So long that a busy machine calls it off before.
    keychain.lock(after: .seconds(3))
    #expect(try keychain.lockState == .unlocked)
    try keychain.unlock(passphrase: Self.passphrase)
    try await Task.sleep(for: .seconds(4))
    #expect(try keychain.lockState == .unlocked)
    keychain.lock(after: .milliseconds(50))
    #expect(try await Patience.comesTrue { try keychain.lockState == .locked })
  }

  @Test func `a call under way when a lock comes looks again before it returns`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    for lock in [{ _ = try keychain.lock() }, { _ = try Worker(["lock", temporary.folder.path]).wait() }] {
      try keychain.unlock(passphrase: Self.passphrase)
      var states: [String] = []
      _ = try keychain.store.read { _ throws(KeychainError) in
        states.append("\(keychain.store.keyring.state)")
        if states.count == 1 {
          do { try lock() } catch { throw .internalInconsistency("no lock") }
        }
      }
      #expect(states == ["unlocked", "locked"])
    }
  }

  @Test func `a lock cuts the log`() throws {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    try temporary.keychain.add("mail", "ada")
    let log = URL(filePath: temporary.path + "-wal")
    #expect(try !Data(contentsOf: log).isEmpty)
    try temporary.keychain.lock()
    #expect(try Data(contentsOf: log).isEmpty)
  }

  @Test func `a process that asks for it leaves no dump and lets nobody read its memory`() throws {
    let temporary = try TemporaryKeychain()
    let worker = try Worker(["protect", temporary.folder.path])
    #expect(worker.lines() == ["before: dumpable 1", "after: dumpable 0, core 0"])
    #expect(worker.wait() == 0)
  }
}
