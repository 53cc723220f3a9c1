import Foundation
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

@Suite("repair: killed at every step", .serialized) struct KilledRepairTests {
  @Test(arguments: ["written", "setAside", "logFolded", "replaced", "logRemoved", "told"])
  func `what is left is the old file or the new one, and what was set aside stays`(step: String) throws {
    let fixture = try DamageFixture(itemCount: 40)
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let original = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let worker = try Worker(["repair", fixture.temporary.folder.path, step])
    #expect(worker.wait() == SIGKILL)
    let left = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let isNew = ["replaced", "logRemoved", "told"].contains(step)
    #expect((left != original) == isNew, "\(step)")
    let aside = try fixture.names(".corrupt-").filter { name in
      !["-wal", "-shm", ".keybag"].contains { name.hasSuffix($0) }
    }
    #expect(aside.count == (step == "written" ? 0 : 1))
    for name in aside {
      #expect(try fixture.temporary.folder.bytes(of: name) == original)
    }
    let again = try fixture.repair()
    #expect(again.outcome == (isNew ? .notNeeded : .replaced), "\(step)")
    #expect(try fixture.keychain.condition.rollback == nil)
    #expect(try fixture.keychain.condition.salvage != nil)
    #expect(try fixture.keychain.itemCount() > 25)
    try fixture.keychain.add("new", "ada")
    for name in aside {
      #expect(try fixture.temporary.folder.bytes(of: name) == original)
    }
    #expect(try fixture.names(".new-").isEmpty)
  }

  @Test(arguments: ["written", "setAside", "logFolded", "replaced", "logRemoved", "told"])
  func `who has the keychain open meanwhile loses nothing that it writes before and after`(step: String) throws {
    let fixture = try DamageFixture(itemCount: 40)
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    try fixture.keychain.add("before", "ada")
    #expect(try Worker(["repair", fixture.temporary.folder.path, step]).wait() == SIGKILL)
    try fixture.keychain.add("between", "ada")
    #expect(try fixture.keychain.secretText("before", "ada") == "secret")
    #expect(try Worker(["repair", fixture.temporary.folder.path, "never"]).wait() == 0)
    try fixture.keychain.add("after", "ada")
    for service in ["before", "between", "after"] {
      #expect(try fixture.keychain.secretText(service, "ada") == "secret", "\(service), open, \(step)")
    }
    fixture.temporary.close()
    for service in ["before", "between", "after"] {
      #expect(try fixture.keychain.secretText(service, "ada") == "secret", "\(service), \(step)")
    }
    #expect(try fixture.keychain.verify().findings.allSatisfy { $0.kind != .fileDamaged && $0.kind != .indexDamaged })
    #expect(try fixture.keychain.condition.rollback == nil)
  }

  @Test func `what fails once the new file stands there does not make the repair a failed one`() throws {
    let fixture = try DamageFixture(itemCount: 40)
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let files = FileManager.default
    let report = try Keychain.repair(fixture.path, options: fixture.options) { step in
      guard step == .replaced else { return }
      // The index of the log has nowhere to go.
      do {
        let aside = try #require(try fixture.names(".corrupt-").min())
        try fixture.temporary.folder.write([1], to: "test.keychain-db-shm")
        let taken = "\(fixture.temporary.folder.path)/\(aside)-shm"
        try files.createDirectory(atPath: taken, withIntermediateDirectories: false)
      } catch {
        Issue.record(error)
      }
    }
    #expect(report.outcome == .replaced)
    #expect(try files.fileExists(atPath: #require(report.setAside)))
    #expect(try fixture.keychain.itemCount() > 25)
    try fixture.keychain.add("new", "ada")
    fixture.temporary.close()
    #expect(try fixture.keychain.secretText("new", "ada") == "secret")
    #expect(try fixture.keychain.condition.rollback == nil)
  }

  @Test(arguments: ["written", "setAside", "logFolded", "logRemoved", "replaced", "told"], [0, 5_000])
  func `what stands in the log of no database alone is found by the next repair`(
    step: String, byteCount: Int
  ) throws {
    let fixture = try DamageFixture(itemCount: 3)
    try fixture.foldLog()
    try fixture.keychain.add("log", "ada", secret: "only there")
    let log = try fixture.temporary.folder.bytes(of: "test.keychain-db-wal")
    try fixture.overwrite(with: Array(repeating: 0xA5, count: byteCount))
    try fixture.temporary.folder.write(log, to: "test.keychain-db-wal")
    let worker = try Worker(["repair", fixture.temporary.folder.path, step])
    #expect(worker.wait() == SIGKILL)
    let again = try fixture.repair()
    #expect(again.outcome == (["replaced", "told"].contains(step) ? .notNeeded : .replaced), "\(step)")
    #expect(try fixture.keychain.secretText("log", "ada") == "only there")
    try fixture.keychain.add("new", "ada")
    fixture.temporary.close()
    #expect(try fixture.keychain.secretText("log", "ada") == "only there")
    try fixture.keychain.makeSnapshot()
    #expect(try fixture.names(".new-").isEmpty)
  }
}
