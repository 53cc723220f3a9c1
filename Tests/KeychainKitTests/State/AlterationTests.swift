import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("state record: rows that were changed behind the engine's back") struct AlterationTests {
  /// A keychain with a row in each table that is summed, closed.
  private func fixture() throws -> StateFixture {
    let fixture = try StateFixture(passphrase: TestPassphrase.text, itemCount: 4)
    let keychain = try fixture.keychain
    for account in ["a", "b", "c"] { try keychain.add("sync", account, isSynchronizable: true) }
    try keychain.lock()
    try keychain.delete(Query.genericPassword("sync", "a") + ["sync": true])
    try keychain.delete(Query.genericPassword("sync", "b") + ["sync": true])
    for account in ["one", "two"] { try keychain.add("always", account, accessible: "dk") }
    try fixture.execute(
      "UPDATE item SET metadata = (SELECT max(metadata) FROM item WHERE protection = 8) WHERE protection = 8")
    for account in ["one", "two"] { _ = status { try keychain.secretText("always", account) } }
    try keychain.add("always", "three", accessible: "dk")
    try keychain.acceptState()
    for table in ["item", "access_group", "change", "quarantine"] {
      #expect(try !fixture.temporary.database().rows("SELECT 1 FROM \(table)").isEmpty, "\(table)")
    }
    #expect(try keychain.verifyState().condition.isSound)
    _ = try fixture.close()
    return fixture
  }

  @Test func `no single column of any row can be changed, and no row dropped, doubled or added, unnoticed`() throws {
    let fixture = try fixture()
    let image = try fixture.close()
    var count = 0
    for table in ["item", "access_group", "change", "quarantine"] {
      let columns = try fixture.temporary.database().rows("SELECT name, type FROM pragma_table_xinfo('\(table)')")
      for column in columns {
        guard case .text(let name) = column[0], case .text(let type) = column[1] else { continue }
        let value = type == "BLOB" ? "CAST(ifnull(\(name), x'') || x'00' AS BLOB)" : "ifnull(\(name), 0) + 1"
        try expectNoticed(
          "UPDATE \(table) SET \(name) = \(value) WHERE rowid = (SELECT max(rowid) FROM \(table))", fixture, image)
        count += 1
      }
      try expectNoticed("DELETE FROM \(table) WHERE rowid = (SELECT min(rowid) FROM \(table))", fixture, image)
      try expectNoticed("DELETE FROM \(table)", fixture, image)
      count += 2
    }
    try expectNoticed("INSERT INTO access_group VALUES(1, x'00')", fixture, image)
    #expect(count == 17 + 2 + 8 + 7 + 8)
  }

  /// Changes the file, opens it and compares; then puts everything back.
  private func expectNoticed(_ sql: String, _ fixture: StateFixture, _ image: StateFixture.Image) throws {
    try fixture.execute(sql)
    let condition = try fixture.keychain.verifyState().condition
    #expect(condition.alteration == .rowsDiffer, "\(sql)")
    #expect(condition.rollback == nil, "\(sql)")
    try fixture.restore(image)
  }

  @Test func `calls go on, what was written since counts, and it stays until the owner accepts`() throws {
    let fixture = try StateFixture(itemCount: 3)
    fixture.temporary.close()
    try fixture.execute("DELETE FROM item WHERE id = 2")
    for _ in 0..<2 {
      let keychain = try fixture.keychain
      #expect(try keychain.verifyState().condition == KeychainCondition(alteration: .rowsDiffer, rollback: nil))
      #expect(try keychain.condition.alteration == .rowsDiffer)
      #expect(try keychain.secretText("mail", "0") == "secret 0")
      try keychain.upsert(.genericPassword(service: "mail", account: "0"), secret: "secret 0")
      #expect(try keychain.verifyState().condition.alteration == .rowsDiffer)
      fixture.temporary.close()
    }
    let report = try fixture.keychain.verifyState()
    #expect(report.itemCount == 2 && report.recordedItemCount == 3)
    try fixture.keychain.acceptState()
    #expect(try fixture.keychain.condition.isSound)
    fixture.temporary.close()
    #expect(try fixture.keychain.verifyState().condition.isSound)
    #expect(try fixture.keychain.verifyState().recordedItemCount == 2)
  }

  @Test func `a row put back as it was is noticed, and one written back as it is now is not`() throws {
    let fixture = try StateFixture(itemCount: 3)
    let columns = "SELECT * FROM item WHERE id = 2"
    let old = try #require(try fixture.temporary.database().rows(columns).first)
    try fixture.keychain.update(Query.genericPassword("mail", "1"), ["v_Data": Data("newer".utf8)])
    let new = try #require(try fixture.temporary.database().rows(columns).first)
    let places = old.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    try fixture.execute("REPLACE INTO item VALUES(\(places))", old)
    // The row opens, since it was once true: nothing but the sum tells.
    #expect(try fixture.keychain.secretText("mail", "1") == "secret 1")
    #expect(try fixture.keychain.verifyState().condition.alteration == .rowsDiffer)
    try fixture.execute("REPLACE INTO item VALUES(\(places))", new)
    #expect(try fixture.keychain.verifyState().condition.isSound)
  }

  @Test func `a hidden row is noticed, whichever column hides it`() throws {
    for change in ["access_group = access_group + 1", "class = 2", "synchronizable = 1", "tombstone = 1", "id = -1"] {
      let fixture = try StateFixture(itemCount: 3)
      try fixture.execute("UPDATE item SET \(change) WHERE id = 2")
      #expect(status { try fixture.keychain.secretText("mail", "1") } != .success || change == "id = -1")
      #expect(try fixture.keychain.verifyState().condition.alteration == .rowsDiffer, "\(change)")
    }
  }

  @Test func `a row that was changed and is then rewritten leaves its trace in the sum`() throws {
    let fixture = try StateFixture(itemCount: 3)
    try fixture.execute("UPDATE item SET secret = NULL WHERE id = 2")
    try fixture.keychain.add("mail", "1")
    #expect(try fixture.keychain.verifyState().condition.alteration == .rowsDiffer)
  }

  @Test func `a record that is gone, or does not open, is reported`() throws {
    for (sql, alteration) in [
      ("DELETE FROM meta WHERE key = 'state'", KeychainCondition.Alteration.recordMissing),
      ("UPDATE meta SET value = zeroblob(105) WHERE key = 'state'", .recordUnreadable),
      ("UPDATE meta SET value = x'00' WHERE key = 'state'", .recordUnreadable),
    ] {
      let fixture = try StateFixture(itemCount: 3)
      fixture.temporary.close()
      try fixture.execute(sql)
      // The anchor says that there was one: the file may be any older one.
      #expect(try fixture.keychain.condition.alteration == alteration)
      #expect(try fixture.keychain.condition.rollback == .recordMissing)
      #expect(status { try fixture.keychain.add("mail", "new") } == .readOnly)
      #expect(try fixture.keychain.secretText("mail", "1") == "secret 1")
      try fixture.keychain.acceptState()
      try fixture.keychain.add("mail", "new")
      #expect(try fixture.keychain.verifyState().condition.isSound)
    }
  }

  @Test func `a portable keychain without a record is written as before, until it is accepted`() throws {
    let folder = try TemporaryFolder()
    var options = TemporaryKeychain.options(in: folder)
    options.isPortable = true
    let path = TemporaryKeychain.path(in: folder)
    let passphrase = SecretBytes(TestPassphrase.text)
    let keychain = try Keychain.create(at: path, passphrase: passphrase, options: options)
    try SQLiteFile(opening: path).execute("DELETE FROM meta WHERE key = 'state'")
    try keychain.add("s", "a")
    #expect(try keychain.verifyState().epoch == nil)
    #expect(try keychain.condition == KeychainCondition(alteration: .recordMissing, rollback: nil))
    try keychain.acceptState()
    try keychain.add("s", "b")
    #expect(try keychain.verifyState().condition.isSound)
  }
}
