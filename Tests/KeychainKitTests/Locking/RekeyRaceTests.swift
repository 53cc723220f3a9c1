import KeychainKit
import Synchronization
import TestSupport
import Testing

/// Writes that come between two batches of a reseal.
@Suite("locking: changes while everything is sealed anew", .serialized) struct RekeyRaceTests {
  private static let count = 1_600

  @Test func `an item whose label changes meanwhile keeps its secret`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add(
      (0..<Self.count).lazy.map { number in
        (ItemQuery.genericPassword(service: "many", account: "\(number)"), SecretBytes("secret \(number)"))
      })
    let isSealed = Atomic(false)
    let changed = Atomic(0)
    let failures = Threads.run(2) { thread, _ in
      if thread == 0 {
        defer { isSealed.store(true, ordering: .releasing) }
        try keychain.setPassphrase(SecretBytes(TestPassphrase.text))
        return
      }
      var changes = ItemChanges()
      changes.label = "changed"
      // From the last one back, since the reseal comes from the first.
      for number in (0..<Self.count).reversed() where !isSealed.load(ordering: .acquiring) {
        try keychain.update(.genericPassword(service: "many", account: "\(number)"), changes)
        changed.add(1, ordering: .relaxed)
      }
    }
    #expect(failures == [])
    #expect(changed.load(ordering: .relaxed) > 0)
    temporary.close()
    try temporary.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    for number in 0..<Self.count {
      let secret = try temporary.keychain.secret(for: .genericPassword(service: "many", account: "\(number)"))
      #expect(secret.isEqual(to: SecretBytes("secret \(number)")))
    }
    #expect(try temporary.keychain.unreadableItemCount == 0)
  }
}
