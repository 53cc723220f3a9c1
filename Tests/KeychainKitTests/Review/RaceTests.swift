import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeychainKit

@Suite("review: what happens between two steps of a call") struct RaceTests {
  /// The lock file as another process has it open.
  private struct ForeignLock: ~Copyable {
    private let descriptor: Int32

    init(_ path: String) throws {
      descriptor = unsafe open("\(path).lock", O_RDWR | O_CLOEXEC)
      try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }

    func take() throws { try #require(flock(descriptor, LOCK_EX) == 0) }
    func release() throws { try #require(flock(descriptor, LOCK_UN) == 0) }

    var lockEpoch: UInt64 {
      get throws {
        var epoch: UInt64 = 0
        try #require(unsafe pread(descriptor, &epoch, 8, 0) == 8)
        return epoch
      }
    }

    /// Raises the count of locks, as a process does that locks the keychain.
    func raiseLockEpoch() throws {
      var epoch = try lockEpoch + 1
      try #require(unsafe pwrite(descriptor, &epoch, 8, 0) == 8)
    }
  }

  @Test func `a keychain that was locked while a write waited for its turn is locked to the write`() throws {
    let temporary = try TemporaryKeychain(passphrase: "one")
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    let other = try ForeignLock(temporary.path)
    try other.take()
    let isDone = DispatchSemaphore(value: 0)
    let failures = SharedStatus()
    Thread.detachNewThread {
      failures.set(status { try keychain.update(Query.genericPassword("mail", "ada"), ["labl": "l"]) })
      isDone.signal()
    }
    // Long enough for the thread to wait for its turn; where it has not come as far, it meets the lock sooner.
    Thread.sleep(forTimeInterval: 0.2)
    try other.raiseLockEpoch()
    try other.release()
    isDone.wait()
    #expect(failures.value == .interactionNotAllowed)
    try keychain.unlock(passphrase: SecretBytes("one"))
    let found = try keychain.copyMatching(Query.genericPassword("mail", "ada") + ["r_Attributes": true])
    #expect((found as? [String: Any])?["labl"] == nil)
  }

  @Test func `a lock wipes here and tells the others, though the bag cannot be read any more`() throws {
    let fixture = try StateFixture(passphrase: "one", itemCount: 1)
    let keychain = try fixture.keychain
    let other = try ForeignLock(fixture.temporary.path)
    try fixture.execute("UPDATE keybag SET bag = zeroblob(8)")
    try fixture.temporary.folder.write([], to: "test.keychain-db.keybag")
    // Acting upon somebody else's lock reads the bag.
    try other.raiseLockEpoch()
    let before = try other.lockEpoch
    #expect(status { try keychain.lock() } == .notAvailable)
    #expect(try other.lockEpoch == before + 1)
    #expect(keychain.store.keyring.state != .unlocked)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a change made right after asking for changes is seen`() async throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    for number in 0..<3 {
      let changes = keychain.changes()
      try keychain.add("mail", "\(number)")
      var iterator = changes.makeAsyncIterator()
      #expect(try await iterator.next() != nil)
    }
  }

  @Test func `a removal of the passphrase that is refused leaves the keychain locked`() throws {
    let temporary = try TemporaryKeychain(passphrase: "one")
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    try keychain.add("mail", "bob")
    try keychain.lock()
    // A row of a version that is yet to come stays, so nothing may be begun.
    let database = try temporary.database()
    for row in try database.rows("SELECT id, metadata FROM item ORDER BY id LIMIT 1") {
      guard case .blob(var bytes) = row[1] else { continue }
      bytes[0] = 2
      try database.execute("UPDATE item SET metadata = ?1 WHERE id = ?2", [.blob(bytes), row[0]])
    }
    #expect(status { try keychain.removePassphrase(current: SecretBytes("one")) } == .upgradePending)
    #expect(try keychain.lockState == .locked)
    #expect(status { try keychain.secretText("mail", "bob") } == .interactionNotAllowed)
  }

  @Test func `the passphrase is removed although another process has locked the keychain`() throws {
    let temporary = try TemporaryKeychain(passphrase: "one")
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    try ForeignLock(temporary.path).raiseLockEpoch()
    #expect(status { try keychain.removePassphrase(current: SecretBytes("one")) } == .success)
    #expect(try keychain.secretText("mail", "ada") == "secret")
  }

  @Test func `where much cannot be read, an empty list is not called empty`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    for number in 0..<9 { try keychain.add("mail", "\(number)") }
    let database = try temporary.database()
    for row in try database.rows("SELECT id, metadata FROM item") {
      guard case .blob(var bytes) = row[1] else { continue }
      bytes[bytes.count / 2] ^= 1
      try database.execute("UPDATE item SET metadata = ?1 WHERE id = ?2", [.blob(bytes), row[0]])
    }
    #expect(status { try keychain.items(matching: .all(.genericPassword)) } == .notAvailable)
    #expect(status { try keychain.items(matching: .all(.key)) } == .notAvailable)
  }
}

/// A status handed from one thread to another.
private final class SharedStatus: @unchecked Sendable {
  // Sendable: every use holds the lock.
  private let lock = NSLock()
  private var stored: Status?

  func set(_ status: Status) { lock.withLock { stored = status } }
  var value: Status? { lock.withLock { stored } }

  @Test(arguments: [1, 2])
  func `a read that locks meet is made anew, until none does`(locks: Int) throws {
    let temporary = try TemporaryKeychain(passphrase: "one")
    let keychain = try temporary.keychain
    var runs = 0
    try keychain.store.read { _ throws(KeychainError) in
      runs += 1
      guard runs <= locks else { return }
      // As another thread does, which also acts upon its lock itself.
      try keychain.lock()
      try keychain.unlock(passphrase: SecretBytes("one"))
    }
    #expect(runs == locks + 1)
  }
}
