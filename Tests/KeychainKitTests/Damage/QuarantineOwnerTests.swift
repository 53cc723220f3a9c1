import Foundation
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainKit

/// What the owner of a keychain does about rows that do not open.
@Suite("quarantine: listed, accepted, put back") struct QuarantineOwnerTests {
  /// Meets every unreadable row and copies it, as programs do in time.
  private func meet(_ fixture: DamageFixture) throws {
    _ = try fixture.keychain.itemCount()
    _ = status { try fixture.keychain.add("meeting", "ada") }
  }

  @Test func `a list says what is known, and nothing is accepted by listing`() throws {
    let fixture = try DamageFixture(itemCount: 12)
    try fixture.spoil(first: 2)
    #expect(try fixture.keychain.quarantinedItems().isEmpty)
    try meet(fixture)
    let listed = try fixture.keychain.quarantinedItems()
    #expect(listed.count == 2)
    #expect(listed.allSatisfy { $0.itemClass == .genericPassword && $0.reason == .unreadable && !$0.isAccepted })
    #expect(listed.allSatisfy { $0.byteCount > 300 && abs($0.date.timeIntervalSinceNow) < 60 })
    let uuid = try #require(listed.first?.uuid)
    let expected = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) }
    #expect(try fixture.temporary.database().value("SELECT uuid FROM item WHERE id = 1") == .blob(expected))
    #expect(try fixture.keychain.quarantinedItems().allSatisfy { !$0.isAccepted })
  }

  @Test func `accepting lets the keychain be written again, and keeps copies and rows`() throws {
    let fixture = try DamageFixture(itemCount: 30)
    try fixture.spoil(first: 9)
    try meet(fixture)
    #expect(status { try fixture.keychain.add("new", "ada") } == .readOnly)
    #expect(status { try fixture.keychain.secretText("mail", "0") } == .notAvailable)
    let before = try FileContent(of: fixture.temporary).items
    #expect(try fixture.keychain.acceptQuarantine() == 9)
    #expect(try fixture.keychain.acceptQuarantine() == 0)
    #expect(try FileContent(of: fixture.temporary).items == before)
    for round in 0..<2 {
      try fixture.keychain.add("new", "\(round)")
      #expect(try fixture.keychain.quarantinedItems().count { $0.isAccepted } == 9)
      #expect(try fixture.keychain.itemCount() == 22 + round)
      #expect(status { try fixture.keychain.secretText("mail", "0") } == .itemNotFound)
      #expect(try fixture.keychain.secretText("mail", "29") == "secret 29")
      #expect(try fixture.keychain.unreadableItemCount == 0)
      fixture.temporary.close()
    }
    // The rows were changed behind the keychain's back, which accepting them does not hide.
    #expect(try fixture.keychain.verifyState().condition.alteration == .rowsDiffer)
    try fixture.keychain.acceptState()
    #expect(try fixture.keychain.verifyState().condition.isSound)
  }

  @Test func `accepting takes more rows than are remembered at once`() throws {
    let fixture = try DamageFixture(itemCount: 100)
    try fixture.spoil(first: 90)
    #expect(try fixture.keychain.acceptQuarantine() == 90)
    try fixture.keychain.add("new", "ada")
    #expect(try fixture.keychain.itemCount() == 11)
    #expect(try fixture.keychain.quarantinedItems().count == 90)
  }

  @Test func `one row is accepted by its number, and the ninth alone lets go`() throws {
    let fixture = try DamageFixture(itemCount: 12)
    try fixture.spoil(first: 9)
    try meet(fixture)
    let ids = try fixture.keychain.quarantinedItems().map(\.id)
    #expect(ids.count == 9)
    #expect(try !fixture.keychain.acceptQuarantined(-1))
    #expect(status { try fixture.keychain.add("new", "ada") } == .readOnly)
    #expect(try fixture.keychain.acceptQuarantined(ids[4]))
    #expect(try !fixture.keychain.acceptQuarantined(ids[4]))
    try fixture.keychain.add("new", "ada")
    #expect(try fixture.keychain.quarantinedItems().filter(\.isAccepted).map(\.id) == [ids[4]])
  }

  @Test func `a row that opens again where it was leaves quarantine`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    try fixture.spoil(first: 1)
    try meet(fixture)
    #expect(try fixture.keychain.examineQuarantine().map { $0.outcome } == [.unreadable])
    #expect(try fixture.keychain.restoreQuarantine().map { $0.outcome } == [.unreadable])
    #expect(try fixture.keychain.quarantinedItems().count == 1)
    // The same byte is changed back.
    try fixture.spoil(first: 1)
    try fixture.quarantine(try fixture.rowBytes(0))
    #expect(try fixture.keychain.restoreQuarantine().map { $0.outcome } == [.unreadable, .wasBack])
    #expect(try fixture.keychain.secretText("mail", "0") == "secret 0")
    #expect(try fixture.keychain.quarantinedItems().count == 1)
  }

  @Test func `a row whose item is gone becomes an item again, under its own reference`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    let reference = Query.genericPassword("mail", "1") + ["r_PersistentRef": true]
    let before = try fixture.keychain.copyMatching(reference) as? Data
    let row = try fixture.rowBytes(1)
    try fixture.keychain.delete(Query.genericPassword("mail", "1"))
    try fixture.quarantine(row)
    #expect(try fixture.keychain.examineQuarantine().map { $0.outcome } == [.restored])
    #expect(status { try fixture.keychain.secretText("mail", "1") } == .itemNotFound, "an examination changes nothing")
    #expect(try fixture.keychain.restoreQuarantine().map { $0.outcome } == [.restored])
    #expect(try fixture.keychain.secretText("mail", "1") == "secret 1")
    #expect(try fixture.keychain.copyMatching(reference) as? Data == before)
    #expect(try fixture.keychain.quarantinedItems().isEmpty)
    #expect(try fixture.keychain.verifyState().condition.isSound)
  }

  @Test func `a row stays where another item has taken its identity`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    let row = try fixture.rowBytes(1)
    try fixture.keychain.delete(Query.genericPassword("mail", "1"))
    try fixture.quarantine(row)
    try fixture.keychain.add("mail", "1", secret: "newer")
    #expect(try fixture.keychain.restoreQuarantine().map { $0.outcome } == [.identityTaken])
    #expect(try fixture.keychain.secretText("mail", "1") == "newer")
    #expect(try fixture.keychain.quarantinedItems().count == 1)
  }

  @Test func `a row takes the place of its tombstone, and of one that does not open`() throws {
    let fixture = try DamageFixture()
    try fixture.keychain.add("sync", "ada", secret: "mine", isSynchronizable: true)
    let row = try fixture.rowBytes(0)
    let query = Query.genericPassword("sync", "ada") + ["sync": true]
    try fixture.keychain.delete(query)
    try fixture.quarantine(row)
    #expect(try fixture.keychain.restoreQuarantine().map { $0.outcome } == [.restored])
    #expect(try fixture.keychain.copyMatching(query + ["r_Data": true]) as? Data == Data("mine".utf8))
    #expect(try FileContent(of: fixture.temporary).items.count == 1)
  }

  @Test func `a row of a locked class waits`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 2)
    let row = try fixture.rowBytes(0)
    try fixture.keychain.delete(Query.genericPassword("mail", "0"))
    try fixture.quarantine(row)
    try fixture.keychain.lock()
    #expect(try fixture.keychain.restoreQuarantine().map { $0.outcome } == [.locked])
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try fixture.keychain.restoreQuarantine().map { $0.outcome } == [.restored])
    #expect(try fixture.keychain.secretText("mail", "0") == "secret 0")
  }
}
