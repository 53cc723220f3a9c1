import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("locking: deleting what is locked") struct DeletingWhileLockedTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)

  private func tombstones(of keychain: Keychain) throws(KeychainError) -> [[String: Any]] {
    let query: [String: Any] = [
      "class": "genp", "tomb": true, "sync": "syna", "m_Limit": "m_LimitAll", "r_Attributes": true,
      "r_PersistentRef": true,
    ]
    do throws(KeychainError) {
      return try keychain.copyMatching(query) as? [[String: Any]] ?? []
    } catch {
      guard case .itemNotFound = error else { throw error }
      return []
    }
  }

  private func pending(_ keychain: TemporaryKeychain) throws -> Int {
    try keychain.database().rows("SELECT 1 FROM change").count
  }

  /// A locked keychain with one synchronizable item, and its reference.
  private func lockedKeychain() throws -> (TemporaryKeychain, Data) {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let item = Query.genericPassword("sync", "ada") + ["sync": true, "labl": "label", "v_Data": Data("s".utf8)]
    let reference = try keychain.keychain.add(item + ["r_PersistentRef": true]) as? Data
    try keychain.keychain.lock()
    return (keychain, try #require(reference))
  }

  @Test(arguments: [false, true])
  func `the tombstone is made at the next unlock, under the same reference`(restarts: Bool) throws {
    let (keychain, reference) = try lockedKeychain()
    try keychain.keychain.delete(Query.genericPassword("sync", "ada") + ["sync": true])
    #expect(try FileContent(of: keychain).items.isEmpty)
    #expect(try pending(keychain) == 1)
    if restarts { keychain.close() }
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    let made = try tombstones(of: keychain.keychain)
    #expect(made.count == 1 && made.first?["v_PersistentRef"] as? Data == reference)
    #expect(made.first?["labl"] == nil)
    #expect(try pending(keychain) == 0)
    #expect(status { try keychain.keychain.copyMatching(["class": "genp", "sync": true]) } == .itemNotFound)
  }

  @Test func `a live item that took the identity meanwhile stays, and no tombstone is made`() throws {
    let (keychain, _) = try lockedKeychain()
    try keychain.keychain.delete(Query.genericPassword("sync", "ada") + ["sync": true])
    try keychain.keychain.add("sync", "ada", secret: "newer", accessible: "ck", isSynchronizable: true)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try tombstones(of: keychain.keychain).isEmpty)
    #expect(try pending(keychain) == 0)
    let query = Query.genericPassword("sync", "ada") + ["sync": true, "r_Data": true]
    #expect(try keychain.keychain.copyMatching(query) as? Data == Data("newer".utf8))
  }

  @Test(arguments: [false, true])
  func `whether one is left follows the call's own key`(isWanted: Bool) throws {
    let (keychain, _) = try lockedKeychain()
    try keychain.keychain.delete(Query.genericPassword("sync", "ada") + ["sync": true, "u_Tomb": isWanted])
    #expect(try pending(keychain) == (isWanted ? 1 : 0))
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try tombstones(of: keychain.keychain).count == (isWanted ? 1 : 0))
  }

  @Test func `a local item leaves none`() throws {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    try keychain.keychain.add("mail", "ada")
    try keychain.keychain.lock()
    try keychain.keychain.delete(Query.genericPassword("mail", "ada"))
    #expect(try pending(keychain) == 0)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try tombstones(of: keychain.keychain).isEmpty)
    try keychain.keychain.add("mail", "ada")
  }

  @Test func `deleting, adding and deleting again before the unlock ends in one tombstone`() throws {
    let (keychain, _) = try lockedKeychain()
    let query = Query.genericPassword("sync", "ada") + ["sync": true]
    try keychain.keychain.delete(query)
    try keychain.keychain.add("sync", "ada", accessible: "ck", isSynchronizable: true)
    try keychain.keychain.delete(query)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try tombstones(of: keychain.keychain).count == 1)
    #expect(try pending(keychain) == 0)
    try keychain.keychain.add("sync", "ada", isSynchronizable: true)
    #expect(try tombstones(of: keychain.keychain).isEmpty)
  }

  @Test func `removing the passphrase makes the tombstones that wait`() throws {
    let (keychain, _) = try lockedKeychain()
    try keychain.keychain.delete(Query.genericPassword("sync", "ada") + ["sync": true])
    keychain.close()
    try keychain.keychain.removePassphrase(current: Self.passphrase)
    #expect(try tombstones(of: keychain.keychain).count == 1)
    #expect(try pending(keychain) == 0)
  }
}
