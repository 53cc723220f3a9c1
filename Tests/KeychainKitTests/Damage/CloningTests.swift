import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("clone: another keychain with the same items") struct CloningTests {
  private func open(_ path: String, _ fixture: DamageFixture) throws(KeychainError) -> Keychain {
    try Keychain.open(path, as: fixture.temporary.caller, options: fixture.options)
  }

  /// Who sees every group, as a clone needs.
  private func everybody(_ fixture: DamageFixture) throws(KeychainError) -> Keychain {
    try fixture.keychain.with(.everyGroup)
  }

  @Test func `it has the items, and an identifier, a device secret and keys of its own`() throws {
    let fixture = try DamageFixture(itemCount: 300)
    try fixture.keychain.add("sync", "ada", isSynchronizable: true)
    try fixture.keychain.delete(Query.genericPassword("sync", "ada") + ["sync": true])
    let path = fixture.path + ".clone"
    var seen: [WorkProgress] = []
    let report = try everybody(fixture).clone(to: path, passphrase: nil, options: fixture.options) { seen.append($0) }
    #expect(report.copiedCount == 301 && report.leftOut.isEmpty)
    #expect(seen.last == WorkProgress(completed: 301, total: 301) && seen.count > 2)
    let clone = try open(path, fixture)
    for number in [0, 150, 299] { #expect(try clone.secretText("mail", "\(number)") == "secret \(number)") }
    let reference = Query.genericPassword("mail", "7") + ["r_PersistentRef": true]
    #expect(try clone.copyMatching(reference) as? Data == fixture.keychain.copyMatching(reference) as? Data)
    #expect(try clone.verify().isSound)
    #expect(clone.store.databaseIdentifier != (try fixture.keychain.store.databaseIdentifier))
    // Not one sealed box, tag or name of the original is in it.
    let (mine, its) = (try FileContent(of: fixture.temporary), try FileContent(of: path))
    let sealed = Set(mine.items.flatMap { $0[2...2] + $0[10...] }).subtracting([.null])
    #expect(its.items.allSatisfy { row in row.allSatisfy { !sealed.contains($0) } })
    // Both are written, and neither is an older file of the other.
    try clone.add("new", "clone")
    try fixture.keychain.add("new", "original")
    #expect(try clone.condition.isSound)
    #expect(try fixture.keychain.condition.isSound)
    #expect(try fixture.temporary.folder.files().keys.count { $0.hasSuffix(".secret") } == 2)
  }

  @Test func `items that need a passphrase go with it only where it has one`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 2)
    try fixture.keychain.add("bound", "ada", accessible: "akpu")
    let plain = try everybody(fixture).clone(to: fixture.path + ".plain", passphrase: nil, options: fixture.options)
    #expect(plain.copiedCount == 2)
    #expect(plain.leftOut.map(\.reason) == [.passphraseNeeded])
    let other = try everybody(fixture).clone(
      to: fixture.path + ".other", passphrase: SecretBytes("other"), options: fixture.options)
    #expect(other.copiedCount == 3 && other.leftOut.isEmpty)
    let clone = try open(fixture.path + ".other", fixture)
    #expect(status { try clone.secretText("bound", "ada") } == .interactionNotAllowed)
    #expect(status { try clone.unlock(passphrase: SecretBytes(TestPassphrase.text)) } == .authenticationFailed)
    try clone.unlock(passphrase: SecretBytes("other"))
    #expect(try clone.secretText("bound", "ada") == "secret")
  }

  @Test func `locked items make it fail and nothing is left, unless they are left out`() throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 3)
    try fixture.keychain.add("always", "ada", accessible: "dk")
    try fixture.keychain.lock()
    let before = try fixture.temporary.folder.files().keys.sorted()
    let path = fixture.path + ".clone"
    #expect(
      status { try everybody(fixture).clone(to: path, passphrase: nil, options: fixture.options) }
        == .interactionNotAllowed)
    #expect(try fixture.temporary.folder.files().keys.sorted() == before)
    let report = try everybody(fixture).clone(
      to: path, passphrase: nil, options: fixture.options, leavingOutLocked: true)
    #expect(report.copiedCount == 1)
    #expect(report.leftOut.map(\.reason) == [.locked, .locked, .locked])
    #expect(report.leftOut.allSatisfy { $0.itemClass == .genericPassword })
    #expect(try open(path, fixture).secretText("always", "ada") == "secret")
  }

  @Test func `what does not open is named, and what is there is not replaced`() throws {
    let fixture = try DamageFixture(itemCount: 4)
    try fixture.spoil(first: 1)
    let path = fixture.path + ".clone"
    let report = try everybody(fixture).clone(to: path, passphrase: nil, options: fixture.options)
    #expect(report.leftOut.map(\.reason) == [.unreadable])
    let files = try fixture.temporary.folder.files().keys.sorted()
    #expect(
      status { try everybody(fixture).clone(to: path, passphrase: nil, options: fixture.options) } == .duplicateKeychain
    )
    #expect(
      status { try everybody(fixture).clone(to: fixture.path, passphrase: nil, options: fixture.options) }
        == .duplicateKeychain)
    #expect(try fixture.temporary.folder.files().keys.sorted() == files)
  }

  @Test func `what lies in quarantine alone is named, until its owner accepts it`() throws {
    let fixture = try DamageFixture(itemCount: 4)
    let (lost, kept) = (try fixture.rowBytes(0), try fixture.rowBytes(1))
    try fixture.quarantine(lost)
    try fixture.quarantine(kept)
    try fixture.keychain.delete(Query.genericPassword("mail", "0"))
    let report = try everybody(fixture).clone(
      to: fixture.path + ".clone", passphrase: nil, options: fixture.options)
    #expect(report.copiedCount == 3)
    let left = CloneReport.LeftOut(uuid: UUID(lost.uuid), itemClass: .genericPassword, reason: .quarantined)
    #expect(report.leftOut == [left], "the other one is still there")
    try fixture.keychain.acceptQuarantine()
    let again = try everybody(fixture).clone(to: fixture.path + ".other", passphrase: nil, options: fixture.options)
    #expect(again.copiedCount == 3 && again.leftOut.isEmpty)
  }

  @Test func `a portable clone leaves out what is bound to a device, and opens on any machine`() throws {
    let fixture = try DamageFixture(itemCount: 2)
    try fixture.keychain.add("bound", "ada", accessible: "aku")
    var options = fixture.options
    options.isPortable = true
    let path = fixture.path + ".portable"
    let report = try everybody(fixture).clone(to: path, passphrase: SecretBytes("p"), options: options)
    #expect(report.leftOut.map(\.reason) == [.deviceNeeded])
    var elsewhere = options
    elsewhere.stateFolder = fixture.temporary.folder.path + "/elsewhere"
    let clone = try Keychain.open(path, as: fixture.temporary.caller, options: elsewhere)
    try clone.unlock(passphrase: SecretBytes("p"))
    #expect(try clone.secretText("mail", "1") == "secret 1")
  }

  @Test func `what a password of the application's sealed goes along as it is`() throws {
    let fixture = try DamageFixture()
    let context = AuthenticationContext()
    context.setApplicationPassword(SecretBytes("one"))
    try fixture.keychain.with(context).add(
      ConstrainedItem.query + [
        "accc": try ConstrainedItem.control(.applicationPassword), "v_Data": Data("under a password".utf8),
      ])
    let path = fixture.path + ".clone"
    try everybody(fixture).clone(to: path, passphrase: nil, options: fixture.options)
    let clone = try open(path, fixture)
    #expect(status { try clone.secretText("s", "a") } == .interactionNotAllowed)
    #expect(try clone.with(context).secretText("s", "a") == "under a password")
  }

  @Test func `who does not see every group makes none`() throws {
    let fixture = try DamageFixture(itemCount: 1)
    let before = try fixture.temporary.folder.files().keys.sorted()
    #expect(
      status { try fixture.keychain.clone(to: fixture.path + ".c", passphrase: nil, options: fixture.options) }
        == .missingEntitlement)
    #expect(try fixture.temporary.folder.files().keys.sorted() == before)
  }

  @Test(arguments: [.userPresence, .devicePasscode, [.devicePasscode, .applicationPassword]] as [AccessControlFlags])
  func `what asks for a person is left out, so that a clone is no way around asking`(
    flags: AccessControlFlags
  ) throws {
    let fixture = try DamageFixture(passphrase: TestPassphrase.text, itemCount: 1)
    let context = AuthenticationContext()
    if flags.contains(.applicationPassword) { context.setApplicationPassword(SecretBytes("one")) }
    try fixture.keychain.with(context).add(
      ConstrainedItem.query + ["accc": try ConstrainedItem.control(flags), "v_Data": Data("asks".utf8)])
    let path = fixture.path + ".clone"
    let report = try everybody(fixture).clone(to: path, passphrase: SecretBytes("mine"), options: fixture.options)
    #expect(report.copiedCount == 1)
    #expect(report.leftOut.map(\.reason) == [.asksForPerson])
    #expect(try FileContent(of: path).items.count == 1)
  }

  @Test func `items that are deleted and added again meanwhile are in it once`() throws {
    let fixture = try DamageFixture(itemCount: 300)
    let keychain = try fixture.keychain
    let path = fixture.path + ".clone"
    var failures: [Status] = []
    var isChanged = false
    let report = try everybody(fixture).clone(to: path, passphrase: nil, options: fixture.options) { progress in
      guard !isChanged, progress.completed < progress.total else { return }
      isChanged = true
      failures += [
        status { try keychain.delete(Query.genericPassword("mail", "0")) },
        status { try keychain.add("mail", "0", secret: "added again") },
      ]
    }
    #expect(failures == [.success, .success])
    #expect(report.copiedCount == 300 && report.leftOut.isEmpty)
    let clone = try open(path, fixture)
    #expect(try clone.secretText("mail", "0") == "added again")
    #expect(try clone.itemCount() == 300)
  }
}
