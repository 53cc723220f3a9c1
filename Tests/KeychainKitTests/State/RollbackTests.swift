import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("anchor: older files put back", .serialized) struct RollbackTests {
  /// What an older file answers: it is read, and not written.
  private func expectReadOnly(_ fixture: StateFixture, _ rollback: KeychainCondition.Rollback, _ note: String) throws {
    let keychain = try fixture.keychain
    #expect(try keychain.condition.rollback == rollback, "\(note)")
    #expect(try keychain.secretText("mail", "0") == "secret 0", "\(note)")
    let writes = [
      status { try keychain.add("mail", "new") },
      status { try keychain.update(Query.genericPassword("mail", "0"), ["labl": "l"]) },
      status { try keychain.delete(Query.genericPassword("mail", "0")) },
      status { try keychain.upsert(.genericPassword(service: "mail", account: "0"), secret: "s") },
    ]
    #expect(writes == Array(repeating: .readOnly, count: 4), "\(note)")
  }

  @Test func `a whole file from one to fifty commits ago is known by its anchor`() throws {
    let fixture = try StateFixture(itemCount: 1)
    var images: [StateFixture.Image] = []
    for number in 0..<50 {
      images.append(try fixture.close())
      try fixture.keychain.add("later", "\(number)")
    }
    let newest = try fixture.close()
    for (index, image) in images.enumerated() {
      let note = "\(50 - index) commits ago"
      try fixture.restore(newest)
      try fixture.restore(image, StateFixture.isDatabase)
      try expectReadOnly(fixture, .olderThanAnchor, note)
      // Opened again it is still the same, and nothing was written to it.
      fixture.temporary.close()
      try expectReadOnly(fixture, .olderThanAnchor, note)
      let after = try fixture.close()
      #expect(after["test.keychain-db"] == image["test.keychain-db"], "\(note)")
      #expect(after["test.keychain-db.keybag"] == image["test.keychain-db.keybag"], "\(note)")
    }
    try fixture.restore(newest)
    #expect(try fixture.keychain.condition.isSound)
    try fixture.keychain.add("mail", "new")
  }

  @Test func `a whole file with the anchor of its time is not known: the state folder is what tells`() throws {
    let fixture = try StateFixture(itemCount: 1)
    let image = try fixture.close()
    for number in 0..<5 { try fixture.keychain.add("later", "\(number)") }
    _ = try fixture.close()
    try fixture.restore(image)
    #expect(try fixture.keychain.verifyState().condition.isSound)
  }

  @Test func `an anchor that is gone, or is none, or is another keychain's`() throws {
    let fixture = try StateFixture(itemCount: 1)
    let other = try StateFixture(itemCount: 1)
    let image = try fixture.close()
    let name = try fixture.anchorName
    let path = "\(fixture.temporary.folder.path)/\(name)"
    try FileManager.default.removeItem(atPath: path)
    try expectReadOnly(fixture, .anchorMissing, "gone")
    let others = try other.temporary.folder.bytes(of: other.anchorName)
    let anchor = try #require(image[name])
    for (bytes, note) in [
      ([], "empty"), (Array(anchor.dropLast()), "short"), (anchor + [0], "long"), (others, "another's"),
      ([0] + anchor.dropFirst(), "changed"), (anchor[..<4] + [2] + anchor[5...], "newer"),
    ] as [([UInt8], String)] {
      fixture.temporary.close()
      try fixture.temporary.folder.write(bytes, to: name)
      try expectReadOnly(fixture, .anchorUnreadable, note)
    }
    fixture.temporary.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try expectReadOnly(fixture, .anchorUnreadable, "a folder")
  }

  @Test func `histories that parted and are equally long are told apart`() throws {
    let fixture = try StateFixture(itemCount: 1)
    let image = try fixture.close()
    try fixture.keychain.add("branch", "one")
    let one = try fixture.close()
    try fixture.restore(image)
    try fixture.keychain.add("branch", "two")
    _ = try fixture.close()
    try fixture.restore(one, StateFixture.isDatabase)
    try expectReadOnly(fixture, .partedFromAnchor, "as far, and another")
  }

  @Test func `an older log beside the newest file is either read as the newest or known as older`() throws {
    let fixture = try StateFixture(itemCount: 1)
    var logs: [[UInt8]] = []
    for number in 0..<8 {
      try fixture.keychain.add("later", "\(number)")
      logs.append(try fixture.temporary.folder.bytes(of: "test.keychain-db-wal"))
    }
    let base = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let newest = try fixture.close()
    for (index, log) in logs.dropLast().enumerated() {
      var image = newest
      image["test.keychain-db"] = base
      image["test.keychain-db-wal"] = log
      try fixture.restore(image)
      try expectReadOnly(fixture, .olderThanAnchor, "log \(index)")
    }
  }

  @Test func `an older key bag in the newest file is known by the record`() throws {
    let fixture = try StateFixture(passphrase: TestPassphrase.text, itemCount: 1)
    let old = try fixture.temporary.database().rows("SELECT copy, bag FROM keybag")
    try fixture.keychain.changePassphrase(from: SecretBytes(TestPassphrase.text), to: SecretBytes("newer"))
    fixture.temporary.close()
    for row in old { try fixture.execute("UPDATE keybag SET bag = ?2 WHERE copy = ?1", row) }
    let side = try fixture.temporary.folder.bytes(of: "test.keychain-db.keybag")
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    try expectReadOnly(fixture, .olderKeybag, "the passphrase of before")
    #expect(try fixture.temporary.folder.bytes(of: "test.keychain-db.keybag") == side, "the copy beside it stays")
  }

  @Test(arguments: ["copy = 0", "true"])
  func `a bag whose generation was damaged is no older bag, while a copy of it verifies`(damaged rows: String) throws {
    let fixture = try StateFixture(passphrase: TestPassphrase.text, itemCount: 1)
    // The lowest byte of the generation, which a read of the bag's beginning takes as it is.
    let lowered = "UPDATE keybag SET bag = CAST(substr(bag, 1, 24) || x'00' || substr(bag, 26) AS BLOB) WHERE "
    fixture.temporary.close()
    try fixture.execute(lowered + rows)
    let keychain = try fixture.keychain
    #expect(try keychain.condition.rollback == nil)
    try keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    try keychain.add("later", "one")
    #expect(
      try fixture.temporary.database().rows("SELECT count(DISTINCT bag) FROM keybag") == [[.integer(1)]],
      "the copies are one again")

    // The same while it is open.
    try fixture.execute(lowered + "copy = 0")
    try keychain.add("later", "two")
    #expect(try keychain.secretText("mail", "0") == "secret 0")
  }

  @Test func `a file put back under an open keychain is known even with its anchor`() throws {
    let fixture = try StateFixture(itemCount: 1)
    let image = try fixture.close()
    let keychain = try fixture.keychain
    for number in 0..<3 { try keychain.add("later", "\(number)") }
    // In the place of the file and under its name, as a copy that is put back with all that belongs to it.
    let path = fixture.temporary.path
    for (name, bytes) in image where name.hasPrefix("test.keychain-db") && !name.hasSuffix(".lock") {
      let copy = try fixture.temporary.folder.write(bytes, to: "\(name).copy")
      #expect(unsafe rename(copy, "\(fixture.temporary.folder.path)/\(name)") == 0)
    }
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    for (name, bytes) in image where name.hasSuffix(".anchor") { try fixture.temporary.folder.write(bytes, to: name) }
    #expect(status { try keychain.add("mail", "new") } == .readOnly)
    #expect(try keychain.condition.rollback == .olderThanSeen)
  }

  @Test func `accepting writes again, later than every anchor, and the file that was newest is then the older one`()
    throws
  {
    let fixture = try StateFixture(itemCount: 1)
    let image = try fixture.close()
    for number in 0..<5 { try fixture.keychain.add("later", "\(number)") }
    let newest = try fixture.close()
    let anchored = try fixture.anchoredEpoch
    try fixture.restore(image, StateFixture.isDatabase)
    try expectReadOnly(fixture, .olderThanAnchor, "before")
    try fixture.keychain.acceptState()
    #expect(try fixture.anchoredEpoch == anchored + 1)
    #expect(try fixture.keychain.condition.isSound)
    try fixture.keychain.add("mail", "new")
    fixture.temporary.close()
    #expect(try fixture.keychain.verifyState().condition.isSound)
    _ = try fixture.close()
    try fixture.restore(newest, StateFixture.isDatabase)
    try expectReadOnly(fixture, .olderThanAnchor, "the other one")
  }

  @Test func `what another process accepts is accepted here`() throws {
    let fixture = try StateFixture(itemCount: 1)
    _ = try fixture.close()
    try FileManager.default.removeItem(atPath: "\(fixture.temporary.folder.path)/\(fixture.anchorName)")
    try expectReadOnly(fixture, .anchorMissing, "here")
    let worker = try Worker(["accept", fixture.temporary.folder.path])
    #expect(worker.wait() == 0)
    try fixture.keychain.add("mail", "new")
    #expect(try fixture.keychain.verifyState().condition.isSound)
  }
}
