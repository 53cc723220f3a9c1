import Foundation
import KeychainPolicy
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

@Suite("review: a state older than the keys, and keys older than the state") struct StaleStateTests {
  @Test func `rows that a read still sees under keys that have left are no damage`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    let store = keychain.store
    let query = ItemQuery.genericPassword(service: "mail", account: "ada")
    let scope = keychain.caller.readableScope
    var answer: KeychainError?
    var access = try CallAccess(.read, keychain)
    try store.database.read { session throws(KeychainError) in
      // From here on the session sees one state; the keys go on without it.
      _ = try store.refreshKeys(in: session)
      _ = try store.setPassphrase(SecretBytes("one"), keeping: [])
      do throws(KeychainError) {
        try store.copy(
          query, itemClass: .genericPassword, scope: scope, &access, in: session, wantsSecret: true
        ) { _, _ in true }
      } catch {
        answer = error
      }
    }
    let error = try #require(answer)
    if case .keybagChanged = error {} else { Issue.record("\(error)") }
    #expect(try keychain.secretText("mail", "ada") == "secret")
    try keychain.add("mail", "bob")
  }

  @Test func `a first passphrase is set although another process has changed every key meanwhile`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add("mail", "ada")
    try #require(try Worker(["set-passphrase", temporary.folder.path]).wait() == 0)
    try #require(try Worker(["remove-passphrase", temporary.folder.path]).wait() == 0)
    try keychain.setPassphrase(SecretBytes("one"))
    #expect(try keychain.secretText("mail", "ada") == "secret")
    try keychain.add("mail", "bob")
  }
}
