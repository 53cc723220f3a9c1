import Foundation
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

@Suite("snapshots: copies of the file beside it") struct SnapshotTests {
  private let fixture: DamageFixture
  private let keychain: Keychain

  init() throws {
    fixture = try DamageFixture(itemCount: 5)
    fixture.temporary.close()
    keychain = try Keychain.open(fixture.path, as: fixture.temporary.caller, options: fixture.options)
  }

  private func advance(days: Double) {
    fixture.clock.seconds += days * 86_400
  }

  @Test func `a snapshot is a complete copy, for the owner alone, and leaves nothing else beside the file`() throws {
    let snapshot = try #require(try keychain.makeSnapshot())
    #expect(snapshot.date == Date(timeIntervalSinceReferenceDate: fixture.clock.seconds))
    #expect(snapshot.path == fixture.path + ".snapshot-20230308T202640Z")
    #expect(try fixture.names(".snapshot") == ["test.keychain-db.snapshot-20230308T202640Z"])
    #expect(try fixture.names(".new-").isEmpty)
    let attributes = try FileManager.default.attributesOfItem(atPath: snapshot.path)
    #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
    #expect((attributes[.size] as? NSNumber)?.intValue == snapshot.byteCount)
    // Nothing of the log was left out: what was written last is there.
    #expect(try FileContent(of: snapshot.path) == FileContent(of: fixture.path))
    #expect(try keychain.snapshots == [snapshot])
  }

  @Test func `one is due after a day, and three are kept`() throws {
    var made: [KeychainSnapshot] = []
    for day in 0..<6 {
      made.append(try #require(try keychain.makeSnapshot(ifDue: true), "day \(day)"))
      #expect(try keychain.makeSnapshot(ifDue: true) == nil)
      advance(days: 0.99)
      #expect(try keychain.makeSnapshot(ifDue: true) == nil)
      advance(days: 0.01)
      #expect(try keychain.snapshots == Array(made.reversed().prefix(3)))
    }
    #expect(try fixture.names(".snapshot").count == 3)
  }

  @Test func `one on demand is made at any time`() throws {
    for _ in 0..<4 {
      _ = try #require(try keychain.makeSnapshot())
      fixture.clock.seconds += 1
    }
    #expect(try keychain.snapshots.count == 3)
  }

  @Test func `one from a clock that was wrong does not keep others from being made`() throws {
    advance(days: 4_000)
    _ = try keychain.makeSnapshot()
    advance(days: -4_000)
    #expect(try keychain.makeSnapshot(ifDue: true) != nil)
    #expect(try keychain.makeSnapshot(ifDue: true) == nil, "and does not make them be made at every call")
  }

  @Test(arguments: [1, 3])
  func `those of a clock that was ahead go first, and never the one that was just made`(futureCount: Int) throws {
    let before = try #require(try keychain.makeSnapshot(ifDue: true))
    advance(days: 400)
    for _ in 0..<futureCount {
      _ = try keychain.makeSnapshot()
      fixture.clock.seconds += 1
    }
    advance(days: -399)
    let second = try #require(try keychain.makeSnapshot(ifDue: true))
    #expect(FileManager.default.fileExists(atPath: second.path))
    #expect(try keychain.makeSnapshot(ifDue: true) == nil)
    advance(days: 1)
    let third = try #require(try keychain.makeSnapshot(ifDue: true))
    let left = try keychain.snapshots
    #expect(left.count == 3 && left.contains(second) && left.contains(third))
    // Where three were made ahead, what was there before was the oldest then.
    #expect(left.contains(before) == (futureCount == 1))
  }

  @Test func `nothing that is not a snapshot is counted or removed`() throws {
    let strangers = [".snapshot-mine", ".snapshot-20230308T202640Z.bak", ".snapshot-2023030AT204000Z", ".snapshots"]
    for name in strangers { try fixture.temporary.folder.write([1], to: "test.keychain-db" + name) }
    for _ in 0..<5 {
      _ = try keychain.makeSnapshot()
      fixture.clock.seconds += 1
    }
    #expect(try keychain.snapshots.count == 3)
    #expect(try keychain.removeSnapshots() == 3)
    #expect(try keychain.removeSnapshots() == 0)
    #expect(try keychain.snapshots.isEmpty)
    #expect(try fixture.names(".snapshot") == strangers.map { "test.keychain-db" + $0 }.sorted())
  }

  @Test func `no other call makes one`() throws {
    for number in 0..<3 {
      advance(days: 2)
      try keychain.add("more", "\(number)")
      _ = try keychain.itemCount()
      try keychain.update(Query.genericPassword("more", "\(number)"), ["labl": "l"])
      try keychain.verifyState()
      _ = try keychain.condition
      try keychain.acceptState()
    }
    try keychain.setPassphrase(SecretBytes("s"))
    try keychain.lock()
    try keychain.unlock(passphrase: SecretBytes("s"))
    #expect(try fixture.names(".snapshot").isEmpty)
  }

  @Test func `a keychain in memory has none`() throws {
    let keychain = try Keychain.inMemory()
    #expect(try keychain.makeSnapshot() == nil)
    #expect(try keychain.makeSnapshot(ifDue: true) == nil)
    #expect(try keychain.snapshots.isEmpty)
    #expect(try keychain.removeSnapshots() == 0)
  }

  @Test func `none is due while something speaks against the file, so that good ones stay`() throws {
    _ = try keychain.makeSnapshot(ifDue: true)
    advance(days: 2)
    try fixture.temporary.database().execute("DELETE FROM item WHERE id = 1")
    _ = try keychain.verifyState()
    #expect(try keychain.makeSnapshot(ifDue: true) == nil)
    try keychain.acceptState()
    #expect(try keychain.makeSnapshot(ifDue: true) != nil)
  }

  @Test func `none is due while a row does not open that nobody has accepted, so that the row's good copy stays`()
    throws
  {
    let good = try #require(try keychain.makeSnapshot(ifDue: true))
    try fixture.spoil(first: 1)
    advance(days: 2)
    #expect(try keychain.itemCount() == 4)
    #expect(try keychain.makeSnapshot(ifDue: true) == nil, "a read has met it")
    try keychain.add("new", "ada")
    #expect(try keychain.makeSnapshot(ifDue: true) == nil, "it lies in quarantine")
    let later = try Keychain.open(fixture.path, as: fixture.temporary.caller, options: fixture.options)
    #expect(try later.makeSnapshot(ifDue: true) == nil, "a process that has read nothing knows of quarantine")
    #expect(try keychain.snapshots == [good])
    try keychain.acceptQuarantine()
    #expect(try keychain.makeSnapshot(ifDue: true) != nil)
  }

  @Test func `a copy that is no sound database is not kept, and the others are`() throws {
    for _ in 0..<3 {
      _ = try keychain.makeSnapshot()
      fixture.clock.seconds += 1
    }
    let before = try keychain.snapshots
    try fixture.overwritePages { $0 > 2 }
    #expect(status { try keychain.makeSnapshot() } == .notAvailable)
    #expect(try keychain.snapshots == before)
    #expect(try fixture.names(".new-").isEmpty)
  }

  @Test func `a snapshot that is opened as a keychain is known as an older file`() throws {
    let snapshot = try #require(try keychain.makeSnapshot())
    try keychain.add("later", "ada")
    try keychain.acceptState()
    let copy = try Keychain.open(snapshot.path, as: fixture.temporary.caller, options: fixture.options)
    #expect(try copy.condition.rollback == .olderThanAnchor)
    #expect(try copy.secretText("mail", "0") == "secret 0")
    #expect(status { try copy.add("new", "ada") } == .readOnly)
  }

  @Test func `while another process writes, a due one waits for the next time`() throws {
    let database = try Database(opening: fixture.path)
    var made: KeychainSnapshot?
    try database.underLock {
      // A failure leaves nil as well, and the one behind the lock tells them apart.
      made = try? keychain.makeSnapshot(ifDue: true)
    }
    #expect(made == nil)
    #expect(try keychain.makeSnapshot(ifDue: true) != nil)
  }
}
