import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// What lies beside a keychain may be another's: a bag that somebody copied, the snapshots of the one before.
@Suite("repair: whose key bag and snapshots they are") struct SalvageOwnerTests {
  /// Another keychain of the same user, whose bag was written more often.
  private func otherBag(_ fixture: DamageFixture) throws -> [UInt8] {
    let other = try Keychain.create(
      at: fixture.path + ".other", passphrase: nil, as: fixture.temporary.caller, options: fixture.options)
    for _ in 0..<3 { try other.rotateKeys() }
    try other.finishKeyRotation()
    #expect(try other.store.currentKeybag().generation > fixture.keychain.store.currentKeybag().generation)
    return try fixture.temporary.folder.bytes(of: "test.keychain-db.other.keybag")
  }

  private func putBeside(_ bag: [UInt8], _ fixture: DamageFixture) throws {
    try fixture.temporary.folder.write(bag, to: "test.keychain-db.keybag")
  }

  @Test func `snapshots of the keychain that stood there before give nothing`() throws {
    let fixture = try DamageFixture(itemCount: 12)
    try fixture.keychain.makeSnapshot()
    fixture.temporary.close()
    for name in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: fixture.path + name) {
      try FileManager.default.removeItem(atPath: fixture.path + name)
    }
    let keychain = try Keychain.create(
      at: fixture.path, passphrase: nil, as: fixture.temporary.caller, options: fixture.options)
    let identifier = keychain.store.databaseIdentifier
    for number in 0..<60 { try keychain.add("new", "\(number)", secret: "secret \(number)") }
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let report = try fixture.repair()
    #expect(report.outcome == .replaced && report.unreadableCount == 0)
    #expect(report.lines.allSatisfy { $0.taken[.snapshot] == nil })
    #expect(try fixture.keychain.store.databaseIdentifier == identifier)
    #expect(try fixture.keychain.quarantinedItems().isEmpty)
    try fixture.keychain.add("after", "ada")
  }

  @Test(arguments: [false, true])
  func `another keychain's bag beside a damaged file is passed over, however new`(isOnPages: Bool) throws {
    let fixture = try DamageFixture(itemCount: 60)
    let identifier = try fixture.keychain.store.databaseIdentifier
    if !isOnPages { try fixture.keychain.makeSnapshot() }
    let bag = try otherBag(fixture)
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    // Its own is on a page of the file, or in the snapshot alone.
    try fixture.overwritePages { isOnPages ? $0 == 1 : !leaves.contains($0) }
    try putBeside(bag, fixture)
    let report = try fixture.repair()
    #expect(report.keybagSource == (isOnPages ? .pages : .snapshot))
    #expect(report.takenCount == 60 && report.unreadableCount == 0)
    #expect(try fixture.keychain.store.databaseIdentifier == identifier)
    #expect(try fixture.keychain.secretText("mail", "7") == "secret 7")
  }

  @Test func `where no bag is the file's own nothing is made of another's`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    let bag = try otherBag(fixture)
    try fixture.breakKeybags()
    try putBeside(bag, fixture)
    let before = try fixture.files()
    #expect(status { try fixture.repair() } == .notAvailable)
    #expect(try fixture.files() == before)
  }

  @Test func `an identifier that is damaged keeps no repair from finding the rest`() throws {
    let fixture = try DamageFixture(itemCount: 60)
    let identifier = try fixture.keychain.store.databaseIdentifier
    try fixture.keychain.makeSnapshot()
    fixture.temporary.close()
    try fixture.temporary.database().execute("UPDATE meta SET value = zeroblob(16) WHERE key = 'database'")
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let report = try fixture.repair()
    #expect(report.takenCount == 60 && (report.lines.first?.taken[.snapshot] ?? 0) > 0)
    #expect(try fixture.keychain.store.databaseIdentifier == identifier)
  }
}
