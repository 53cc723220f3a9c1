import Foundation
import KeychainCrypto
import TestSupport
import Testing

@testable import KeychainKit

@Suite("keys: rotation and shredding", .serialized)
struct RotationTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let count = 1_200
  private static let classes = ProtectionClass.allCases

  private func keychain(count: Int = Self.count) throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    // A test that waits may come on again after minutes.
    try keychain.keychain.setSettings(KeychainSettings(timeoutSeconds: 0, locksOnSleep: false))
    try keychain.keychain.add(
      (0..<count).lazy.map { number in
        let item = ItemQuery.genericPassword(service: "many", account: "\(number)")
        return (item.accessible(Self.classes[number % 7]), SecretBytes("secret \(number)"))
      })
    return keychain
  }

  private func expectEverything(_ keychain: Keychain, count: Int = Self.count) throws {
    var found = 0
    for item in try keychain.items(matching: .genericPassword(service: "many")) {
      #expect(try keychain.secret(for: item.query).isEqual(to: SecretBytes("secret \(item.account)")))
      found += 1
    }
    #expect(found == count)
    #expect(keychain.unreadableItemCount == 0)
    #expect(try keychain.verifyState().condition.isSound)
  }

  /// How many rows name which generation of their class's key, by the metadata and the secret.
  private func generations(_ keychain: TemporaryKeychain) throws -> Set<String> {
    let sql = "SELECT DISTINCT hex(substr(metadata, 5, 4)), hex(substr(secret, 5, 4)) FROM item"
    return Set(try keychain.database().rows(sql).flatMap { $0 }.map { "\($0)" })
  }

  @Test func `what is written next is under the new key, and the rest follows in the background`() async throws {
    let keychain = try keychain()
    try keychain.keychain.rotateKeys()
    try keychain.keychain.add("late", "ada")
    let isFinished = try await Patience.comesTrue {
      try expectReadable(keychain.keychain)
      return try keychain.keychain.keyRotation == .finished
    }
    #expect(isFinished)
    #expect(try keychain.keychain.store.keyring.retiredKeys.isEmpty)
    #expect(try generations(keychain) == ["text(\"02000000\")"])
    try expectEverything(keychain.keychain)
    keychain.close()
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    try expectEverything(keychain.keychain)
  }

  private func expectReadable(_ keychain: Keychain) throws {
    for number in [0, 600, Self.count - 1] {
      #expect(try keychain.secretText("many", "\(number)") == "secret \(number)")
    }
  }

  @Test func `only the classes that were asked for are rotated, and dates stay`() throws {
    let keychain = try keychain(count: 70)
    let open = try keychain.keychain
    let before = try open.item(matching: .genericPassword(service: "many", account: "0"))
    try open.rotateKeys(of: [.whenUnlocked])
    var reports: [WorkProgress] = []
    try open.finishKeyRotation { reports.append($0) }
    let sql = "SELECT protection, hex(substr(metadata, 5, 4)), count(*) FROM item GROUP BY 1, 2"
    for row in try keychain.database().rows(sql) {
      #expect(row[1] == .text(row[0] == .integer(6) ? "02000000" : "01000000"))
    }
    let after = try open.item(matching: .genericPassword(service: "many", account: "0"))
    #expect(after.modificationDate == before.modificationDate)
    #expect(reports.allSatisfy { $0.completed <= $0.total && $0.fraction <= 1 })
  }

  @Test func `locked, nothing is rotated and nothing shredded`() throws {
    let keychain = try keychain(count: 7)
    try keychain.keychain.lock()
    let bag = try FileContent(of: keychain).keybag
    #expect(status { try keychain.keychain.rotateKeys() } == .interactionNotAllowed)
    #expect(status { try keychain.keychain.shred() } == .interactionNotAllowed)
    #expect(status { try keychain.keychain.finishKeyRotation() } == .interactionNotAllowed)
    #expect(try FileContent(of: keychain).keybag == bag)
  }

  @Test func `shredded: rows cut out of the old files open under no key there is`() throws {
    let keychain = try keychain(count: 140)
    try keychain.keychain.delete(["class": "genp", "svce": "many", "acct": "77"])
    let old = try keychain.folder.files().filter { $0.key.hasPrefix("test.keychain-db") }
    let rows = try keychain.database().rows("SELECT metadata, secret FROM item ORDER BY id")
    let boxes = rows.flatMap { $0 }.compactMap { value -> [UInt8]? in
      if case .blob(let bytes) = value { bytes } else { nil }
    }
    #expect(boxes.count == 278 && boxes.allSatisfy { box in old.values.contains { ByteSearch.contains($0, box) } })
    #expect(try keychain.keychain.shred())
    let new = try keychain.folder.files()
    for box in boxes { #expect(!new.values.contains { ByteSearch.contains($0, box) }) }
    // The key that a box names is none of the bag's.
    let keyring = try keychain.keychain.store.keyring
    #expect(keyring.retiredKeys.isEmpty)
    for protection in Self.classes { #expect(keyring.currentGeneration(of: protection) == 2) }
    // Put back by hand, the old rows are what their keys are: gone. The store says so and touches nothing.
    let database = try keychain.database()
    guard let victim = rows.first else { return }
    try database.execute("UPDATE item SET metadata = ?1, secret = ?2 WHERE id = (SELECT min(id) FROM item)", victim)
    keychain.close()
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(status { try keychain.keychain.secretText("many", "0") } == .notAvailable)
  }

  @Test func `a reader in the way leaves the log for later, and is told of`() throws {
    let keychain = try keychain(count: 70)
    let reader = try keychain.database()
    try reader.execute("BEGIN")
    _ = try reader.value("SELECT count(*) FROM item")
    #expect(try !keychain.keychain.shred())
    #expect(try keychain.keychain.keyRotation == .cleaning)
    try reader.execute("COMMIT")
    try keychain.keychain.finishKeyRotation()
    #expect(try keychain.keychain.keyRotation == .finished)
    try expectEverything(keychain.keychain, count: 70)
  }

  @Test func `an item deleted by a locked process between the batches leaves its tombstone under the new key`() throws {
    let keychain = try keychain(count: 7)
    try keychain.keychain.add("gone", "ada", accessible: "ak", isSynchronizable: true)
    let store = try keychain.keychain.store
    try store.beginRotation(of: Set(Self.classes))
    while let page = try store.rekeyPage(after: 0), page.resealed > 0 {}
    // As another process that is locked does it: the row goes as it is, to wait for the next unlock.
    try keychain.keychain.lock()
    try keychain.keychain.delete(["class": "genp", "svce": "gone", "sync": true])
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    try keychain.keychain.finishKeyRotation()
    let tombstones: [String: Any] = ["class": "genp", "tomb": true, "sync": true, "r_Attributes": true]
    #expect(status { try keychain.keychain.copyMatching(tombstones) } == .success)
    try expectEverything(keychain.keychain, count: 7)
  }

  @Test func `a lock between the steps loses no key that a row still needs`() throws {
    let keychain = try keychain(count: 70)
    let store = try keychain.keychain.store
    try store.beginRotation(of: Set(Self.classes))
    store.keyring.lock()
    // Locked, a page would pass over what it knows no retired key of.
    #expect(status { try store.rekeyPage(after: 0) } == .interactionNotAllowed)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    try expectEverything(keychain.keychain, count: 70)
  }

  @Test func `keys leave only where no row names one of those that leave`() throws {
    let keychain = try keychain(count: 70)
    let store = try keychain.keychain.store
    try store.beginRotation(of: Set(Self.classes))
    #expect(try !store.letRetiredKeysLeave())
    #expect(!store.keyring.retiredKeys.isEmpty)
    try expectEverything(keychain.keychain, count: 70)
    #expect(try keychain.keychain.finishKeyRotation())
    #expect(try generations(keychain) == ["text(\"02000000\")"])
  }

  @Test func `two rotations at once are both finished without anybody's help`() async throws {
    let keychain = try keychain()
    try keychain.keychain.rotateKeys(of: [.whenUnlocked])
    try await Task.sleep(for: .milliseconds(30))
    try keychain.keychain.rotateKeys(of: [.afterFirstUnlock, .always])
    #expect(try await Patience.comesTrue { try keychain.keychain.keyRotation == .finished })
    try expectEverything(keychain.keychain)
  }

  @Test func `a lock and an unlock in the middle do not end it`() async throws {
    let keychain = try keychain()
    try keychain.keychain.rotateKeys()
    try await Task.sleep(for: .milliseconds(10))
    try keychain.keychain.lock()
    #expect(status { try keychain.keychain.keyRotation } == .interactionNotAllowed)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try await Patience.comesTrue { try keychain.keychain.keyRotation == .finished })
    try expectEverything(keychain.keychain)
  }

  @Test func `a class without a key is not rotated, and that is said`() throws {
    let keychain = try TemporaryKeychain()
    #expect(try !keychain.keychain.rotateKeys(of: [.whenPasscodeSetThisDeviceOnly]))
    #expect(try keychain.keychain.rotateKeys(of: [.whenUnlocked]))
  }

  @Test func `a new passphrase with a reader in the way says that something is left`() throws {
    let keychain = try keychain(count: 70)
    let reader = try keychain.database()
    try reader.execute("BEGIN")
    _ = try reader.value("SELECT count(*) FROM item")
    let renewal = try keychain.keychain.replacePassphrase(
      authorizedBy: .passphrase(Self.passphrase), to: SecretBytes("two"))
    #expect(!renewal.isFinished)
    try reader.execute("COMMIT")
    #expect(try keychain.keychain.finishKeyRotation())
  }
}
