import Foundation
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

@Suite("authentication: items under a password of the application's") struct ApplicationPasswordTests {
  private static var query: [String: Any] { ConstrainedItem.query }
  private static let flags = AccessControlFlags.applicationPassword

  /// A context that holds a password, and asks nobody.
  private func context(_ password: String) -> AuthenticationContext {
    let context = AuthenticationContext()
    context.setApplicationPassword(SecretBytes(password))
    return context
  }

  /// A keychain whose one item is under the password.
  private func keychain(
    _ password: String = "one", passphrase: String? = nil, _ more: [String: Any] = [:]
  ) throws -> TemporaryKeychain {
    let temporary = try TemporaryKeychain(passphrase: passphrase)
    try temporary.keychain.with(context(password)).add(
      Self.query + ["accc": try ConstrainedItem.control(Self.flags), "v_Data": Data("secret".utf8)] + more)
    return temporary
  }

  private func secret(_ keychain: Keychain, _ password: String) throws -> String? {
    try keychain.with(context(password)).secretText("s", "a")
  }

  /// The kinds of the boxes that the secrets lie in.
  private func kinds(_ temporary: TemporaryKeychain) throws -> [SQLiteValue] {
    try temporary.database().rows("SELECT hex(substr(secret, 4, 1)) FROM item ORDER BY id").map { $0[0] }
  }

  private func secretBox(_ temporary: TemporaryKeychain) throws -> SQLiteValue? {
    try temporary.database().value("SELECT secret FROM item")
  }

  @Test func `the password opens it, and another is wrong for every call`() throws {
    let temporary = try keychain()
    #expect(try kinds(temporary) == [.text("03")])
    let keychain = try temporary.keychain
    for (name, status) in ConstrainedItem.calls(keychain.with(context("two"))) {
      #expect(status == .authenticationFailed, "\(name)")
    }
    for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == .interactionNotAllowed, "\(name)") }
    #expect(try keychain.with(context("one")).item(matching: ConstrainedItem.typed).generation == 1)
    for (name, status) in ConstrainedItem.calls(keychain.with(context("one"))) {
      #expect(status == .success, "\(name)")
    }
    #expect(try secret(keychain, "one") == "secret")
    #expect(keychain.unreadableItemCount == 0)
  }

  @Test func `without a password nothing is added, and nobody is asked for one in vain`() throws {
    let temporary = try TemporaryKeychain(passphrase: ConstrainedItem.passphrase)
    let person = ScriptedPerson(password: "typed")
    let keychain = try temporary.keychain
    let item = Self.query + ["accc": try ConstrainedItem.control(Self.flags)]
    #expect(status { try keychain.add(item) } == .interactionNotAllowed)
    #expect(status { try keychain.with(person).add(item + ["u_AuthUI": "u_AuthUIF"]) } == .interactionNotAllowed)
    #expect(status { try keychain.with(ScriptedPerson()).add(item) } == .userCanceled)
    #expect(try keychain.itemCount() == 0)
    try keychain.lock()
    #expect(status { try keychain.with(person).add(item) } == .interactionNotAllowed)
    try keychain.unlock(passphrase: SecretBytes(ConstrainedItem.passphrase))
    #expect(person.takeQuestions() == [])
    try keychain.with(person).add(item)
    #expect(person.takeQuestions() == ["new password"])
    // What is there already is found out before anybody types.
    #expect(status { try keychain.with(person).add(item) } == .duplicateItem)
    #expect(person.takeQuestions() == [])
    #expect(try keychain.with(person).copyMatching(Self.query + ["r_Data": true]) == nil)
    #expect(person.takeQuestions() == ["password"])
    try keychain.delete(Self.query)
    #expect(try keychain.itemCount() == 0)
  }

  @Test func `a password is asked for beside the constraints, and alone where the item is made`() throws {
    let temporary = try TemporaryKeychain(passphrase: ConstrainedItem.passphrase)
    let person = ScriptedPerson(password: "typed")
    let keychain = try temporary.keychain.with(person)
    for (flags, asked): (AccessControlFlags, [String]) in [
      ([.userPresence, .applicationPassword], ["pb"]),
      ([.devicePasscode, .or, .biometryAny, .applicationPassword], ["pb"]),
      ([.devicePasscode, .companion, .applicationPassword], ["p", "c"]),
    ] {
      try keychain.add(Self.query + ["accc": try ConstrainedItem.control(flags), "v_Data": Data("secret".utf8)])
      #expect(person.takeQuestions() == ["new password"])
      #expect(try keychain.secretText("s", "a") == "secret")
      #expect(person.takeQuestions() == asked + ["password"])
      try keychain.delete(Self.query)
    }
  }

  @Test func `several items share one question where they share the password`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let control = try ConstrainedItem.control(Self.flags)
    for number in 0..<30 {
      try keychain.with(context("one")).add(
        ["class": "genp", "svce": "s", "acct": "\(number)", "accc": control, "v_Data": Data("secret".utf8)])
    }
    let person = ScriptedPerson(password: "one")
    let all: [String: Any] = ["class": "genp", "svce": "s", "m_Limit": "m_LimitAll", "r_Data": true]
    #expect((try keychain.with(person).copyMatching(all) as? [Data])?.count == 30)
    #expect(person.takeQuestions() == ["password"])
    #expect(try keychain.with(person).items(matching: .genericPassword(service: "s")).count == 30)
    #expect(person.takeQuestions() == ["password"])
    // More salts than there are rounds that ask.
    let silent = all + ["u_AuthUI": "u_AuthUIF"]
    #expect((try keychain.with(context("one")).copyMatching(silent) as? [Data])?.count == 30)
    try keychain.with(context("two")).add(
      ["class": "genp", "svce": "s", "acct": "30", "accc": control, "v_Data": Data("other".utf8)])
    #expect(status { try keychain.with(context("one")).copyMatching(silent) } == .authenticationFailed)
    let skipping = all + ["u_AuthUI": "u_AuthUIS"]
    #expect(status { try keychain.copyMatching(skipping) } == .itemNotFound)
  }

  @Test func `a context derives the key of a salt once, and forgets it with the password`() throws {
    let temporary = try keychain("one", passphrase: ConstrainedItem.passphrase)
    let keychain = try temporary.keychain
    let context = AuthenticationContext(authenticator: ScriptedPerson(password: "one"))
    let silent = Self.query + ["u_AuthUI": "u_AuthUIF", "u_AuthCtx": context]
    #expect(status { try keychain.copyMatching(silent) } == .interactionNotAllowed)
    #expect(try keychain.with(context).contains(ConstrainedItem.typed))
    #expect(status { try keychain.copyMatching(silent) } == .success)
    context.setApplicationPassword("two")
    #expect(context.hasApplicationPassword)
    #expect(status { try keychain.copyMatching(silent) } == .authenticationFailed)
    context.setApplicationPassword("one")
    #expect(status { try keychain.copyMatching(silent) } == .success)
    context.setApplicationPassword(nil)
    #expect(!context.hasApplicationPassword)
    #expect(status { try keychain.copyMatching(silent) } == .interactionNotAllowed)
    #expect(try keychain.with(context).contains(ConstrainedItem.typed))
    try keychain.lock()
    try keychain.unlock(passphrase: SecretBytes(ConstrainedItem.passphrase))
    #expect(status { try keychain.copyMatching(silent) } == .interactionNotAllowed)
  }

  @Test func `evaluating asks for the password and sets it`() throws {
    let temporary = try keychain()
    let person = ScriptedPerson(password: "one")
    let keychain = try temporary.keychain.with(person)
    let control = try ConstrainedItem.control(Self.flags)
    let context = AuthenticationContext()
    try context.evaluate(control, for: .read, reason: "run a test", on: keychain)
    #expect(context.hasApplicationPassword)
    try context.evaluate(control, for: .read, reason: "run a test", on: keychain)
    #expect(try keychain.with(context).secretText("s", "a") == "secret")
    #expect(person.takeQuestions() == ["password"])
    let making = AuthenticationContext()
    try making.evaluate(
      try ConstrainedItem.control([.userPresence, .applicationPassword]), for: .add, reason: "", on: keychain)
    #expect(person.takeQuestions() == ["new password"])
    #expect(
      status { try AuthenticationContext().evaluate(control, for: .read, reason: "", on: temporary.keychain) }
        == .interactionNotAllowed)
  }

  @Test func `a change of attributes leaves the box as it is, one of the secret seals it anew`() throws {
    let temporary = try keychain()
    let keychain = try temporary.keychain.with(context("one"))
    let before = try secretBox(temporary)
    try keychain.update(Self.query, ["labl": "l"])
    #expect(try secretBox(temporary) == before)
    try keychain.update(Self.query, ["v_Data": Data("new".utf8)])
    #expect(try secretBox(temporary) != before)
    #expect(try kinds(temporary) == [.text("03")])
    #expect(try secret(keychain, "one") == "new")
    try keychain.upsert(ConstrainedItem.typed, secret: "newer")
    #expect(try secret(keychain, "one") == "newer")
    #expect(try kinds(temporary) == [.text("03")])
    #expect(status { try secret(keychain, "two") } == .authenticationFailed)
    #expect(try keychain.item(matching: ConstrainedItem.typed).label == "l")
  }

  @Test func `a change of the class keeps the inner part, byte for byte`() throws {
    let temporary = try keychain()
    let keychain = try temporary.keychain.with(context("one"))
    func inner() throws -> [UInt8]? {
      let store = keychain.store
      return try store.database.read { session throws(KeychainError) -> [UInt8]? in
        guard
          case .opened(let stored) = try session.withItem(
            1, { row throws(KeychainError) in try store.wholeState(of: row) })
        else { return nil }
        return stored.content.secret.inner
      }
    }
    let before = try #require(try inner())
    for protection in [ProtectionClass.afterFirstUnlock, .always, .whenUnlockedThisDeviceOnly] {
      try keychain.update(Self.query, ["accc": try ConstrainedItem.control(Self.flags, protection)])
      #expect(try inner() == before)
      #expect(try secret(keychain, "one") == "secret")
    }
    // The engine asks for it all the same, because the item does.
    let control = try ConstrainedItem.control(Self.flags)
    #expect(status { try temporary.keychain.update(Self.query, ["accc": control]) } == .interactionNotAllowed)
  }

  @Test func `a password comes and goes with the access control, and by that way another takes its place`() throws {
    let temporary = try keychain()
    let keychain = try temporary.keychain
    try keychain.with(context("one")).update(Self.query, ["pdmn": "ak", "icmt": "n"])
    #expect(try kinds(temporary) == [.text("01")])
    #expect(try keychain.secretText("s", "a") == "secret")
    let change = ["accc": try ConstrainedItem.control(Self.flags)]
    #expect(status { try keychain.update(Self.query, change) } == .interactionNotAllowed)
    #expect(try kinds(temporary) == [.text("01")])
    let person = ScriptedPerson(password: "two")
    try keychain.with(person).update(Self.query, change)
    #expect(person.takeQuestions() == ["new password"])
    #expect(try kinds(temporary) == [.text("03")])
    #expect(try secret(keychain, "two") == "secret")
    #expect(status { try secret(keychain, "one") } == .authenticationFailed)
    // Both at once: a new secret, and no password any more.
    try keychain.with(context("two")).update(Self.query, ["pdmn": "ck", "v_Data": Data("new".utf8)])
    #expect(try keychain.secretText("s", "a") == "new")
    #expect(try keychain.copyMatching(Self.query + ["icmt": "n"]) == nil)
  }

  @Test func `an item without a secret has a password that can be tried`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.with(context("one")).add(Self.query + ["accc": try ConstrainedItem.control(Self.flags)])
    let query = Self.query + ["r_Attributes": true, "r_Data": true]
    #expect(status { try keychain.with(context("two")).copyMatching(query) } == .authenticationFailed)
    let found = try #require(try keychain.with(context("one")).copyMatching(query) as? [String: Any])
    #expect(found["v_Data"] == nil)
    #expect((found["accc"] as? AccessControl)?.flags == Self.flags)
    try keychain.with(context("one")).update(Self.query, ["pdmn": "ak"])
    #expect(try temporary.database().rows("SELECT secret FROM item") == [[.null]])
  }

  @Test func `setting and removing the passphrase never needs the password`() throws {
    let temporary = try keychain()
    let keychain = try temporary.keychain
    try keychain.add("s", "free")
    try keychain.setPassphrase(SecretBytes("passphrase"))
    #expect(keychain.store.keyring.retiredKeys.isEmpty)
    #expect(try secret(keychain, "one") == "secret")
    try keychain.changePassphrase(from: SecretBytes("passphrase"), to: SecretBytes("another"))
    try keychain.removePassphrase(current: SecretBytes("another"))
    #expect(keychain.store.keyring.retiredKeys.isEmpty)
    temporary.close()
    #expect(try secret(temporary.keychain, "one") == "secret")
    #expect(status { try secret(temporary.keychain, "two") } == .authenticationFailed)
    #expect(try temporary.keychain.unreadableItemCount == 0)
  }

  @Test func `an add over a tombstone seals for the reference that goes on`() throws {
    let temporary = try keychain()
    let keychain = try temporary.keychain
    let reference = try keychain.with(context("one")).copyMatching(Self.query + ["r_PersistentRef": true]) as? Data
    try keychain.delete(Self.query + ["u_Tomb": true])
    #expect(try temporary.database().rows("SELECT tombstone, secret FROM item") == [[.integer(1), .null]])
    let item = Self.query + ["accc": try ConstrainedItem.control(Self.flags), "v_Data": Data("new".utf8)]
    #expect(status { try keychain.add(item) } == .interactionNotAllowed)
    let person = ScriptedPerson(password: "two")
    try keychain.with(person).add(item)
    #expect(person.takeQuestions() == ["new password"])
    #expect(try secret(keychain, "two") == "new")
    #expect(
      try keychain.with(context("two")).copyMatching(Self.query + ["r_PersistentRef": true]) as? Data == reference)
  }

  @Test func `an item deleted while it is locked leaves its tombstone at the next unlock`() throws {
    let temporary = try keychain("one", passphrase: ConstrainedItem.passphrase)
    let keychain = try temporary.keychain
    try keychain.lock()
    try keychain.delete(Self.query + ["u_Tomb": true])
    #expect(try keychain.itemCount() == 0)
    try keychain.unlock(passphrase: SecretBytes(ConstrainedItem.passphrase))
    #expect(try temporary.database().rows("SELECT tombstone, secret FROM item") == [[.integer(1), .null]])
  }

  @Test func `an upsert asks for the password of the item that is there, and for a new one where none is`() throws {
    let temporary = try TemporaryKeychain()
    let person = ScriptedPerson(password: "one")
    let keychain = try temporary.keychain.with(person)
    let item = ConstrainedItem.typed.accessControl(try ConstrainedItem.control(Self.flags))
    try keychain.upsert(item, secret: "first")
    #expect(person.takeQuestions() == ["new password"])
    try keychain.upsert(item, secret: "second")
    #expect(person.takeQuestions() == ["password"])
    try keychain.upsert(ConstrainedItem.typed, secret: "third")
    #expect(person.takeQuestions() == ["password"])
    #expect(try secret(temporary.keychain, "one") == "third")
    #expect(status { try temporary.keychain.upsert(item, secret: "fourth") } == .interactionNotAllowed)
    let wrong = try temporary.keychain.with(context("two"))
    #expect(status { try wrong.upsert(item, secret: "fourth") } == .authenticationFailed)
    #expect(try secret(temporary.keychain, "one") == "third")
    // Where an item without a password is there, it comes under one.
    try keychain.delete(ConstrainedItem.typed)
    try keychain.add("s", "a")
    try keychain.upsert(item, secret: "fifth")
    #expect(person.takeQuestions() == ["new password"])
    #expect(try secret(temporary.keychain, "one") == "fifth")
  }

  @Test func `many items are sealed in one go under one password`() throws {
    let temporary = try TemporaryKeychain()
    let person = ScriptedPerson(password: "one")
    let control = try ConstrainedItem.control(Self.flags)
    try temporary.keychain.with(person).add(
      (0..<3).map { (ItemQuery.genericPassword(service: "s", account: "\($0)").accessControl(control), "secret") })
    #expect(person.takeQuestions() == ["new password"])
    #expect(try kinds(temporary) == Array(repeating: .text("03"), count: 3))
    let silent = try temporary.keychain.with(context("one"))
    for number in 0..<3 { #expect(try silent.secretText("s", "\(number)") == "secret") }
  }

  @Test func `certificates, keys and identities are under passwords like any item`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain.with(context("one"))
    let control = try ConstrainedItem.control(Self.flags)
    try keychain.add(
      ["class": "keys", "klbl": Data("hash".utf8), "priv": 1, "accc": control, "v_Data": Data("key".utf8)])
    try keychain.add([
      "class": "cert", "pkhh": Data("hash".utf8), "issr": Data("i".utf8), "slnr": Data([1]), "accc": control,
      "v_Data": Data("certificate".utf8),
    ])
    let identity: [String: Any] = ["class": "idnt", "r_Data": true, "r_Attributes": true]
    let found = try #require(try keychain.copyMatching(identity) as? [String: Any])
    #expect(found["v_Data"] as? Data == Data("key".utf8))
    #expect(found["certdata"] as? Data == Data("certificate".utf8))
    for query: [String: Any] in [
      identity, ["class": "keys"], ["class": "cert"], ["class": "cert", "m_EmailAddress": "x"],
    ] {
      #expect(status { try temporary.keychain.copyMatching(query) } == .interactionNotAllowed, "\(query)")
      #expect(
        status { try temporary.keychain.with(context("two")).copyMatching(query) } == .authenticationFailed, "\(query)")
    }
    try keychain.update(["class": "idnt"], ["labl": "l"])
    #expect(try keychain.item(matching: .key()).label == "l")
    try temporary.keychain.delete(["class": "keys"])
    try temporary.keychain.delete(["class": "cert"])
  }

  @Test func `extra fields of an internet password stay where the secret alone changes`() throws {
    let temporary = try TemporaryKeychain()
    let caller = Caller(
      entitlements: [
        "keychain-access-groups": ["team.a"], "com.apple.private.keychain.inet_expansion_fields": true,
      ])
    let keychain = try temporary.keychain.with(caller).with(context("one"))
    let query: [String: Any] = ["class": "inet", "srvr": "example.org"]
    let (old, new, note) = (Data("secret".utf8), Data("new".utf8), Data("note".utf8))
    try keychain.add(query + ["accc": try ConstrainedItem.control(Self.flags), "v_Data": old, "binn": note])
    func found() throws -> [Data?] {
      let found = try #require(
        try keychain.copyMatching(query + ["r_Data": true, "r_Attributes": true]) as? [String: Any])
      return [found["v_Data"] as? Data, found["binn"] as? Data]
    }
    #expect(try found() == [old, note])
    try keychain.update(query, ["v_Data": new])
    #expect(try found() == [new, note])
    try keychain.update(query, ["binn": old])
    #expect(try found() == [new, old])
    #expect(status { try keychain.with(context("two")).update(query, ["v_Data": Data()]) } == .authenticationFailed)
  }
}
