import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("bad input: keys") struct KeybagDamageTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)

  /// A closed keychain with one item that needs the passphrase and one that does not.
  private func closedKeychain() throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    try keychain.keychain.add("mail", "ada", secret: "locked away")
    try keychain.keychain.add("mail", "bob", secret: "open", accessible: "dk")
    keychain.close()
    return keychain
  }

  private func error(of keychain: TemporaryKeychain) -> KeychainError? {
    do throws(KeychainError) {
      _ = try keychain.keychain
      return nil
    } catch {
      return error
    }
  }

  private func secretFile(of keychain: TemporaryKeychain) throws -> String {
    try #require(try keychain.folder.files().keys.first { $0.hasSuffix(".secret") })
  }

  /// Changes the middle byte of a copy of the bag in the database, or of both.
  private func damage(_ keychain: TemporaryKeychain, copies: [Int]) throws {
    let database = try keychain.database()
    for copy in copies {
      guard case .blob(var bag)? = try database.value("SELECT bag FROM keybag WHERE copy = \(copy)") else {
        throw CancellationError()
      }
      bag[bag.count / 2] ^= 1
      try database.execute("UPDATE keybag SET bag = ?1 WHERE copy = ?2", [.blob(bag), .integer(Int64(copy))])
    }
  }

  private func damageSideFile(_ keychain: TemporaryKeychain) throws {
    var bag = try keychain.folder.bytes(of: "test.keychain-db.keybag")
    bag[bag.count / 2] ^= 1
    try keychain.folder.write(bag, to: "test.keychain-db.keybag")
  }

  @Test func `a page that cannot take the bag is left as it is, and read as long as one copy is`() throws {
    let keychain = try closedKeychain()
    // The place of the second copy leads to where nothing was ever written.
    try PageEdit(rootOf: "keybag", in: keychain).write([4, 18], at: 10)
    let content = try FileContent(of: keychain)
    for _ in 0..<2 {
      try keychain.keychain.unlock(passphrase: Self.passphrase)
      #expect(try keychain.keychain.secretText("mail", "ada") == "locked away")
      keychain.close()
    }
    #expect(try FileContent(of: keychain) == content)
    // A change of keys that would not be read again is refused, and the old ones stay.
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(
      status { try keychain.keychain.changePassphrase(from: Self.passphrase, to: SecretBytes("newer")) }
        == .notAvailable)
    keychain.close()
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try keychain.keychain.secretText("mail", "ada") == "locked away")
  }

  @Test func `four causes are four errors, and nothing changes`() throws {
    let keychain = try closedKeychain()
    let content = try FileContent(of: keychain)
    let file = try secretFile(of: keychain)
    let secret = try keychain.folder.bytes(of: file)

    try FileManager.default.removeItem(atPath: "\(keychain.folder.path)/\(file)")
    guard case .deviceSecretMissing(let path)? = error(of: keychain) else { Issue.record("missing"); return }
    #expect(path == "\(keychain.folder.path)/\(file)")
    #expect(try !keychain.folder.files().keys.contains(file), "none is made in its place")

    try keychain.folder.write(secret.map { $0 ^ 0x55 }, to: file)
    guard case .deviceSecretMissing? = error(of: keychain) else { Issue.record("another's"); return }
    #expect(try keychain.folder.bytes(of: file) == secret.map { $0 ^ 0x55 })
    try keychain.folder.write(secret, to: file)

    for wrong in ["", "Correct horse", "correct horse ", "correct hors"] {
      guard case .wrongPassphrase = try failure({ try keychain.keychain.unlock(passphrase: SecretBytes(wrong)) }) else {
        Issue.record("wrong")
        return
      }
    }
    #expect(try FileContent(of: keychain) == content)
    keychain.close()

    try damage(keychain, copies: [0, 1])
    try damageSideFile(keychain)
    let damaged = try FileContent(of: keychain)
    guard case .damaged? = error(of: keychain) else { Issue.record("damaged"); return }
    #expect(try FileContent(of: keychain) == damaged)

    #expect(KeychainError.deviceSecretMissing(path: "").status == .notAvailable)
    #expect(KeychainError.damaged("").status == .notAvailable)
    #expect(KeychainError.wrongPassphrase.status == .authenticationFailed)
    #expect(KeychainError.newerVersion.status == .upgradePending)
  }

  private func failure(_ call: () throws -> Void) throws -> KeychainError {
    do {
      try call()
    } catch let error as KeychainError {
      return error
    }
    throw CancellationError()
  }

  @Test func `a newer database and a newer bag are left alone`() throws {
    let keychain = try closedKeychain()
    try keychain.database().execute("PRAGMA user_version = 2")
    guard case .newerVersion? = error(of: keychain) else { Issue.record("a newer database"); return }
    try keychain.database().execute("PRAGMA user_version = 1")
    #expect(error(of: keychain) == nil)
    keychain.close()

    guard case .blob(var bag)? = try keychain.database().value("SELECT bag FROM keybag") else { return }
    bag[4] = 2
    bag = KeybagBytes.digested(bag)
    try keychain.database().execute("UPDATE keybag SET bag = ?1", [.blob(bag)])
    try keychain.folder.write(bag, to: "test.keychain-db.keybag")
    let before = try FileContent(of: keychain)
    guard case .newerVersion? = error(of: keychain) else {
      Issue.record("a newer bag: \(error(of: keychain) as Any)"); return
    }
    #expect(try FileContent(of: keychain) == before)
  }

  @Test(arguments: [[0], [1]])
  func `one damaged copy in the database: everything works, and it is mended`(copies: [Int]) throws {
    let keychain = try closedKeychain()
    let whole = try FileContent(of: keychain).keybag
    try damage(keychain, copies: copies)
    #expect(try keychain.keychain.secretText("mail", "bob") == "open")
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try keychain.keychain.secretText("mail", "ada") == "locked away")
    try keychain.keychain.add("mail", "cid")
    #expect(try FileContent(of: keychain).keybag == whole)
  }

  @Test func `a damaged or missing side file is mended`() throws {
    let keychain = try closedKeychain()
    let name = "test.keychain-db.keybag"
    let whole = try keychain.folder.bytes(of: name)
    try damageSideFile(keychain)
    #expect(try keychain.keychain.secretText("mail", "bob") == "open")
    #expect(try keychain.folder.bytes(of: name) == whole)
    keychain.close()
    try FileManager.default.removeItem(atPath: "\(keychain.folder.path)/\(name)")
    #expect(try keychain.keychain.secretText("mail", "bob") == "open")
    #expect(try keychain.folder.bytes(of: name) == whole)
  }

  @Test func `the side file serves where no copy in the database verifies, and both are mended`() throws {
    let keychain = try closedKeychain()
    let whole = try FileContent(of: keychain).keybag
    try damage(keychain, copies: [0, 1])
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    #expect(try keychain.keychain.secretText("mail", "ada") == "locked away")
    try keychain.keychain.add("mail", "cid")
    #expect(try FileContent(of: keychain).keybag == whole)
  }

  @Test func `every byte of the bag is judged before a passphrase is called wrong`() throws {
    let keychain = try closedKeychain()
    guard case .blob(let bag)? = try keychain.database().value("SELECT bag FROM keybag") else { return }
    for index in stride(from: 0, to: bag.count, by: 37) {
      var changed = bag
      changed[index] ^= 0x10
      try keychain.database().execute("UPDATE keybag SET bag = ?1", [.blob(changed)])
      try keychain.folder.write(changed, to: "test.keychain-db.keybag")
      keychain.close()
      let error = error(of: keychain)
      switch error {
      case .damaged, .newerVersion: break
      default: Issue.record("byte \(index): \(error as Any)")
      }
    }
  }

  @Test func `a thousand wrong passphrases leave the bag as it is`() throws {
    let keychain = try closedKeychain()
    let before = try FileContent(of: keychain)
    let open = try keychain.keychain
    for number in 0..<1_000 {
      #expect(status { try open.unlock(passphrase: SecretBytes("wrong \(number)")) } == .authenticationFailed)
    }
    #expect(try open.lockState == .notYetUnlocked)
    #expect(try FileContent(of: keychain) == before)
    #expect(status { try open.verifyPassphrase(SecretBytes("wrong")) } == .authenticationFailed)
    #expect(
      status { try open.changePassphrase(from: SecretBytes("wrong"), to: SecretBytes("new")) } == .authenticationFailed)
    #expect(status { try open.removePassphrase(current: SecretBytes("wrong")) } == .authenticationFailed)
    #expect(try FileContent(of: keychain) == before)
    try open.unlock(passphrase: Self.passphrase)
    #expect(try open.secretText("mail", "ada") == "locked away")
  }

  @Test func `an empty passphrase is a passphrase`() throws {
    let keychain = try TemporaryKeychain(passphrase: "")
    try keychain.keychain.add("mail", "ada")
    keychain.close()
    #expect(try keychain.keychain.lockState == .notYetUnlocked)
    #expect(status { try keychain.keychain.unlock(passphrase: SecretBytes(" ")) } == .authenticationFailed)
    try keychain.keychain.unlock(passphrase: SecretBytes(""))
    #expect(try keychain.keychain.secretText("mail", "ada") == "secret")
  }
}
