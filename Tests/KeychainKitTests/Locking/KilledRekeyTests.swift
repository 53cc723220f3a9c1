import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// A process that is killed while it seals every row anew.
@Suite("locking: killed between the batches of a reseal", .serialized) struct KilledRekeyTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let count = 2_600

  private func fill(_ keychain: Keychain) throws {
    try keychain.add(
      (0..<Self.count).lazy.map { number in
        (ItemQuery.genericPassword(service: "many", account: "\(number)"), SecretBytes("secret \(number)"))
      })
  }

  /// The generations of the class key that rows name, and how many rows each.
  private func generations(of keychain: TemporaryKeychain) throws -> [[SQLiteValue]] {
    try keychain.database().rows("SELECT hex(substr(metadata, 5, 4)), count(*) FROM item GROUP BY 1 ORDER BY 1")
  }

  private func expectWhole(_ keychain: TemporaryKeychain) throws {
    let open = try keychain.keychain
    try open.finishKeyRotation()
    #expect(open.store.keyring.retiredKeys.isEmpty)
    #expect(try generations(of: keychain).count == 1)
    var count = 0
    for item in try open.items(matching: .genericPassword(service: "many")) {
      #expect(try open.secret(for: item.query).isEqual(to: SecretBytes("secret \(item.account)")))
      count += 1
    }
    #expect(count == Self.count)
    #expect(open.unreadableItemCount == 0)
  }

  /// Starts a change in another process and kills it when about so many rows have left the old key.
  private func interrupt(_ keychain: TemporaryKeychain, _ command: String, after rows: Int64) throws -> Bool {
    let old = try generations(of: keychain)[0][0]
    let worker = try Worker([command, keychain.folder.path])
    let database = try keychain.database()
    while worker.isRunning {
      let left = try database.value("SELECT count(*) FROM item WHERE hex(substr(metadata, 5, 4)) = ?1", [old])
      guard case .integer(let count)? = left, Int64(Self.count) - count < rows else { break }
      usleep(500)
    }
    worker.kill()
    worker.wait()
    #expect(worker.wasKilled || worker.succeeded, "no trap and no error ended it")
    return try generations(of: keychain).count == 2
  }

  @Test func `setting the passphrase is finished after the next unlock`() throws {
    var interrupted = 0
    for rows: Int64 in [1, 501, 1_501] {
      let keychain = try TemporaryKeychain()
      try fill(keychain.keychain)
      keychain.close()
      if try interrupt(keychain, "set-passphrase", after: rows) { interrupted += 1 }
      #expect(try keychain.keychain.lockState == .notYetUnlocked)
      try keychain.keychain.unlock(passphrase: Self.passphrase)
      try expectWhole(keychain)
    }
    #expect(interrupted > 0, "at least one was killed between two batches")
  }

  @Test func `removing the passphrase is finished after the next opening`() throws {
    var interrupted = 0
    for rows: Int64 in [1, 1_001] {
      let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
      try fill(keychain.keychain)
      keychain.close()
      if try interrupt(keychain, "remove-passphrase", after: rows) { interrupted += 1 }
      #expect(try keychain.keychain.lockState == .noPassphrase)
      try expectWhole(keychain)
    }
    #expect(interrupted > 0, "at least one was killed between two batches")
  }

  @Test func `until then both generations are readable, and a locked keychain stays locked`() throws {
    let keychain = try TemporaryKeychain()
    try fill(keychain.keychain)
    keychain.close()
    _ = try interrupt(keychain, "set-passphrase", after: 501)
    #expect(status { try keychain.keychain.secretText("many", "0") } == .interactionNotAllowed)
    #expect(status { try keychain.keychain.secretText("many", "\(Self.count - 1)") } == .interactionNotAllowed)
    #expect(status { try keychain.keychain.unlock(passphrase: SecretBytes("wrong")) } == .authenticationFailed)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    try expectWhole(keychain)
  }
}
