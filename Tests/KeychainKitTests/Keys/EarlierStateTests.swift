import Foundation
import KeychainCrypto
import TestSupport
import Testing

@testable import KeychainKit

/// What holds the key bag or the rows as they were does not outlive the change that was to end it.
@Suite("keys: earlier states of the file") struct EarlierStateTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let other: SecretBytes = "another passphrase"

  /// What somebody asks for, and whether it leaves nothing to do.
  enum Change: String, CaseIterable {
    case set, change, lockedChange, codeChange, replace, remove, codeRemoval, shred, rotation

    func make(_ keychain: Keychain, _ code: RecoveryCode) throws -> Bool {
      switch self {
      case .set: return try keychain.setPassphrase(passphrase).isFinished
      case .change: return try keychain.changePassphrase(from: passphrase, to: other)
      case .lockedChange:
        try keychain.lock()
        return try keychain.changePassphrase(from: passphrase, to: other)
      case .codeChange: return try keychain.changePassphrase(authorizedBy: .recoveryCode(code), to: other)
      case .replace: return try keychain.replacePassphrase(authorizedBy: .passphrase(passphrase), to: other).isFinished
      case .remove: return try keychain.removePassphrase(current: passphrase).isFinished
      case .codeRemoval:
        let method = try keychain.unlockMethods.first { $0.kind == .recoveryCode }
        return try keychain.removeUnlockMethod(try #require(method).id, authorizedBy: .recoveryCode(code))
      case .shred: return try keychain.shred()
      case .rotation:
        try keychain.rotateKeys(inBackground: false)
        return try keychain.finishKeyRotation()
      }
    }
  }

  /// A keychain with a few items, a code, and a snapshot of all that.
  private func keychain(for change: Change) throws -> (TemporaryKeychain, RecoveryCode) {
    let temporary = try TemporaryKeychain(passphrase: change == .set ? nil : TestPassphrase.text)
    let keychain = try temporary.keychain
    let code = try keychain.addRecoveryCode(authorizedBy: change == .set ? nil : .passphrase(Self.passphrase))
    for number in 0..<3 { try keychain.add("mail", "\(number)", secret: "secret \(number)") }
    try keychain.makeSnapshot()
    #expect(try names(temporary).count == 1)
    return (temporary, code)
  }

  private func names(_ temporary: TemporaryKeychain) throws -> [String] {
    try temporary.folder.files().keys.filter { $0.contains(".snapshot-") || $0.contains(".before-version-") }.sorted()
  }

  /// What an upgrade kept, in a form that nothing removes as long as it is there.
  private func put(inTheWay isThere: Bool, _ temporary: TemporaryKeychain) throws {
    let path = "\(temporary.path).before-version-0"
    if isThere {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test(arguments: Change.allCases)
  func `a snapshot from before is gone, the log is empty, and the caller is told that nothing is left`(
    change: Change
  ) throws {
    let (temporary, code) = try keychain(for: change)
    let bag = try FileContent(of: temporary).keybag
    #expect(try change.make(temporary.keychain, code))
    #expect(try names(temporary).isEmpty)
    #expect(try temporary.keychain.snapshots.isEmpty)
    #expect(try temporary.keychain.store.fileCleaning() == nil)
    for row in bag {
      guard case .blob(let old) = row[1] else { continue }
      for (name, bytes) in try temporary.folder.files() { #expect(!ByteSearch.contains(bytes, old), "\(name)") }
    }
    if try temporary.keychain.lockState == .locked { try temporary.keychain.unlock(passphrase: Self.other) }
    #expect(try temporary.keychain.secretText("mail", "1") == "secret 1")
    // Nothing that comes later is taken for one of before.
    try temporary.keychain.makeSnapshot()
    temporary.close()
    _ = try temporary.keychain.lockState
    #expect(try names(temporary).count == 1)
  }

  @Test(arguments: Change.allCases.filter { $0 != .shred && $0 != .rotation })
  func `where one cannot be removed the change is made, the caller is told, and the next unlock goes on`(
    change: Change
  ) throws {
    let (temporary, code) = try keychain(for: change)
    try put(inTheWay: true, temporary)
    #expect(try !change.make(temporary.keychain, code))
    let secret = change == .set || change == .codeRemoval ? Self.passphrase : Self.other
    if change != .remove {
      try temporary.keychain.verifyPassphrase(secret)
      if try temporary.keychain.lockState == .locked { try temporary.keychain.unlock(passphrase: secret) }
    }
    #expect(try temporary.keychain.keyRotation == .cleaning)
    try put(inTheWay: false, temporary)
    try temporary.keychain.makeSnapshot()
    temporary.close()
    if change != .remove { try temporary.keychain.unlock(passphrase: secret) }
    #expect(try temporary.keychain.keyRotation == .finished)
    #expect(try names(temporary).isEmpty)
    #expect(try temporary.keychain.secretText("mail", "2") == "secret 2")
  }

  @Test(arguments: [Change.shred, .rotation])
  func `where one cannot be removed a shredding says so and is finished later`(change: Change) throws {
    let (temporary, code) = try keychain(for: change)
    try put(inTheWay: true, temporary)
    #expect(status { try change.make(temporary.keychain, code) } != .success)
    #expect(try temporary.keychain.keyRotation == .cleaning)
    try put(inTheWay: false, temporary)
    #expect(try temporary.keychain.finishKeyRotation())
    #expect(try temporary.keychain.keyRotation == .finished)
    #expect(try names(temporary).isEmpty)
  }

  @Test func `a change of the passphrase takes nothing from what a shredding has left to do`() throws {
    let (temporary, code) = try keychain(for: .shred)
    try put(inTheWay: true, temporary)
    #expect(status { try Change.shred.make(temporary.keychain, code) } != .success)
    #expect(try !Change.change.make(temporary.keychain, code))
    #expect(try temporary.keychain.store.fileCleaning() == .everything)
    try put(inTheWay: false, temporary)
    #expect(try temporary.keychain.finishKeyRotation())
    #expect(try temporary.keychain.store.fileCleaning() == nil)
  }

  @Test func `a reader in the way of the log is told of, and the next unlock cuts it`() throws {
    let (temporary, _) = try keychain(for: .change)
    let bag = try FileContent(of: temporary).keybag
    let reader = try temporary.database()
    try reader.execute("BEGIN")
    _ = try reader.value("SELECT count(*) FROM item")
    #expect(try !temporary.keychain.changePassphrase(from: Self.passphrase, to: Self.other))
    #expect(try names(temporary).isEmpty)
    try reader.execute("COMMIT")
    try temporary.keychain.unlock(passphrase: Self.other)
    #expect(try temporary.keychain.keyRotation == .finished)
    guard case .blob(let old)? = bag.first?[1] else { return }
    for (name, bytes) in try temporary.folder.files() { #expect(!ByteSearch.contains(bytes, old), "\(name)") }
  }

  @Test func `a portable keychain that is not unlocked is cleaned while the secret is at hand`() throws {
    let folder = try TemporaryFolder()
    var options = TemporaryKeychain.options(in: folder)
    options.isPortable = true
    let path = TemporaryKeychain.path(in: folder)
    do {
      let keychain = try Keychain.create(at: path, passphrase: Self.passphrase, options: options)
      try keychain.makeSnapshot()
    }
    let keychain = try Keychain.open(path, options: options)
    #expect(try keychain.snapshots.count == 1)
    #expect(try keychain.changePassphrase(from: Self.passphrase, to: Self.other))
    #expect(try keychain.lockState == .notYetUnlocked)
    #expect(try keychain.snapshots.isEmpty)
    #expect(try keychain.store.fileCleaning() == nil)
  }

  @Test func `what takes nothing away keeps them`() throws {
    let (temporary, code) = try keychain(for: .change)
    let keychain = try temporary.keychain
    try keychain.addExternalSecret(.random(byteCount: 32), authorizedBy: .recoveryCode(code))
    try keychain.lock()
    try keychain.unlock(passphrase: Self.passphrase)
    keychain.store.raiseCost(of: Self.passphrase)
    #expect(try keychain.snapshots.count == 1)
    #expect(try keychain.store.fileCleaning() == nil)
  }
}
