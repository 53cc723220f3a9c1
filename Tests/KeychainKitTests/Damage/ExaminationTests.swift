import Foundation
import KeychainCrypto
import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

@Suite("verify: an examination of the whole keychain") struct ExaminationTests {
  private func kinds(_ fixture: DamageFixture) throws -> [KeychainExamination.Kind: Int] {
    let findings = try fixture.keychain.verify().findings
    return Dictionary(findings.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
  }

  private func execute(_ fixture: DamageFixture, _ sql: String, _ values: [SQLiteValue] = []) throws {
    let database = try fixture.temporary.database()
    try database.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    try database.execute(sql, values)
  }

  @Test func `a sound keychain has nothing but notes`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    try fixture.keychain.add("sync", "ada", isSynchronizable: true)
    try fixture.keychain.delete(Query.genericPassword("sync", "ada") + ["sync": true])
    var seen: [WorkProgress] = []
    let examination = try fixture.keychain.verify { seen.append($0) }
    #expect(examination.isSound)
    #expect(examination.condition.isSound)
    #expect(examination.items.opened == [.genericPassword: 3])
    #expect(examination.items.tombstoneCount == 1)
    #expect(examination.findings.map(\.kind) == [.noRecoveryCode, .noSnapshot])
    #expect(examination.severity == .note)
    #expect(seen.last == WorkProgress(completed: 4, total: 4))
    try fixture.keychain.makeSnapshot()
    #expect(try fixture.keychain.verify().findings.map(\.kind) == [.noRecoveryCode])
    _ = try fixture.keychain.addRecoveryCode()
    #expect(try fixture.keychain.verify().severity == nil)
    #expect(try fixture.keychain.verify().snapshots.count == 1)
  }

  @Test func `it goes on over more items than a page holds, and tells how far it is`() throws {
    let fixture = try DamageFixture()
    try fixture.keychain.add(
      (0..<600).lazy.map { (.genericPassword(service: "many", account: "\($0)"), SecretBytes("s")) })
    var seen: [Int] = []
    let examination = try fixture.keychain.verify { progress in
      seen.append(progress.completed)
      // Whoever is told may use the keychain: no lock is held.
      _ = status { try fixture.keychain.add("meanwhile", "\(progress.completed)") }
    }
    #expect(examination.items.openedCount >= 600)
    #expect(seen.count >= 3 && seen == seen.sorted())
  }

  @Test func `what does not open is counted, noted, and copied by the next write`() throws {
    let fixture = try DamageFixture(itemCount: 5)
    try fixture.spoil(first: 2)
    try fixture.spoil(first: 3, column: "secret")
    let examination = try fixture.keychain.verify()
    #expect(examination.items.unreadableCount == 3)
    #expect(examination.items.openedCount == 2)
    #expect(examination.severity == .damage)
    #expect(try kinds(fixture)[.itemsUnreadable] == 3)
    #expect(try kinds(fixture)[.rowsAltered] == 1)
    #expect(try fixture.keychain.quarantinedItems().isEmpty, "an examination writes nothing")
    try fixture.keychain.add("new", "ada")
    #expect(try kinds(fixture)[.quarantined] == 3)
    try fixture.keychain.acceptQuarantine()
    #expect(try kinds(fixture)[.quarantineAccepted] == 3)
    #expect(try kinds(fixture)[.quarantined] == nil)
    #expect(try kinds(fixture)[.itemsUnreadable] == nil, "their owner knows")
    #expect(try fixture.keychain.verify().items.unreadableCount == 3)
    try fixture.keychain.acceptState()
    #expect(try fixture.keychain.verify().isSound)
  }

  @Test func `locked items are counted by class, and opened ones all the same`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 2)
    try fixture.keychain.add("always", "ada", accessible: "dk")
    try fixture.keychain.add("first", "ada", accessible: "ck")
    try fixture.keychain.lock()
    let locked = try fixture.keychain.verify()
    #expect(locked.items.locked == [.whenUnlocked: 2])
    #expect(locked.items.openedCount == 2)
    #expect(locked.isSound, "\(locked.findings)")
    fixture.temporary.close()
    let closed = try fixture.keychain.verify()
    #expect(closed.items.locked == [.whenUnlocked: 2, .afterFirstUnlock: 1])
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try fixture.keychain.verify().items.lockedCount == 0)
  }

  @Test func `newer rows, and rows under an unknown key, are told apart`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    try execute(fixture, "UPDATE item SET metadata = CAST(x'09' || substr(metadata, 2) AS BLOB) WHERE id = 1")
    let generationNine = "CAST(substr(metadata, 1, 4) || x'09000000' || substr(metadata, 9) AS BLOB)"
    try execute(fixture, "UPDATE item SET metadata = \(generationNine) WHERE id = 2")
    let examination = try fixture.keychain.verify()
    #expect(examination.items.newerCount == 1)
    #expect(examination.items.keyMissingCount == 1)
    #expect(examination.items.openedCount == 1)
    #expect(try kinds(fixture)[.readOnly] == 1)
  }

  @Test(arguments: [
    ("DELETE FROM keybag WHERE copy = 1", KeychainExamination.Kind.keybagRowDamaged),
    ("UPDATE keybag SET bag = CAST(x'00' || substr(bag, 2) AS BLOB) WHERE copy = 1", .keybagRowDamaged),
    ("UPDATE access_group SET name = x'00'", .groupNameMissing),
    ("DELETE FROM item WHERE id = 1", .rowsAltered), ("DELETE FROM meta WHERE key = 'state'", .rowsAltered),
    ("INSERT INTO change VALUES(1, 1, randomblob(16), 2, 1, randomblob(16), 1, NULL)", .changesWaiting),
  ])
  func `what was changed behind its back is found`(sql: String, kind: KeychainExamination.Kind) throws {
    let fixture = try DamageFixture(itemCount: 3)
    _ = try fixture.keychain.itemCount()
    try execute(fixture, sql)
    #expect(try kinds(fixture)[kind] == 1, "\(sql)")
  }

  @Test func `an item that is not found by what it is called is told, and found again once the keys are rotated`()
    throws
  {
    let fixture = try DamageFixture(itemCount: 2)
    try fixture.keychain.add(Query.genericPassword("mail", "hidden"))
    let store = try fixture.keychain.store
    try store.write { session throws(KeychainError) in try contradict(rowOf: 3, store, in: session) }
    let query = Query.genericPassword("mail", "hidden")
    #expect(status { try fixture.keychain.copyMatching(query) } == .itemNotFound)
    #expect(try kinds(fixture)[.itemsInconsistent] == 1)
    #expect(try !fixture.keychain.verify().isSound)
    try fixture.keychain.rotateKeys(inBackground: false)
    #expect(try fixture.keychain.finishKeyRotation())
    #expect(try kinds(fixture)[.itemsInconsistent] == nil)
    #expect(status { try fixture.keychain.copyMatching(query) } == .success)
  }

  /// Seals the attributes of a row that has no secret as a faulty writer would: with columns of other attributes.
  private func contradict(
    rowOf id: Int64, _ store: Store, in session: borrowing WriteSession
  ) throws(KeychainError) {
    let found = try session.withItem(id) { row throws(KeychainError) -> ([UInt8], ItemColumns) in
      var records = [UInt8](repeating: 0, count: Keyring.plaintextByteCount(ofBox: row.metadataByteCount))
      _ = unsafe records.withUnsafeMutableBytes { unsafe row.openMetadata(with: store.keyring, into: $0) }
      return (records, row.columns)
    }
    guard let records = found?.0, var columns = found?.1 else { return }
    for index in columns.terms.indices { columns.terms[index] = columns.terms[index].map { $0 ^ 1 } }
    var identity = columns.identity.bytes
    identity[0] ^= 1
    columns.identity = Identifier(identity) ?? columns.identity
    columns.generation += 1
    do {
      let metadata = try unsafe store.keyring.sealMetadata(records.span.bytes, columns: columns)
      try unsafe session.updateItem(columns, metadata: metadata.span.bytes, secret: .replace(nil))
    } catch {
      throw .internalInconsistency("a row could not be sealed: \(error)")
    }
  }

  @Test func `an older file is said to be one`() throws {
    let fixture = try DamageFixture(itemCount: 1)
    let anchor = try #require(try fixture.temporary.folder.files().keys.first { $0.hasSuffix(".anchor") })
    fixture.temporary.close()
    try FileManager.default.removeItem(atPath: "\(fixture.temporary.folder.path)/\(anchor)")
    #expect(try kinds(fixture)[.olderFile] == 1)
  }

  @Test func `the copy of the key bag beside the file is compared`() throws {
    let fixture = try DamageFixture(itemCount: 1)
    _ = try fixture.keychain.itemCount()
    try FileManager.default.removeItem(atPath: fixture.path + ".keybag")
    #expect(try kinds(fixture)[.keybagFileMissing] == 1)
    try fixture.temporary.folder.write([1, 2], to: "test.keychain-db.keybag")
    #expect(try kinds(fixture)[.keybagFileDiffers] == 1)
  }

  @Test func `a device secret that will not open the keychain again is found while it is open`() throws {
    let fixture = try DamageFixture(itemCount: 1)
    let files = try fixture.temporary.folder.files()
    let name = try #require(files.keys.first { $0.hasSuffix(".secret") })
    let path = "\(fixture.temporary.folder.path)/\(name)"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(try kinds(fixture)[.deviceSecretUnusable] == 1)
    try FileManager.default.removeItem(atPath: path)
    #expect(try kinds(fixture)[.deviceSecretUnusable] == 1)
    try fixture.temporary.folder.write([UInt8](repeating: 7, count: 32), to: name)
    #expect(try kinds(fixture)[.deviceSecretUnusable] == 1)
    try fixture.temporary.folder.write(try #require(files[name]), to: name)
    #expect(try kinds(fixture)[.deviceSecretUnusable] == nil)
  }

  @Test func `entries missing from an index are found`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    fixture.temporary.close()
    let database = try fixture.temporary.database()
    let text = "CREATE INDEX item_term2 ON item(term2) WHERE term2 IS NOT NULL"
    try database.execute("PRAGMA writable_schema = ON")
    try database.execute("UPDATE sqlite_schema SET sql = ?1 WHERE name = 'item_term2'", [.text(text + " AND 0")])
    try database.execute("PRAGMA writable_schema = RESET; REINDEX item_term2")
    try database.execute("PRAGMA writable_schema = ON")
    try database.execute("UPDATE sqlite_schema SET sql = ?1 WHERE name = 'item_term2'", [.text(text)])
    try database.execute("PRAGMA writable_schema = RESET")
    #expect((try kinds(fixture)[.indexDamaged] ?? 0) > 0)
  }

  @Test func `a damaged page takes the items on it, and those behind are examined`() throws {
    let fixture = try DamageFixture(itemCount: 60)
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    #expect(leaves.count >= 4)
    try fixture.overwritePages { $0 == leaves[1] }
    let examination = try fixture.keychain.verify()
    let found = examination.items.openedCount
    #expect(found < 60 && found >= 40, "\(found)")
    #expect(try (kinds(fixture)[.fileDamaged] ?? 0) > 0)
    #expect(try kinds(fixture)[.itemsUnreachable] == 1)
    #expect(examination.severity == .damage)
  }

  @Test func `no sentence holds a name`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    try fixture.keychain.add("marker-service", "marker-account", group: nil)
    try fixture.spoil(first: 4)
    for finding in try fixture.keychain.verify().findings {
      for name in ["marker", "mail", "team.a"] { #expect(!finding.description.contains(name), "\(finding)") }
      #expect(finding.description.first?.isUppercase == false || finding.description.hasPrefix("SQLite"))
      #expect(!finding.description.hasSuffix("."))
    }
  }

  @Test func `a keychain in memory is examined as well`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    let examination = try keychain.verify()
    #expect(examination.findings.isEmpty, "\(examination.findings)")
    #expect(examination.items.openedCount == 1)
  }
}
