import Foundation
import KeychainCrypto
import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

/// What lies inside the box of the class, damaged by somebody who has the key of the class.
@Suite("authentication: damage under an application password") struct PasswordDamageTests {
  private static var query: [String: Any] { ConstrainedItem.query }

  private func context(_ password: String = "one") -> AuthenticationContext {
    let context = AuthenticationContext()
    context.setApplicationPassword(SecretBytes(password))
    return context
  }

  private func keychain() throws -> TemporaryKeychain {
    let temporary = try TemporaryKeychain()
    let control = try ConstrainedItem.control(.applicationPassword)
    try temporary.keychain.with(context()).add(Self.query + ["accc": control, "v_Data": Data("secret".utf8)])
    return temporary
  }

  /// Seals the one item's secret again in its own box, changed.
  private func damage(
    _ temporary: TemporaryKeychain, kind: BoxKind = .applicationPassword, _ change: (inout [UInt8]) -> Void
  ) throws {
    let store = try temporary.keychain.store
    let box = try store.database.read { session throws(KeychainError) -> [UInt8] in
      guard
        case .opened(let stored) = try session.withItem(
          1, { row throws(KeychainError) in try store.wholeState(of: row) }),
        var inner = stored.content.secret.inner, let generation = stored.secretGeneration
      else { throw .itemNotFound }
      change(&inner)
      do throws(SealError) {
        return try unsafe store.keyring.sealSecret(
          inner.span.bytes, columns: stored.columns, secretGeneration: generation, kind: kind)
      } catch {
        throw KeychainError(error)
      }
    }
    try temporary.database().execute("UPDATE item SET secret = ?1", [.blob(box)])
  }

  /// What each call comes to, as long as the row is there.
  private func expectUndecodable(_ temporary: TemporaryKeychain, _ name: String) throws {
    let keychain = try temporary.keychain
    #expect(
      status { try keychain.with(context()).copyMatching(Self.query + ["r_Data": true]) } == .itemNotFound, "\(name)")
    #expect(keychain.unreadableItemCount == 1, "\(name)")
    #expect(
      status { try keychain.with(context()).update(Self.query, ["v_Data": Data("new".utf8)]) } == .itemNotFound,
      "\(name)")
    #expect(try temporary.database().value("SELECT count(*) FROM quarantine") == .integer(1), "\(name)")
    #expect(try temporary.database().value("SELECT count(*) FROM item") == .integer(1), "\(name)")
  }

  @Test func `an inner part that does not open is undecodable, and not a wrong password`() throws {
    let changes: [(String, (inout [UInt8]) -> Void)] = [
      ("nonce", { $0[48] ^= 1 }), ("ciphertext", { $0[72] ^= 1 }), ("tag", { $0[$0.count - 1] ^= 1 }),
      ("cost", { $0[31] = 0xFF }), ("short", { $0.removeLast($0.count - 87) }), ("empty", { $0 = [] }),
    ]
    for (name, change) in changes {
      let temporary = try keychain()
      try damage(temporary, change)
      try expectUndecodable(temporary, name)
      // It can be deleted, and the bytes stay in quarantine.
      try temporary.keychain.delete(Self.query)
      try temporary.keychain.add("s", "a", secret: "free")
      #expect(try temporary.keychain.secretText("s", "a") == "free", "\(name)")
      #expect(try temporary.database().value("SELECT count(*) FROM quarantine") == .integer(1), "\(name)")
    }
  }

  @Test func `a changed salt or check is a wrong password, and the row stays`() throws {
    for index in [0, 15, 32, 47] {
      let temporary = try keychain()
      try damage(temporary) { $0[index] ^= 1 }
      let keychain = try temporary.keychain
      #expect(status { try keychain.with(context()).copyMatching(Self.query) } == .authenticationFailed)
      #expect(keychain.unreadableItemCount == 0)
    }
  }

  @Test func `a newer inner part is left alone`() throws {
    let temporary = try keychain()
    try damage(temporary) { $0[20] = 1 }
    #expect(status { try temporary.keychain.with(context()).copyMatching(Self.query) } == .upgradePending)
    #expect(try temporary.keychain.unreadableItemCount == 0)
  }

  @Test func `a box of another kind than the access control says is undecodable`() throws {
    let temporary = try keychain()
    try damage(temporary, kind: .secret) { $0 = $0 }
    try expectUndecodable(temporary, "a secret without a password")
  }

  @Test func `what does not open makes room for an upsert`() throws {
    for isUnderPassword in [false, true] {
      let temporary = try keychain()
      try damage(temporary) { $0[72] ^= 1 }
      let keychain = try temporary.keychain.with(context())
      let control = try ConstrainedItem.control(isUnderPassword ? .applicationPassword : [])
      try keychain.upsert(ConstrainedItem.typed.accessControl(control), secret: "new")
      #expect(try keychain.secretText("s", "a") == "new")
      #expect(try temporary.database().value("SELECT count(*) FROM quarantine") == .integer(1))
      #expect(try temporary.database().value("SELECT count(*) FROM item") == .integer(1))
    }
  }

  @Test func `all rows are sealed anew without a look inside`() throws {
    let temporary = try keychain()
    try damage(temporary) { $0[72] ^= 1 }
    try temporary.keychain.setPassphrase(SecretBytes("passphrase"))
    #expect(try temporary.keychain.unreadableItemCount == 0)
    #expect(try temporary.keychain.store.keyring.retiredKeys.isEmpty)
    try expectUndecodable(temporary, "after the passphrase was set")
  }
}
