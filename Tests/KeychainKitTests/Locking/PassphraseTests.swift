import Foundation
import TestSupport
import Testing

@testable import KeychainCrypto
@testable import KeychainKit

/// Setting, changing and removing the passphrase of a keychain with more rows than one batch.
@Suite("locking: the passphrase", .serialized) struct PassphraseTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let count = 620

  /// A keychain with items of every class there is, in two groups, some without a secret, one a tombstone.
  private func keychain(passphrase: String? = nil) throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(passphrase: passphrase, groups: ["team.a", "team.b"])
    let classes = ProtectionClass.allCases.filter { passphrase != nil || $0 != .whenPasscodeSetThisDeviceOnly }
    try keychain.keychain.add(
      (0..<Self.count).lazy.map { number in
        let item = ItemQuery.genericPassword(service: "batch", account: "\(number)")
          .accessGroup(number % 2 == 0 ? "team.a" : "team.b").accessible(classes[number % classes.count])
        return (item, SecretBytes("secret \(number)"))
      })
    try keychain.keychain.add(["class": "inet", "srvr": "no secret", "labl": "label"])
    try keychain.keychain.add("gone", "ada", isSynchronizable: true)
    try keychain.keychain.delete(["class": "genp", "svce": "gone", "sync": true])
    return keychain
  }

  private func expectEverything(
    in keychain: Keychain, but lost: Set<ProtectionClass> = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let items = try keychain.items(matching: .genericPassword(service: "batch"))
    var numbers: Set<String> = []
    for item in items {
      numbers.insert(item.account)
      let secret = try keychain.secret(for: item.query)
      #expect(secret.isEqual(to: SecretBytes("secret \(item.account)")), sourceLocation: sourceLocation)
    }
    let classes = ProtectionClass.allCases
    let expected = lost.isEmpty ? Self.count : (0..<Self.count).count { !lost.contains(classes[$0 % classes.count]) }
    #expect(numbers.count == items.count && items.count == expected, sourceLocation: sourceLocation)
    #expect(try keychain.item(matching: .internetPassword(server: "no secret")).label == "label")
    let tombstones: [String: Any] = ["class": "genp", "tomb": true, "sync": true, "r_Attributes": true]
    #expect(status { try keychain.copyMatching(tombstones) } == .success, sourceLocation: sourceLocation)
  }

  /// The generation of the class key that each row's two boxes name.
  private func generations(of keychain: TemporaryKeychain) throws -> Set<[SQLiteValue]> {
    let sql = "SELECT protection, hex(substr(metadata, 5, 4)), hex(substr(secret, 5, 4)) FROM item"
    return Set(try keychain.database().rows(sql))
  }

  private func rawRow(_ keychain: TemporaryKeychain, protection: Int) throws -> (metadata: [UInt8], secret: [UInt8]) {
    let sql = "SELECT metadata, secret FROM item WHERE protection = ?1 AND secret IS NOT NULL ORDER BY id LIMIT 1"
    let row = try keychain.database().rows(sql, [.integer(Int64(protection))])
    guard case .blob(let metadata)? = row.first?[0], case .blob(let secret)? = row.first?[1] else {
      throw CancellationError()
    }
    return (metadata, secret)
  }

  /// Whether the bytes stand in any file of the keychain's folder.
  private func isOnDisk(_ bytes: [UInt8], _ keychain: TemporaryKeychain) throws -> Bool {
    try keychain.folder.files().values.contains { ByteSearch.contains($0, bytes) }
  }

  @Test func `set: every row leaves the old keys, and its old bytes leave the files`() throws {
    let keychain = try keychain()
    let old = try rawRow(keychain, protection: 6)
    let always = try rawRow(keychain, protection: 8)
    #expect(try isOnDisk(old.metadata, keychain) && isOnDisk(old.secret, keychain))
    try keychain.keychain.setPassphrase(Self.passphrase)
    #expect(try keychain.keychain.lockState == .unlocked)
    #expect(try keychain.keychain.store.keyring.retiredKeys.isEmpty)
    #expect(try generations(of: keychain).allSatisfy(Self.namesCurrentKey))
    #expect(try !isOnDisk(old.metadata, keychain) && !isOnDisk(old.secret, keychain))
    #expect(try isOnDisk(always.metadata, keychain), "the keys of what is always open stay")
    try expectEverything(in: keychain.keychain)
    keychain.close()
    #expect(try keychain.keychain.lockState == .notYetUnlocked)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try keychain.keychain.store.keyring.retiredKeys.isEmpty)
    try expectEverything(in: keychain.keychain)
    #expect(status { try keychain.keychain.setPassphrase(SecretBytes("other")) } == .badRequest)
  }

  /// Of the always open classes the first generation, of the others the second.
  private static func namesCurrentKey(_ row: [SQLiteValue]) -> Bool {
    let isAlways = row[0] == .integer(8) || row[0] == .integer(11)
    let generation = SQLiteValue.text(isAlways ? "01000000" : "02000000")
    return row[1] == generation && (row[2] == generation || row[2] == .text("") || row[2] == .null)
  }

  @Test func `set: the bag no longer holds the old generations`() throws {
    let keychain = try keychain()
    let before = try FileContent(of: keychain).keybag
    try keychain.keychain.setPassphrase(Self.passphrase)
    guard case .blob(let bag)? = try FileContent(of: keychain).keybag.first?[1], case .blob(let old)? = before.first?[1]
    else { return }
    // The key of akpu is new, and the four entries of file classes keep their old generation beside the new one. Had
    // the old keys of items stayed, there would be four entries more.
    #expect(Self.entryCount(bag) == Self.entryCount(old) + 5)
    #expect(try keychain.folder.bytes(of: "test.keychain-db.keybag") == bag)
    #expect(try !isOnDisk(Array(old.suffix(100)), keychain), "no copy of the old bag is left")
  }

  /// The entries of a bag's three bodies, by its header: three counts from byte 66 on.
  private static func entryCount(_ bag: [UInt8]) -> Int {
    stride(from: 66, to: 72, by: 2).reduce(0) { $0 + Int(bag[$1]) + Int(bag[$1 + 1]) << 8 }
  }

  @Test func `change: the old passphrase opens nothing, the new one everything, and no row is written`() throws {
    let keychain = try keychain(passphrase: TestPassphrase.text)
    let items = try FileContent(of: keychain).items
    let new = SecretBytes("battery staple")
    try keychain.keychain.changePassphrase(from: Self.passphrase, to: new)
    #expect(try FileContent(of: keychain).items == items)
    #expect(try keychain.keychain.lockState == .unlocked)
    keychain.close()
    #expect(status { try keychain.keychain.unlock(passphrase: Self.passphrase) } == .authenticationFailed)
    try keychain.keychain.verifyPassphrase(new)
    #expect(try keychain.keychain.lockState == .notYetUnlocked)
    try keychain.keychain.unlock(passphrase: new)
    try expectEverything(in: keychain.keychain)
  }

  @Test func `remove: what needs a passphrase is gone and counted, everything else is there`() throws {
    let keychain = try keychain(passphrase: TestPassphrase.text)
    let doomed = (0..<Self.count).count { $0 % 7 == 6 }
    let lost = try keychain.database().rows("SELECT * FROM item WHERE protection = 12 ORDER BY id LIMIT 1")
    let old = try rawRow(keychain, protection: 7)
    #expect(try keychain.keychain.removePassphrase(current: Self.passphrase).removedItemCount == doomed)
    #expect(try keychain.keychain.lockState == .noPassphrase)
    #expect(try keychain.keychain.store.keyring.retiredKeys.isEmpty)
    #expect(try !isOnDisk(old.metadata, keychain) && !isOnDisk(old.secret, keychain))
    try expectEverything(in: keychain.keychain, but: [.whenPasscodeSetThisDeviceOnly])
    keychain.close()
    try expectEverything(in: keychain.keychain, but: [.whenPasscodeSetThisDeviceOnly])
    #expect(status { try keychain.keychain.removePassphrase(current: Self.passphrase) } == .authenticationFailed)

    // A row from before, put back by hand, is as good as none: its key is destroyed.
    let places = (1...17).map { "?\($0)" }.joined(separator: ", ")
    try keychain.database().execute("INSERT INTO item VALUES(\(places))", try #require(lost.first))
    let account = "6"
    #expect(status { try keychain.keychain.copyMatching(Query.genericPassword("batch", account)) } == .itemNotFound)
    #expect(try keychain.keychain.unreadableItemCount == 0)
    try expectEverything(in: keychain.keychain, but: [.whenPasscodeSetThisDeviceOnly])
    try keychain.keychain.add("batch", account, secret: "anew")
    #expect(try keychain.keychain.secretText("batch", account) == "anew")
    try keychain.keychain.setPassphrase(Self.passphrase)
    try keychain.keychain.add("late", "ada", accessible: "akpu")
    #expect(try keychain.keychain.secretText("late", "ada") == "secret")
  }

  @Test func `remove: from a locked keychain too, by its passphrase`() throws {
    let keychain = try keychain(passphrase: TestPassphrase.text)
    keychain.close()
    #expect(status { try keychain.keychain.removePassphrase(current: SecretBytes("wrong")) } == .authenticationFailed)
    #expect(try keychain.keychain.lockState == .notYetUnlocked)
    #expect(
      try keychain.keychain.removePassphrase(current: Self.passphrase).removedItemCount
        == (0..<Self.count).count { $0 % 7 == 6 })
    try expectEverything(in: keychain.keychain, but: [.whenPasscodeSetThisDeviceOnly])
  }
}
