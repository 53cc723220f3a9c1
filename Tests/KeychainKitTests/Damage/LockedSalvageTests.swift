import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("repair: items of locked classes") struct LockedSalvageTests {
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

  @Test(arguments: [true, false])
  func `an earlier passphrase does not come back with an earlier copy of the key bag`(isFirstPageThere: Bool) throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 60)
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    try fixture.keychain.makeSnapshot()
    let name = try #require(try fixture.names(".snapshot-").first)
    let snapshot = try fixture.temporary.folder.bytes(of: name)
    try fixture.keychain.changePassphrase(
      from: SecretBytes(TestPassphrase.text), to: SecretBytes("another passphrase"))
    // As after a change that could not remove it.
    try fixture.temporary.folder.write(snapshot, to: name)
    fixture.temporary.close()
    let damaged = isFirstPageThere ? try fixture.leafPages()[1] : 1
    try fixture.overwritePages { $0 == damaged }
    let before = try fixture.files()
    #expect(status { try fixture.repair(passphrase: TestPassphrase.text) } == .authenticationFailed)
    #expect(try fixture.files() == before)
    #expect(try fixture.repair(passphrase: "another passphrase").keybagSource != .snapshot)
  }

  @Test func `a locked row that does not open after all stays, hidden, with a copy in quarantine`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 5)
    try fixture.spoil(first: 1)
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    #expect(try fixture.repair().lockedCount == 5)
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try fixture.keychain.quarantinedItems().map(\.reason) == [.salvage])
    #expect(try fixture.keychain.itemCount() == 4)
    #expect(try FileContent(of: fixture.temporary).items.count == 5)
    #expect(try fixture.keychain.store.state.salvage?.waiting.isEmpty == true)
    #expect(try fixture.keychain.verify().condition.alteration == nil)
  }

  @Test func `a locked row that is spoiled does not keep the snapshot's good one away for ever`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 20)
    try fixture.keychain.makeSnapshot()
    try fixture.spoil(first: 12)
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    #expect(try fixture.repair().lockedCount == 20)
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try fixture.keychain.itemCount() == 8, "the others do not open, and are more than a write is allowed at")
    let report = try fixture.repair(passphrase: TestPassphrase.text)
    #expect(report.lines.first?.taken == [.file: 8, .snapshot: 12])
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    for number in 0..<20 { #expect(try fixture.keychain.secretText("mail", "\(number)") == "secret \(number)") }
  }

  @Test(arguments: [false, true])
  func `rows wait for the unlock after the file was accepted as well`(isClosed: Bool) throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 600)
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    #expect(try fixture.repair().lockedCount == 600)
    try fixture.keychain.acceptState()
    #expect(try fixture.keychain.condition.isSound)
    if isClosed { fixture.temporary.close() }
    #expect(try fixture.keychain.condition.isSound, "what is accepted is not told again")
    #expect(try fixture.keychain.store.state.salvage?.waiting.count == 600)
    let before = try FileContent(of: fixture.temporary).items
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    let after = try FileContent(of: fixture.temporary).items
    #expect(zip(before, after).count { $0[15] != $1[15] } == 600)
    #expect(try fixture.keychain.store.state.salvage == nil, "nothing is left to be said")
    #expect(try fixture.temporary.database().rows("SELECT key FROM meta WHERE key = 'salvaged'").isEmpty)
    // The name of the group went with the first page, and came back with its items.
    #expect(try fixture.keychain.verify().findings.map(\.kind).contains(.groupNameMissing) == false)
  }
}
