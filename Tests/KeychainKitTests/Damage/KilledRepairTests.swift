import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("repair: killed at every step", .serialized) struct KilledRepairTests {
  @Test(arguments: ["written", "setAside", "logFolded", "logRemoved", "replaced", "told"])
  func `what is left is the old file or the new one, and what was set aside stays`(step: String) throws {
    let fixture = try DamageFixture(itemCount: 40)
    fixture.temporary.close()
    let leaves = try fixture.leafPages()
    try fixture.overwritePages { $0 == leaves[1] }
    let original = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let worker = try Worker(["repair", fixture.temporary.folder.path, step])
    #expect(worker.wait() == SIGKILL)
    let left = try fixture.temporary.folder.bytes(of: "test.keychain-db")
    let isNew = ["replaced", "told"].contains(step)
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
}
