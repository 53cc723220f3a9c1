import Foundation
import KeychainStorage
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

  @Test func `a trial says what would be, and changes nothing`() throws {
    let fixture = try DamageFixture(itemCount: 20)
    fixture.temporary.close()
    try fixture.overwritePages { $0 == 1 }
    let before = try fixture.files()
    let report = try fixture.repair(isTrial: true)
    #expect(report.outcome == .tried && report.takenCount == 20 && report.setAside == nil)
    #expect(try fixture.files() == before)
  }

  @Test func `a file that not even its owner may read is given its mode back`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    fixture.temporary.close()
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: fixture.path)
    // A trial changes nothing, the mode included, whether or not it can read the file so.
    _ = status { try fixture.repair(isTrial: true) }
    #expect(try mode(of: fixture) == 0)
    #expect(try fixture.repair().outcome == .notNeeded)
    #expect(try mode(of: fixture) == 0o600)
    #expect(try fixture.keychain.itemCount() == 3)
  }

  @Test func `a file that its owner has protected from being written stays so`() throws {
    let fixture = try DamageFixture(itemCount: 3)
    fixture.temporary.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: fixture.path)
    #expect(try fixture.repair().outcome == .notNeeded)
    #expect(try mode(of: fixture) == 0o400)
  }

  private func mode(of fixture: DamageFixture) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func `a repair that was done is reported as done, whatever can no longer be written beside`() throws {
    let fixture = try DamageFixture(itemCount: 60)
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let state = TemporaryKeychain.stateFolder(in: fixture.temporary.folder)
    // A file is in the place of the folder of anchors once the new keychain is there: nothing can be raised in it.
    let report = try Keychain.repair(fixture.path, options: fixture.options) { step in
      guard step == .told else { return }
      let moved = status { try FileManager.default.moveItem(atPath: state, toPath: state + ".away") }
      #expect(moved == .success && FileManager.default.createFile(atPath: state, contents: nil))
    }
    #expect(report.outcome == .replaced && report.setAside != nil)
    try FileManager.default.removeItem(atPath: state)
    try FileManager.default.moveItem(atPath: state + ".away", toPath: state)
    #expect(try fixture.keychain.condition.rollback == nil, "an anchor that is behind speaks against nothing")
    try fixture.keychain.add("after", "ada")
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
