import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("repair: rows that do not open") struct SalvagedRowTests {
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

  @Test func `what does not open is taken from the snapshot, or kept in quarantine`() throws {
    let fixture = try DamageFixture(itemCount: 60)
    try fixture.keychain.delete(Query.genericPassword("mail", "59"))
    try fixture.keychain.makeSnapshot()
    try fixture.keychain.add("later", "ada", secret: "s")
    try fixture.keychain.delete(Query.genericPassword("mail", "58"))
    fixture.temporary.close()
    try fixture.temporary.database().execute(
      """
      UPDATE item SET metadata = CAST(substr(metadata, 1, 60) || x'00FF00FF' || substr(metadata, 65) AS BLOB)
      WHERE id = (SELECT max(id) FROM item)
      """)
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

  @Test func `a file in order whose items do not open takes those of the snapshot, and is left alone without`() throws {
    let fixture = try DamageFixture(itemCount: 20)
    try fixture.keychain.makeSnapshot()
    try fixture.spoil(first: 3)
    fixture.temporary.close()
    let report = try fixture.repair()
    #expect(report.outcome == .replaced)
    #expect(report.lines.first?.taken == [.file: 17, .snapshot: 3])
    for number in 0..<20 { #expect(try fixture.keychain.secretText("mail", "\(number)") == "secret \(number)") }
    try fixture.keychain.acceptState()
    try fixture.keychain.removeSnapshots()
    try fixture.spoil(first: 2)
    #expect(try fixture.repair().outcome == .notNeeded)
    try fixture.keychain.makeSnapshot()
    let again = try fixture.repair()
    #expect(again.outcome == .notNeeded && again.unreadableCount == 2, "the snapshot has no better ones")
  }

  @Test func `where the newest snapshot is damaged as well, the one before it is taken`() throws {
    let fixture = try DamageFixture(itemCount: 5)
    fixture.temporary.close()
    let keychain = try Keychain.open(fixture.path, as: fixture.temporary.caller, options: fixture.options)
    for _ in 0..<2 {
      try keychain.makeSnapshot()
      fixture.clock.seconds += 1
    }
    let newest = try #require(try fixture.names(".snapshot-").last)
    try fixture.temporary.folder.write([1, 2, 3], to: newest)
    try fixture.overwrite(with: [0])
    #expect(try fixture.repair().lines.first?.taken == [.snapshot: 5])
  }

  @Test func `a file that is gone is made again, from what lies beside it`() throws {
    let fixture = try DamageFixture(itemCount: 5)
    try fixture.keychain.makeSnapshot()
    fixture.temporary.close()
    for name in try fixture.names("") where !name.contains("snapshot") && !name.hasSuffix(".keybag") {
      try FileManager.default.removeItem(atPath: "\(fixture.temporary.folder.path)/\(name)")
    }
    let report = try fixture.repair()
    #expect(report.outcome == .replaced && report.setAside == nil)
    #expect(try fixture.keychain.secretText("mail", "4") == "secret 4")
    #expect(try fixture.keychain.condition.salvage != nil)
    #expect(try fixture.keychain.condition.rollback == nil)
  }
}
