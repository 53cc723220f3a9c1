import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// T20: processes that kill themselves at each step of a change of keys.
@Suite("keys: killed at every batch", .serialized)
struct KilledRotationTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let count = 1_100

  /// What a process begins, how often it reports, and what opens the keychain afterwards.
  enum Change: String, CaseIterable {
    case rotate, shred, set, replace, remove

    var startsWithPassphrase: Bool { self != .set }
    var endsWithPassphrase: Bool { self != .remove }
  }

  private func keychain(_ change: Change) throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(passphrase: change.startsWithPassphrase ? TestPassphrase.text : nil)
    try keychain.keychain.add(
      (0..<Self.count).lazy.map { number in
        (ItemQuery.genericPassword(service: "many", account: "\(number)"), SecretBytes("secret \(number)"))
      })
    keychain.close()
    return keychain
  }

  private func expectReadable(_ keychain: Keychain, _ numbers: some Sequence<Int>) throws {
    for number in numbers { #expect(try keychain.secretText("many", "\(number)") == "secret \(number)") }
  }

  /// The process kills itself behind the n-th transaction, so that every boundary is met.
  @Test(arguments: Change.allCases)
  func `what is left is finished, and both generations are readable until then`(change: Change) throws {
    var kills = 0
    for transactions in 1...40 {
      let keychain = try keychain(change)
      let worker = try Worker(["change-keys", keychain.folder.path, change.rawValue, "\(transactions)"])
      worker.wait()
      let open = try keychain.keychain
      if try open.lockState == .notYetUnlocked { try open.unlock(passphrase: Self.passphrase) }
      // At once, while most rows may still be under the old keys.
      try expectReadable(open, [0, Self.count / 2, Self.count - 1])
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
    #expect(kills >= 5, "the change, three batches, and the leaving of the old keys")
    #expect(kills < 40, "at last one came to its end")
  }
}
