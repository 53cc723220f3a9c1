import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// A damaged file is replaced by what is left of it, and kept.
@Suite("repair: what is taken in, and what is kept") struct SalvageTests {
  private static let garbage = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  /// What every salvaged keychain is: whole, later than its anchor, marked until it is accepted, and writable.
  private func expectSalvaged(_ fixture: DamageFixture, _ report: SalvageReport, original: [UInt8]) throws {
    #expect(report.outcome == .replaced)
    let aside = try #require(report.setAside)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: aside))) == original)
    let condition = try fixture.keychain.condition
    #expect(condition.rollback == nil && condition.alteration == nil)
    #expect(condition.salvage?.setAside == URL(filePath: aside).lastPathComponent)
    #expect(!condition.isSound)
    try fixture.keychain.add("after", "the repair")
    fixture.temporary.close()
    #expect(try fixture.keychain.verifyState().condition.alteration == nil)
    #expect(try fixture.keychain.condition.salvage != nil, "it stays marked")
    try fixture.keychain.acceptState()
    #expect(try fixture.keychain.condition.isSound)
    fixture.temporary.close()
    #expect(try fixture.keychain.condition.isSound)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: aside))) == original, "accepting removes nothing")
    #expect(try fixture.names(".new-").isEmpty)
  }

  @Test func `a sound keychain is left alone`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    fixture.temporary.close()
    let before = try fixture.files()
    let report = try fixture.repair()
    #expect(report.outcome == .notNeeded)
    #expect(report.setAside == nil)
    #expect(try fixture.files() == before)
    #expect(try fixture.keychain.condition.isSound)
  }

  @Test(arguments: [0, 1, 4_096, 5_000])
  func `a file that is no database gives way to what the snapshot has`(byteCount: Int) throws {
    let fixture = try DamageFixture(itemCount: 5)
    try fixture.keychain.makeSnapshot()
    try fixture.keychain.add("later", "ada")
    let bytes = Array(Self.garbage.prefix(byteCount))
    try fixture.overwrite(with: bytes)
    #expect(status { try fixture.keychain.itemCount() } == .invalidKeychain, "opening repairs nothing")
    let report = try fixture.repair()
    #expect(report.keybagSource == .copyBeside)
    #expect(report.lines == [SalvageReport.Line(itemClass: .genericPassword, taken: [.snapshot: 5])])
    #expect(report.unreadableStretchCount == nil)
    #expect(try fixture.keychain.secretText("mail", "3") == "secret 3")
    #expect(status { try fixture.keychain.secretText("later", "ada") } == .itemNotFound)
    try expectSalvaged(fixture, report, original: bytes)
  }

  @Test func `without a snapshot a keychain with nothing in it is made under the same keys`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 2)
    try fixture.overwrite(with: Self.garbage)
    let report = try fixture.repair()
    #expect(report.lines.isEmpty)
    #expect(try fixture.keychain.lockState == .notYetUnlocked)
    #expect(status { try fixture.keychain.unlock(passphrase: SecretBytes("wrong")) } == .authenticationFailed)
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try fixture.keychain.itemCount() == 0)
    try expectSalvaged(fixture, report, original: Self.garbage)
  }

  @Test func `with no readable key bag nothing is made, and nothing is moved`() throws {
    let fixture = try DamageFixture(itemCount: 2)
    try fixture.overwrite(with: Self.garbage)
    for bag: [UInt8]? in [nil, [], Array(repeating: 1, count: 1_264)] {
      if let bag {
        try fixture.temporary.folder.write(bag, to: "test.keychain-db.keybag")
      } else {
        try FileManager.default.removeItem(atPath: fixture.path + ".keybag")
      }
      let before = try fixture.files()
      #expect(status { try fixture.repair() } == .notAvailable)
      #expect(try fixture.files() == before)
    }
  }

  @Test func `without the device secret nothing is made, and nothing is moved`() throws {
    let fixture = try DamageFixture(itemCount: 2)
    try fixture.overwrite(with: Self.garbage)
    let name = try #require(try fixture.temporary.folder.files().keys.first { $0.hasSuffix(".secret") })
    try FileManager.default.removeItem(atPath: "\(fixture.temporary.folder.path)/\(name)")
    let before = try fixture.files()
    #expect(status { try fixture.repair() } == .notAvailable)
    #expect(try fixture.files() == before)
  }

  @Test func `a damaged page takes its items, and the snapshot gives them back`() throws {
    let fixture = try DamageFixture(itemCount: 60)
    try fixture.keychain.makeSnapshot()
    for number in 60..<80 { try fixture.keychain.add("mail", "\(number)", secret: "secret \(number)") }
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let original = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let report = try fixture.repair()
    let line = try #require(report.lines.first)
    #expect(report.lines.count == 1 && line.takenCount == 80)
    #expect((line.taken[.file] ?? 0) > 50 && (line.taken[.snapshot] ?? 0) > 0)
    #expect(report.unreadableStretchCount == 1)
    #expect(report.keybagSource == .file)
    for number in 0..<80 { #expect(try fixture.keychain.secretText("mail", "\(number)") == "secret \(number)") }
    try expectSalvaged(fixture, report, original: original)
  }

  @Test func `without the first page items are found on the others, large ones as well`() throws {
    let fixture = try DamageFixture(itemCount: 40)
    let large = String(repeating: "large ", count: 5_000)
    try fixture.keychain.add("large", "ada", secret: large)
    let reference = Query.genericPassword("large", "ada") + ["r_PersistentRef": true]
    let before = try fixture.keychain.copyMatching(reference) as? Data
    fixture.temporary.close()
    try FileManager.default.removeItem(atPath: fixture.path + ".keybag")
    try fixture.overwritePages { $0 == 1 }
    let original = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let report = try fixture.repair()
    #expect(report.keybagSource == .pages)
    #expect(report.lines == [SalvageReport.Line(itemClass: .genericPassword, taken: [.pages: 41])])
    #expect(try fixture.keychain.secretText("large", "ada") == large)
    #expect(try fixture.keychain.secretText("mail", "39") == "secret 39")
    #expect(try fixture.keychain.copyMatching(reference) as? Data == before)
    try expectSalvaged(fixture, report, original: original)
  }

  @Test func `what stands in the log alone is found there`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    try fixture.foldLog()
    try fixture.keychain.add("log", "ada", secret: "only there")
    try fixture.keychain.update(Query.genericPassword("mail", "0"), ["v_Data": Data("changed".utf8)])
    let log = try fixture.temporary.folder.bytes(of: "test.keychain-db-wal")
    #expect(!log.isEmpty)
    try fixture.overwrite(with: [])
    try fixture.temporary.folder.write(log, to: "test.keychain-db-wal")
    let report = try fixture.repair()
    #expect((report.lines.first?.taken[.pages] ?? 0) >= 2)
    #expect(try fixture.keychain.secretText("log", "ada") == "only there")
    #expect(try fixture.keychain.secretText("mail", "0") == "changed", "the newest image of a page counts")
    #expect(try [UInt8](Data(contentsOf: URL(filePath: try #require(report.setAside) + "-wal"))) == log)
    try expectSalvaged(fixture, report, original: [])
  }

  @Test func `what does not open is taken from the snapshot, or kept in quarantine`() throws {
    let fixture = try DamageFixture(itemCount: 60)
    try fixture.keychain.delete(Query.genericPassword("mail", "59"))
    try fixture.keychain.makeSnapshot()
    try fixture.keychain.add("later", "ada", secret: "s")
    try fixture.keychain.delete(Query.genericPassword("mail", "58"))
    fixture.temporary.close()
    try fixture.temporary.database().execute(
      "UPDATE item SET metadata = CAST(substr(metadata, 1, 60) || x'ff' || substr(metadata, 62) AS BLOB) WHERE id = (SELECT max(id) FROM item)"
    )
    try fixture.spoil(first: 1)
    try fixture.breakKeybags()
    let report = try fixture.repair()
    #expect(report.keybagSource == .snapshot)
    #expect(report.lines.first?.taken == [.file: 57, .snapshot: 1])
    #expect(report.unreadableCount == 1)
    #expect(try fixture.keychain.secretText("mail", "0") == "secret 0")
    #expect(status { try fixture.keychain.secretText("mail", "58") } == .itemNotFound, "every row was read")
    #expect(try fixture.keychain.quarantinedItems().map(\.reason) == [.salvage])
  }

  @Test func `items of locked classes are there, locked, and sealed anew at the next unlock`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 30)
    try fixture.keychain.add("always", "ada", accessible: "dk")
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    let report = try fixture.repair()
    #expect(report.lockedCount == 30)
    #expect(report.takenCount == 1)
    #expect(status { try fixture.keychain.secretText("mail", "0") } == .interactionNotAllowed, "locked is not absent")
    #expect(status { try fixture.keychain.secretText("always", "ada") } == .success)
    #expect(status { try fixture.keychain.add("mail", "0") } == .interactionNotAllowed)
    let before = try FileContent(of: fixture.temporary).items
    #expect(try fixture.keychain.store.state.salvage?.waiting.count == 30)
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try fixture.keychain.store.state.salvage?.waiting.isEmpty == true)
    let after = try FileContent(of: fixture.temporary).items
    #expect(zip(before, after).count { $0[15] != $1[15] } == 30)
    for number in 0..<30 { #expect(try fixture.keychain.secretText("mail", "\(number)") == "secret \(number)") }
    #expect(try fixture.keychain.verify().condition.alteration == nil)
    #expect(try fixture.keychain.verify().items.openedCount == 31)
  }

  @Test func `with the passphrase everything is taken at once`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 10)
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    let before = try fixture.files()
    #expect(status { try fixture.repair(passphrase: "wrong") } == .authenticationFailed)
    #expect(try fixture.files() == before)
    let report = try fixture.repair(passphrase: TestPassphrase.text)
    #expect(report.takenCount == 10 && report.lockedCount == 0)
  }

  @Test func `a locked row that does not open after all goes to quarantine at the unlock`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 5)
    try fixture.spoil(first: 1)
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    #expect(try fixture.repair().lockedCount == 5)
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try fixture.keychain.quarantinedItems().map(\.reason) == [.salvage])
    #expect(try fixture.keychain.itemCount() == 4)
  }

  @Test func `a trial says what would be, and changes nothing`() throws {
    let fixture = try DamageFixture(itemCount: 20)
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    let before = try fixture.files()
    let report = try fixture.repair(isTrial: true)
    #expect(report.outcome == .tried && report.takenCount == 20 && report.setAside == nil)
    #expect(try fixture.files() == before)
  }

  @Test func `quarantine is carried over, accepted rows as accepted ones`() throws {
    let fixture = try DamageFixture(itemCount: 12)
    let rows = [try fixture.rowBytes(0), try fixture.rowBytes(1)]
    try fixture.quarantine(rows[0])
    try fixture.keychain.acceptQuarantine()
    try fixture.quarantine(rows[1])
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves.last }
    #expect(try fixture.repair().outcome == .replaced)
    #expect(try fixture.keychain.quarantinedItems().count { $0.isAccepted } == 1)
    #expect(try fixture.keychain.quarantinedItems().count >= 2)
    #expect(try fixture.keychain.verifyState().condition.alteration == nil)
  }

  @Test func `rows of a newer version, or without their key, are taken as they are`() throws {
    let fixture = try DamageFixture(itemCount: 40)
    fixture.temporary.close()
    let database = try fixture.temporary.database()
    try database.execute("UPDATE item SET metadata = CAST(x'09' || substr(metadata, 2) AS BLOB) WHERE id = 1")
    let generationNine = "CAST(substr(metadata, 1, 4) || x'09000000' || substr(metadata, 9) AS BLOB)"
    try database.execute("UPDATE item SET metadata = \(generationNine) WHERE id = 2")
    let before = try database.rows("SELECT metadata, secret FROM item WHERE id <= 2 ORDER BY id")
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves.last }
    let report = try fixture.repair()
    #expect(report.lines.first?.untouchedCount == 2)
    #expect(
      try fixture.temporary.database().rows("SELECT metadata, secret FROM item WHERE id <= 2 ORDER BY id") == before)
  }

  @Test func `a file that not even its owner may read is given its mode back`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    fixture.temporary.close()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: fixture.path)
    #expect(try fixture.repair().outcome == .notNeeded)
    #expect(try fixture.keychain.itemCount() == 3)
  }

  @Test func `a link, a folder and a file that is open to others are refused`() throws {
    let fixture = try DamageFixture(itemCount: 1)
    fixture.temporary.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: fixture.path)
    #expect(status { try fixture.repair() } == .notAvailable)
    try FileManager.default.removeItem(atPath: fixture.path)
    try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: false)
    #expect(status { try fixture.repair() } == .invalidKeychain)
    try FileManager.default.removeItem(atPath: fixture.path)
    try FileManager.default.createSymbolicLink(atPath: fixture.path, withDestinationPath: "/etc/passwd")
    #expect(status { try fixture.repair() } == .notAvailable)
  }

  @Test func `a keychain that is open meanwhile goes over to the new file`() throws {
    let fixture = try DamageFixture(itemCount: 40)
    let open = try fixture.keychain
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let report = try Keychain.repair(fixture.path, options: fixture.options)
    #expect(report.outcome == .replaced)
    try open.add("new", "ada", secret: "s")
    #expect(try open.secretText("new", "ada") == "s")
    fixture.temporary.close()
    #expect(try fixture.keychain.secretText("new", "ada") == "s")
  }
}

@Suite("repair: killed at every step", .serialized) struct KilledRepairTests {
  @Test(arguments: ["written", "setAside", "logFolded", "logRemoved", "replaced", "told"])
  func `what is left is the old file or the new one, and what was set aside stays`(step: String) throws {
    let fixture = try DamageFixture(itemCount: 40)
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let original = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let worker = try Worker(["repair", fixture.temporary.folder.path, step])
    #expect(worker.wait() == SIGKILL)
    let left = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let isNew = ["replaced", "told"].contains(step)
    #expect((left != original) == isNew, "\(step)")
    let aside = try fixture.names(".corrupt-").filter { name in
      !["-wal", "-shm", ".keybag"].contains { name.hasSuffix($0) }
    }
    #expect(aside.count == (step == "written" ? 0 : 1))
    for name in aside {
      #expect(try fixture.temporary.folder.bytes(of: name) == original)
    }
    let again = try fixture.repair()
    #expect(again.outcome == (isNew ? .notNeeded : .replaced), "\(step)")
    #expect(try fixture.keychain.condition.rollback == nil)
    #expect(try fixture.keychain.condition.salvage != nil)
    #expect(try fixture.keychain.itemCount() > 25)
    try fixture.keychain.add("new", "ada")
    for name in aside {
      #expect(try fixture.temporary.folder.bytes(of: name) == original)
    }
    #expect(try fixture.names(".new-").isEmpty)
  }
}
