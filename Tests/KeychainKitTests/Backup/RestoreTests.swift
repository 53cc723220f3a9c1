import Foundation
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainKit

/// What a restore makes of the items of a backup.
@Suite("restoring") struct RestoreTests {
  private func restore(
    _ fixture: BackupFixture, into keychain: Keychain, isRehearsal: Bool = false
  ) throws -> RestoreReport {
    try keychain.restore(
      from: fixture.backupPath, passphrase: BackupFixture.passphrase, isRehearsal: isRehearsal)
  }

  @Test func `on another device everything comes back but what is bound to the first`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let other = try BackupFixture.otherDevice()
    let report = try restore(fixture, into: try other.keychain)
    #expect(report.count(of: .added) == BackupFixture.items.count - 3)
    #expect(report.count(of: .notRestorable(.otherDevice)) == 3)
    #expect(report.missing.map(\.accessGroup) == ["team.a", "team.a", "team.a"])
    let expected = try fixture.keychain.contents(withReferences: true).filter { text in
      !BackupFixture.bound.contains { text.contains("of \($0.code)") || text.contains("\"\($0.code)\"") }
    }
    #expect(try other.keychain.contents(withReferences: true) == expected)
    #expect(try other.keychain.verifyState().condition.isSound)
  }

  @Test func `on the same device everything comes back, in a keychain that is another`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let expected = try fixture.keychain.contents(withReferences: true)
    let other = try fixture.sameDevice()
    #expect(try restore(fixture, into: other).count(of: .added) == BackupFixture.items.count)
    #expect(try other.contents(withReferences: true) == expected)
    // Deleted where they were, they come back as well, with the references they had.
    for itemClass in ItemClass.allCases {
      try fixture.keychain.delete(.all(itemClass).synchronizable(.any))
    }
    #expect(try restore(fixture, into: fixture.keychain).count(of: .added) == BackupFixture.items.count)
    #expect(try fixture.keychain.contents(withReferences: true) == expected)
  }

  @Test func `a second time nothing changes`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let other = try BackupFixture.otherDevice()
    _ = try restore(fixture, into: try other.keychain)
    let before = try other.temporary.database().rows("SELECT * FROM item ORDER BY id")
    let report = try restore(fixture, into: try other.keychain)
    #expect(report.count(of: .unchanged) == BackupFixture.items.count - 3)
    #expect(report.count(of: .notRestorable(.otherDevice)) == 3)
    #expect(try other.temporary.database().rows("SELECT * FROM item ORDER BY id") == before)
  }

  @Test func `of an item that is there the later change wins, and the reference stays`() throws {
    let early = try BackupFixture()
    let item = ItemQuery.genericPassword(service: "class", account: "ak")
    try early.backUp()
    try early.keychain.update(item, .secret("later"))
    let late = "\(early.temporary.folder.path)/late.backup"
    try early.keychain.backUp(to: late, passphrase: BackupFixture.passphrase)

    let other = try early.sameDevice(clock: KeychainClock { 5 })
    try other.add(item, secret: "older than both")
    let reference = try other.item(matching: item).persistentReference
    #expect(try restore(early, into: other).count(of: .replaced) == 1)
    #expect(try String(copying: other.secret(for: item)) == "of ak")
    let second = try other.restore(from: late, passphrase: BackupFixture.passphrase)
    #expect(second.count(of: .replaced) == 1)
    #expect(try String(copying: other.secret(for: item)) == "later")
    let third = try restore(early, into: other)
    #expect(third.count(of: .keptLocal) == 1)
    #expect(third.entries.first { $0.outcome == .keptLocal }?.accessGroup == "team.a")
    #expect(try String(copying: other.secret(for: item)) == "later")
    #expect(try other.item(matching: item).persistentReference == reference)
  }

  @Test func `a deleted item that left a tombstone comes back`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let item = ItemQuery.genericPassword(service: "sync", account: "ada").synchronizable(.any)
    try fixture.keychain.delete(item)
    #expect(try restore(fixture, into: fixture.keychain).count(of: .added) == 1)
    #expect(try String(copying: fixture.keychain.secret(for: item)) == "shared")
  }

  @Test func `an item keeps its reference unless another has it, and then gets one of its own`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let item = ItemQuery.genericPassword(service: "class", account: "ak")
    let reference = try fixture.keychain.item(matching: item).persistentReference
    try fixture.keychain.update(["class": "genp", "svce": "class", "acct": "ak"], ["acct": "elsewhere"])
    #expect(try restore(fixture, into: fixture.keychain).count(of: .added) == 1)
    #expect(try fixture.keychain.item(matching: item).persistentReference != reference)
    let other = ItemQuery.genericPassword(service: "class", account: "elsewhere")
    #expect(try fixture.keychain.item(matching: other).persistentReference == reference)
  }

  @Test func `a row that does not open makes room`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let expected = try fixture.keychain.contents()
    let database = try fixture.temporary.database()
    try database.execute("UPDATE item SET metadata = zeroblob(length(metadata)) WHERE protection = 7")
    try database.execute(
      "UPDATE item SET metadata = CAST(substr(metadata, 1, 40) || zeroblob(200) AS BLOB) WHERE protection = 9")
    let report = try restore(fixture, into: fixture.keychain)
    // A version of 0 is none of this one's, and such a row is not touched.
    #expect(report.count(of: .notRestorable(.newerVersion)) == 1)
    #expect(report.count(of: .added) == 1)
    try database.execute("DELETE FROM item WHERE protection = 7")
    #expect(try restore(fixture, into: fixture.keychain).count(of: .added) == 1)
    #expect(try fixture.keychain.contents() == expected)
    #expect(try database.value("SELECT count(*) FROM quarantine") == .integer(1))
  }

  @Test func `a keychain that is locked is not restored into`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let locked = try BackupFixture(passphrase: TestPassphrase.text, isFilled: false)
    try locked.keychain.lock()
    #expect(status { try restore(fixture, into: try locked.keychain) } == .interactionNotAllowed)
    try locked.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(try restore(fixture, into: try locked.keychain).count(of: .added) == BackupFixture.items.count - 3)
  }

  @Test func `a portable keychain takes what is bound to no device`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    var options = TemporaryKeychain.options(in: fixture.temporary.folder)
    options.isPortable = true
    let portable = try Keychain.create(
      at: "\(fixture.temporary.folder.path)/portable", passphrase: "words", as: .everyGroup, options: options)
    let report = try restore(fixture, into: portable)
    #expect(report.count(of: .notRestorable(.portableKeychain)) == 3)
    #expect(report.count(of: .added) == BackupFixture.items.count - 3)
  }

  @Test func `an item in whose place one asks for a person is not touched`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let other = try BackupFixture(passphrase: TestPassphrase.text, isFilled: false)
    try other.keychain.add(
      .genericPassword(service: "class", account: "ak")
        .accessControl(try AccessControl(protection: .whenUnlocked, flags: .userPresence)), secret: "guarded")
    #expect(try restore(fixture, into: try other.keychain).count(of: .notRestorable(.asksForPerson)) == 1)
  }

  @Test func `a rehearsal gives the same report and changes nothing`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let other = try BackupFixture(isFilled: false)
    for service in ["class", "else"] {
      try other.keychain.add(.genericPassword(service: service, account: "ak"), secret: "local")
    }
    let before = try tables(of: other)
    let rehearsal = try restore(fixture, into: try other.keychain, isRehearsal: true)
    #expect(rehearsal.isRehearsal)
    #expect(try tables(of: other) == before)
    let report = try restore(fixture, into: try other.keychain)
    #expect(!report.isRehearsal)
    #expect(report.entries.map(\.outcome) == rehearsal.entries.map(\.outcome))
    #expect(report.entries.map(\.identifier) == rehearsal.entries.map(\.identifier))
    #expect(try tables(of: other) != before)
  }

  private func tables(of fixture: BackupFixture) throws -> [[[SQLiteValue]]] {
    let database = try fixture.temporary.database()
    return try ["item", "meta", "access_group", "quarantine", "change"].map { table in
      try database.rows("SELECT * FROM \(table) ORDER BY 1")
    }
  }
}
