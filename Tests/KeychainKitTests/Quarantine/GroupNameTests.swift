import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("quarantine: names of groups that do not open") struct GroupNameTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let damages = [
    "UPDATE access_group SET name = x'00'", "UPDATE access_group SET name = zeroblob(length(name))",
    "UPDATE access_group SET tag = tag + 1",
  ]

  /// A closed keychain with an item in each of two groups, its list of groups changed.
  private func damaged(_ sql: String) throws -> TemporaryKeychain {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text, groups: ["team.a", "team.b"])
    try temporary.keychain.add("mail", "ada", group: "team.a", accessible: "dk")
    try temporary.keychain.add("mail", "bob", group: "team.b")
    temporary.close()
    let database = try temporary.database()
    try database.execute("PRAGMA foreign_keys = OFF")
    try database.execute(sql)
    return temporary
  }

  @Test(arguments: damages)
  func `hide no item from a caller of every group`(sql: String) throws {
    let temporary = try damaged(sql)
    let everybody = try temporary.keychain.with(Caller(accessGroups: ["*"]))
    try everybody.unlock(passphrase: Self.passphrase)
    #expect(try everybody.itemCount() == 2)
    #expect(try everybody.secretText("mail", "bob") == "secret")
    #expect(everybody.unreadableItemCount == 0)
    #expect(try everybody.verifyState().condition.alteration == .rowsDiffer)
  }

  @Test(arguments: damages)
  func `while the items of a group cannot say its name, nothing is called absent`(sql: String) throws {
    let temporary = try damaged(sql)
    let everybody = try temporary.keychain.with(Caller(accessGroups: ["*"]))
    #expect(status { try everybody.itemCount() } == .interactionNotAllowed)
    // Whoever names the group needs no list of them.
    #expect(try temporary.keychain.secretText("mail", "ada") == "secret")
  }

  @Test(arguments: damages.prefix(2))
  func `are written anew from the items when the owner accepts the file`(sql: String) throws {
    let temporary = try damaged(sql)
    let everybody = try temporary.keychain.with(Caller(accessGroups: ["*"]))
    try everybody.unlock(passphrase: Self.passphrase)
    #expect(try everybody.verify().findings.contains { $0.kind == .groupNameMissing })
    try everybody.acceptState()
    #expect(try everybody.verify().isSound)
    try everybody.lock()
    #expect(try everybody.verify().findings.contains { $0.kind == .groupNameMissing } == false)
    temporary.close()
    #expect(try temporary.keychain.verifyState().condition.isSound)
  }
}
