import Foundation
import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

/// What is in a backup, what is not, and how its file comes to be.
@Suite("backing up") struct BackupTests {
  @Test func `a backup counts what it holds, by class, and what only its device opens`() throws {
    let fixture = try BackupFixture()
    let manifest = try fixture.backUp()
    #expect(manifest.itemCounts == [.genericPassword: 10, .internetPassword: 1, .certificate: 1, .key: 1])
    #expect(manifest.itemCount == BackupFixture.items.count)
    #expect(manifest.deviceBoundCount == 3)
    #expect(manifest.isComplete)
  }

  @Test func `a backup names the device secret that it does not hold, in memory and in the file`() throws {
    let fixture = try BackupFixture()
    let manifest = try fixture.backUp()
    let name = try #require(manifest.deviceSecretName)
    let secret = try fixture.temporary.folder.bytes(of: "state/\(name)")
    #expect(try fixture.temporary.folder.bytes(of: "a.backup").firstRange(of: secret) == nil)
    let report = try fixture.keychain.restore(
      from: fixture.backupPath, passphrase: BackupFixture.passphrase, isRehearsal: true)
    #expect(report.manifest == manifest)

    var options = TemporaryKeychain.options(in: fixture.temporary.folder)
    options.isPortable = true
    let portable = try Keychain.create(
      at: "\(fixture.temporary.folder.path)/portable", passphrase: "words", as: .everyGroup, options: options)
    for (number, keychain) in [portable, try .inMemory(as: .everyGroup)].enumerated() {
      let backup = try keychain.backUp(to: "\(fixture.backupPath).\(number)", passphrase: BackupFixture.passphrase)
      #expect(backup.deviceSecretName == nil)
    }
  }

  @Test func `the file is its owner's alone, has nothing beside it, and replaces nothing`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.backupPath)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try fixture.temporary.folder.files().keys.filter { $0.contains(".backup") } == ["a.backup"])
    let bytes = try fixture.temporary.folder.bytes(of: "a.backup")
    #expect(bytes.prefix(4).elementsEqual("KCBK".utf8))
    #expect(status { try fixture.backUp() } == .notAvailable)
    #expect(try fixture.temporary.folder.bytes(of: "a.backup") == bytes)
    #expect(try fixture.temporary.folder.files().keys.filter { $0.contains(".backup") } == ["a.backup"])
  }

  @Test func `what cannot be written leaves nothing behind`() throws {
    let fixture = try BackupFixture()
    let names = Set(try fixture.temporary.folder.files().keys)
    func attempt(_ path: String, _ passphrase: SecretBytes) -> Status {
      status { try fixture.keychain.backUp(to: path, passphrase: passphrase) }
    }
    #expect(attempt("\(fixture.temporary.folder.path)/no/where", "words") == .notAvailable)
    #expect(attempt(fixture.backupPath, SecretBytes([])) == .parameter)
    #expect(attempt(fixture.temporary.path, "words") == .notAvailable)
    #expect(Set(try fixture.temporary.folder.files().keys) == names)
  }

  @Test func `a descriptor gets the backup from where it stands, and stays open`() throws {
    let fixture = try BackupFixture()
    let path = try fixture.temporary.folder.write([7, 7, 7], to: "given")
    let descriptor = unsafe open(path, O_RDWR)
    defer { close(descriptor) }
    lseek(descriptor, 3, SEEK_SET)
    try fixture.keychain.backUp(toDescriptor: descriptor, passphrase: BackupFixture.passphrase)
    #expect(try fixture.temporary.folder.bytes(of: "given").prefix(7).elementsEqual([7, 7, 7] + "KCBK".utf8))
    let other = try BackupFixture.otherDevice()
    lseek(descriptor, 3, SEEK_SET)
    let report = try other.keychain.restore(fromDescriptor: descriptor, passphrase: BackupFixture.passphrase)
    #expect(report.count(of: .added) == 10)
    #expect(fcntl(descriptor, F_GETFD) == 0)
  }

  @Test func `only who sees every group backs up and restores`() throws {
    let fixture = try BackupFixture()
    try fixture.backUp()
    let stranger = try fixture.keychain.with(Caller(accessGroups: ["team.a", "team.b"]))
    #expect(status { try stranger.backUp(to: "/nowhere", passphrase: "words") } == .missingEntitlement)
    #expect(
      status { try stranger.restore(from: fixture.backupPath, passphrase: BackupFixture.passphrase) }
        == .missingEntitlement)
  }

  @Test func `items under a key that is not there are left out and listed`() throws {
    let fixture = try BackupFixture(passphrase: TestPassphrase.text)
    try fixture.keychain.lock()
    let manifest = try fixture.backUp()
    // Of class ak and aku: two by their name, and every item without a class of its own but the certificate.
    let locked = manifest.omissions.filter { $0.reason == .locked }
    #expect(locked.count == manifest.omittedCount)
    #expect(locked.count == 8)
    #expect(locked.allSatisfy { $0.protection == .whenUnlocked || $0.protection == .whenUnlockedThisDeviceOnly })
    #expect(manifest.itemCount == 5)
    try fixture.keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
    #expect(
      Set(try fixture.keychain.items(matching: .all(.genericPassword)).map(\.persistentReference)).isSuperset(
        of: locked.filter { $0.itemClass == .genericPassword && $0.protection == .whenUnlockedThisDeviceOnly }
          .map { Data($0.itemClass?.code.bytes ?? []) + Data($0.identifier.bytes) }))
  }

  @Test func `items that need a passcode, ask for a person or lie on a token are in no backup`() throws {
    let fixture = try BackupFixture(passphrase: TestPassphrase.text, isFilled: false)
    let keychain = try fixture.keychain
    try keychain.add(
      .genericPassword(service: "s", account: "akpu").accessible(.whenPasscodeSetThisDeviceOnly), secret: "secret")
    for (account, flags) in [("presence", AccessControlFlags.userPresence), ("password", .applicationPassword)] {
      let context = AuthenticationContext()
      context.setApplicationPassword("words")
      try keychain.with(context).add(
        .genericPassword(service: "s", account: account)
          .accessControl(try AccessControl(protection: .whenUnlocked, flags: flags)), secret: "secret")
    }
    try keychain.add(
      .genericPassword(service: "s", account: "token").with(.tokenID, .text("a token")), secret: "secret")
    let manifest = try fixture.backUp()
    #expect(manifest.itemCount == 0)
    #expect(Set(manifest.omissions.map(\.reason)) == [.needsPasscode, .asksForPerson, .onToken])
    #expect(manifest.omittedCount == 4)
  }

  @Test func `rows that do not open are left out and listed, and the others are there`() throws {
    let fixture = try BackupFixture()
    let database = try fixture.temporary.database()
    for column in ["metadata", "secret"] {
      let row = try #require(
        try database.rows("SELECT id, \(column) FROM item WHERE secret IS NOT NULL AND protection = 6 LIMIT 1").first)
      guard case .blob(var bytes) = row[1] else { continue }
      bytes[bytes.count - 1] ^= 1
      try database.execute("UPDATE item SET \(column) = ?1 WHERE id = ?2 + ?3", [.blob(bytes), row[0], .integer(0)])
      // The next one is damaged next.
      if column == "metadata" { try database.execute("UPDATE item SET protection = 8 WHERE id = ?1", [row[0]]) }
    }
    let manifest = try fixture.backUp()
    #expect(manifest.omissions.map(\.reason) == [.unreadable, .unreadable])
    #expect(manifest.itemCount == BackupFixture.items.count - 2)
    #expect(try fixture.keychain.unreadableItemCount == 2)
  }

  @Test func `what lies in quarantine alone is listed, until its owner accepts it`() throws {
    let fixture = try BackupFixture()
    let store = try fixture.keychain.store
    func backedUp() throws -> BackupManifest {
      defer { unsafe unlink(fixture.backupPath) }
      return try fixture.backUp()
    }
    let id = try #require(try fixture.temporary.database().value("SELECT min(id) FROM item WHERE tombstone = 0"))
    guard case .integer(let id) = id else { return }
    try store.write { session throws(KeychainError) in
      let row = try session.withItem(id) { row throws(KeychainError) in store.undecodableRow(row) }
      if let row { try store.quarantine(row, in: session) }
    }
    let whole = try backedUp()
    #expect(whole.isComplete, "it is still there")
    try store.write { session throws(KeychainError) in
      try storage { () throws(StorageError) in _ = try session.deleteItem(id) }
    }
    let manifest = try backedUp()
    #expect(manifest.omissions.map(\.reason) == [.quarantined])
    #expect(manifest.omissions.map(\.itemClass) != [nil] && manifest.omissions.map(\.protection) != [nil])
    #expect(manifest.itemCount == whole.itemCount - 1)
    try fixture.keychain.acceptQuarantine()
    #expect(try backedUp().isComplete)
  }

  @Test func `progress is told between pages, where the keychain may be used`() throws {
    let fixture = try BackupFixture()
    let keychain = try fixture.keychain
    for number in 0..<600 { try keychain.add(.genericPassword(service: "many", account: "\(number)"), secret: "s") }
    var steps: [WorkProgress] = []
    var isThere: [Bool] = []
    try keychain.backUp(to: fixture.backupPath, passphrase: BackupFixture.passphrase) { step in
      steps.append(step)
      isThere.append((try? keychain.contains(.genericPassword(service: "many", account: "1"))) == true)
    }
    let total = 600 + BackupFixture.items.count
    #expect(steps.map(\.completed) == [500, total])
    #expect(steps.allSatisfy { $0.total == total })
    #expect(isThere == [true, true])
  }

  @Test func `a lock that comes meanwhile leaves out what it locked, and the backup is whole`() throws {
    let fixture = try BackupFixture(passphrase: TestPassphrase.text)
    let keychain = try fixture.keychain
    for number in 0..<600 { try keychain.add(.genericPassword(service: "many", account: "\(number)"), secret: "s") }
    let manifest = try keychain.backUp(to: fixture.backupPath, passphrase: BackupFixture.passphrase) { _ in
      _ = try? keychain.lock()
    }
    #expect(manifest.itemCount == 500)
    #expect(manifest.omissions.allSatisfy { $0.reason == .locked })
    #expect(manifest.omittedCount == 113)
    let other = try BackupFixture.otherDevice()
    let report = try other.keychain.restore(from: fixture.backupPath, passphrase: BackupFixture.passphrase)
    #expect(report.manifest == manifest)
  }
}
