import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("state record: every statement keeps it") struct SumTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)

  /// Compares, and says how many rows there are.
  private func rows(_ keychain: Keychain) throws -> Int {
    let report = try keychain.verifyState()
    #expect(report.condition.isSound)
    #expect(report.recordedItemCount == report.itemCount)
    return report.itemCount
  }

  @Test func `adding, changing, moving and deleting`() throws {
    let fixture = try StateFixture()
    let keychain = try fixture.keychain
    #expect(try rows(keychain) == 0)
    try keychain.add("s", "a", secret: "one")
    #expect(try rows(keychain) == 1)
    try keychain.add("s", "b", group: "team.b")
    try keychain.add((0..<600).lazy.map { (.genericPassword(service: "many", account: "\($0)"), SecretBytes("x")) })
    #expect(try rows(keychain) == 602)
    // The secret stays, is replaced, goes; the identity moves; the group moves; the protection class changes.
    let changes: [[String: Any]] = [
      ["labl": "l"], ["v_Data": Data("two".utf8)], ["v_Data": Data()], ["acct": "c"], ["agrp": "team.b"],
      ["pdmn": "ck"], ["labl": "", "gena": Data(repeating: 7, count: 3_000)],
    ]
    for change in changes {
      var query = Query.genericPassword("s", "a")
      if try keychain.itemCount() == 0 { continue }
      if status({ try keychain.copyMatching(query) }) == .itemNotFound { query["acct"] = "c" }
      try keychain.update(query, change)
      #expect(try rows(keychain) == 602, "\(change.keys)")
    }
    try keychain.delete(["class": "genp", "svce": "many"])
    #expect(try rows(keychain) == 2)
    try keychain.upsert(.genericPassword(service: "s", account: "d"), secret: "three")
    try keychain.upsert(.genericPassword(service: "s", account: "d"), secret: "four")
    #expect(try rows(keychain) == 3)
    try keychain.delete(["class": "genp"])
    #expect(try rows(keychain) == 0)
  }

  @Test func `tombstones left, taken over and moved away from`() throws {
    let fixture = try StateFixture()
    let keychain = try fixture.keychain
    try keychain.add("s", "a", isSynchronizable: true)
    try keychain.delete(Query.genericPassword("s", "a") + ["sync": true])
    #expect(try rows(keychain) == 1)
    try keychain.add("s", "a", isSynchronizable: true)
    #expect(try rows(keychain) == 1)
    try keychain.update(Query.genericPassword("s", "a") + ["sync": true], ["acct": "b"])
    #expect(try rows(keychain) == 2)
    // Back again: the tombstone under the old identity makes room.
    try keychain.update(Query.genericPassword("s", "b") + ["sync": true], ["acct": "a"])
    #expect(try rows(keychain) == 2)
  }

  @Test func `deleting while locked, and the tombstones of the next unlock`() throws {
    let fixture = try StateFixture(passphrase: TestPassphrase.text)
    let keychain = try fixture.keychain
    for account in ["a", "b"] { try keychain.add("s", account, isSynchronizable: true) }
    try keychain.lock()
    try keychain.delete(Query.genericPassword("s", "a") + ["sync": true])
    #expect(try fixture.temporary.database().rows("SELECT 1 FROM change").count == 1)
    #expect(try rows(keychain) == 1)
    try keychain.unlock(passphrase: Self.passphrase)
    #expect(try rows(keychain) == 2)
    #expect(try fixture.temporary.database().rows("SELECT 1 FROM change").isEmpty)
  }

  @Test func `a passphrase set, changed and removed`() throws {
    let fixture = try StateFixture(itemCount: 12)
    let keychain = try fixture.keychain
    try keychain.setPassphrase(Self.passphrase)
    #expect(try rows(keychain) == 12)
    try keychain.add("passcode", "a", accessible: "akpu")
    try keychain.changePassphrase(from: Self.passphrase, to: SecretBytes("other"))
    #expect(try rows(keychain) == 13)
    #expect(try keychain.removePassphrase(current: SecretBytes("other")).removedItemCount == 1)
    #expect(try rows(keychain) == 12)
  }

  @Test func `a row in quarantine, replaced by an add`() throws {
    let fixture = try StateFixture(itemCount: 3)
    try fixture.execute("UPDATE item SET metadata = (SELECT metadata FROM item WHERE id = 3) WHERE id = 1")
    let keychain = try fixture.keychain
    #expect(try keychain.verifyState().condition.alteration == .rowsDiffer)
    try keychain.acceptState()
    #expect(try rows(keychain) == 3)
    #expect(try keychain.itemCount() == 2)
    try keychain.add("mail", "new")
    #expect(keychain.unreadableItemCount == 1)
    #expect(try rows(keychain) == 4)
    try keychain.add("mail", "0")
    #expect(try rows(keychain) == 4)
    #expect(try keychain.itemCount() == 4)
  }

  @Test func `an epoch is one write, and a call that is refused or finds nothing is none`() throws {
    let fixture = try StateFixture(itemCount: 1)
    let keychain = try fixture.keychain
    let epoch = try #require(try keychain.verifyState().epoch)
    let base = epoch + 1  // The comparison itself was written down.
    #expect(status { try keychain.add("mail", "0") } == .duplicateItem)
    #expect(status { try keychain.delete(Query.genericPassword("no", "body")) } == .itemNotFound)
    #expect(status { try keychain.secretText("mail", "0") } == .success)
    #expect(try keychain.verifyState().epoch == base)
    try keychain.add("mail", "1")
    try keychain.update(Query.genericPassword("mail", "1"), ["labl": "l"])
    try keychain.delete(Query.genericPassword("mail", "1"))
    #expect(try keychain.verifyState().epoch == base + 3)
  }

  @Test func `a keychain in memory and a portable one keep it as well`() throws {
    let memory = try Keychain.inMemory()
    try memory.add("s", "a")
    #expect(try rows(memory) == 1)
    let folder = try TemporaryFolder()
    var options = TemporaryKeychain.options(in: folder)
    options.isPortable = true
    let portable = try Keychain.create(
      at: TemporaryKeychain.path(in: folder), passphrase: Self.passphrase, options: options)
    try portable.add("s", "a")
    #expect(try rows(portable) == 1)
    #expect(try folder.files().keys.allSatisfy { !$0.hasSuffix(".anchor") })
  }
}
