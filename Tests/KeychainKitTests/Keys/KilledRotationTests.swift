import TestSupport
import Testing

@testable import KeychainKit

/// T20: processes that kill themselves at each step of a change of keys.
@Suite("keys: killed at every batch", .serialized)
struct KilledRotationTests {
  /// Two transactions' worth.
  private static let count = 510

  /// What a process begins, and what opens the keychain before and afterwards; nil: nothing is needed.
  enum Change: String, CaseIterable {
    case rotate, shred, set, change, replace, remove

    var first: String? { self == .set ? nil : TestPassphrase.text }
    var last: String? {
      switch self {
      case .rotate, .shred, .set: TestPassphrase.text
      case .change, .replace: TestPassphrase.later
      case .remove: nil
      }
    }
    /// At how many places a process can be killed at the least.
    var leastKillCount: Int { self == .change ? 7 : 12 }
  }

  /// A keychain of many items.
  private func filled(_ change: Change) throws -> StateFixture {
    let fixture = try StateFixture(passphrase: change.first, inMemory: true)
    try fixture.keychain.add(
      (0..<Self.count).lazy.map { number in
        (ItemQuery.genericPassword(service: "many", account: "\(number)"), SecretBytes("secret \(number)"))
      })
    return fixture
  }

  /// How many generations of a key the rows in the file name.
  private func generationCount(_ keychain: TemporaryKeychain) throws -> Int {
    try keychain.database().rows("SELECT DISTINCT hex(substr(metadata, 5, 4)) FROM item").count
  }

  private func expectReadable(_ keychain: Keychain, _ numbers: some Sequence<Int>) throws {
    for number in numbers { #expect(try keychain.secretText("many", "\(number)") == "secret \(number)") }
  }

  /// What opens the keychain: one of the passphrases, or nil where it opens by itself. The wrong ones are refused as
  /// such.
  private func opening(_ keychain: Keychain) throws -> String? {
    let all = [TestPassphrase.text, TestPassphrase.later]
    let answers = all.map { text in status { try keychain.verifyPassphrase(SecretBytes(text)) } }
    if try keychain.lockState == .noPassphrase {
      #expect(Set(answers) == [.authenticationFailed])
      return nil
    }
    #expect(Set(answers) == [.success, .authenticationFailed], "exactly one")
    return all[try #require(answers.firstIndex(of: .success))]
  }

  /// The process kills itself before the n-th flush, so that every boundary is met.
  @Test(arguments: Change.allCases)
  func `what is left is finished, and both generations are readable until then`(change: Change) throws {
    let fixture = try filled(change)
    let keychain = fixture.temporary
    let image = try fixture.close()
    var kills = 0
    var mixed = 0
    var wasLast = false
    for flush in 1...60 {
      try fixture.restore(image)
      let worker = try Worker(["change-keys", keychain.folder.path, change.rawValue, "\(flush)"])
      worker.wait()
      #expect(worker.wasKilled || worker.succeeded, "no trap and no error ended it")
      if try generationCount(keychain) == 2 { mixed += 1 }
      let open = try keychain.keychain
      let passphrase = try opening(open)
      #expect(passphrase == change.first || passphrase == change.last)
      // What is flushed later is killed later: once changed, it stays so.
      if change.first != change.last {
        #expect(passphrase == change.last || !wasLast)
        wasLast = passphrase == change.last
      }
      if let passphrase {
        // The keys alone, so that nothing goes on yet.
        _ = try open.store.keyring.unlock(try open.store.currentKeybag(), passphrase: SecretBytes(passphrase))
        try expectReadable(open, [0, Self.count / 2, Self.count - 1])
        try open.unlock(passphrase: SecretBytes(passphrase))
      }
      try open.finishKeyRotation()
      #expect(try open.keyRotation == .finished)
      #expect(open.store.keyring.retiredKeys.isEmpty)
      try expectReadable(open, stride(from: 0, to: Self.count, by: 97))
      #expect(try open.items(matching: .genericPassword(service: "many")).count == Self.count)
      #expect(open.unreadableItemCount == 0)
      #expect(try open.verifyState().condition.isSound)
      guard worker.wasKilled else { break }
      kills += 1
    }
    print("killed \(change.rawValue) \(kills) times, \(mixed) times between the generations")
    #expect(kills >= change.leastKillCount)
    #expect(change == .change || mixed > 0, "at least one was killed between two batches")
    #expect(kills < 60, "at last one came to its end")
    #expect(try opening(keychain.keychain) == change.last)
  }
}
