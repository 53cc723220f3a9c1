import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("authentication: contexts") struct ContextTests {
  private static var query: [String: Any] { ConstrainedItem.query }

  @Test func `who was asked once through a context is not asked again`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let person = ScriptedPerson()
    let keychain = try temporary.keychain.with(person).with(AuthenticationContext())
    for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == .success, "\(name)") }
    #expect(person.takeQuestions() == ["pb"])
    let context = AuthenticationContext()
    for _ in 0..<3 { _ = try keychain.copyMatching(Self.query + ["u_AuthCtx": context]) }
    #expect(person.takeQuestions() == ["pb"], "that of the query counts, not that of the keychain")
  }

  @Test func `an evaluated context passes where nobody may be asked`() throws {
    let temporary = try ConstrainedItem.keychain([.devicePasscode, .biometryAny])
    let keychain = try temporary.keychain
    let person = ScriptedPerson()
    let context = AuthenticationContext(authenticator: person)
    let control = try ConstrainedItem.control([.devicePasscode, .biometryAny])
    for silent: [String: Any] in [["u_AuthUI": "u_AuthUIF"], ["u_NoAuthUI": true], ["u_AuthUI": "other"]] {
      #expect(
        status { try keychain.copyMatching(Self.query + silent + ["u_AuthCtx": context]) } == .interactionNotAllowed)
    }
    let skip: [String: Any] = ["u_AuthUI": "u_AuthUIS", "u_AuthCtx": context]
    #expect(status { try keychain.copyMatching(Self.query + skip) } == .itemNotFound)
    #expect(person.takeQuestions() == [])

    try context.evaluate(control, for: .read, reason: "run a test", on: keychain)
    #expect(person.takeQuestions() == ["p", "b"])
    try context.evaluate(control, for: .read, reason: "run a test", on: keychain)
    for silent: [String: Any] in [["u_AuthUI": "u_AuthUIF"], ["u_NoAuthUI": true], ["u_AuthUI": "u_AuthUIS"]] {
      let found = try keychain.copyMatching(Self.query + silent + ["u_AuthCtx": context, "r_Data": true])
      #expect(found as? Data == Data("secret".utf8))
    }
    context.interactionNotAllowed = true
    #expect(try keychain.with(context).contains(ConstrainedItem.typed))
    try keychain.update(Self.query + ["u_AuthUI": "u_AuthUIF", "u_AuthCtx": context], ["labl": "l"])
    #expect(person.takeQuestions() == [])
  }

  @Test func `a context that forbids interaction asks nobody`() throws {
    let temporary = try ConstrainedItem.keychain(.biometryAny)
    let person = ScriptedPerson()
    let context = AuthenticationContext()
    context.interactionNotAllowed = true
    let keychain = try temporary.keychain.with(person).with(context)
    for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == .interactionNotAllowed, "\(name)") }
    let control = try ConstrainedItem.control(.biometryAny)
    #expect(status { try context.evaluate(control, for: .read, reason: "", on: keychain) } == .interactionNotAllowed)
    #expect(person.takeQuestions() == [])
    context.interactionNotAllowed = false
    #expect(try keychain.contains(ConstrainedItem.typed))
    #expect(person.takeQuestions() == ["b"])
  }

  @Test func `an invalidated context fails, and stays so`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let person = ScriptedPerson(password: "password")
    let context = AuthenticationContext(authenticator: person)
    let keychain = try temporary.keychain.with(person).with(context)
    #expect(try keychain.contains(ConstrainedItem.typed))
    try keychain.with(Optional<AuthenticationContext>.none).add("s", "free")
    context.setApplicationPassword("password")
    context.invalidate()
    #expect(context.isInvalidated && !context.hasApplicationPassword)
    context.setApplicationPassword("password")
    #expect(!context.hasApplicationPassword)
    _ = person.takeQuestions()
    for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == .authenticationFailed, "\(name)") }
    #expect(status { try keychain.secretText("s", "free") } == .authenticationFailed)
    #expect(status { try keychain.add("s", "another") } == .authenticationFailed)
    for flags: AccessControlFlags in [.userPresence, .applicationPassword, []] {
      let control = try ConstrainedItem.control(flags)
      #expect(
        status { try context.evaluate(control, for: .read, reason: "", on: keychain) } == .authenticationFailed)
    }
    #expect(status { try context.metMethods(on: keychain) } == .authenticationFailed)
    #expect(person.takeQuestions() == [])
  }

  @Test func `a context that is invalidated while a person is asked grants nothing`() throws {
    let temporary = try ConstrainedItem.keychain(.biometryAny)
    let context = AuthenticationContext()
    let keychain = try temporary.keychain.with(context).with(
      ScriptedPerson { request in
        context.invalidate()
        return request.methods
      })
    #expect(status { try keychain.copyMatching(Self.query) } == .authenticationFailed)
  }

  @Test func `what was shown for one keychain counts for no other`() throws {
    let (one, two) = (try ConstrainedItem.keychain(.userPresence), try ConstrainedItem.keychain(.userPresence))
    let person = ScriptedPerson()
    let context = AuthenticationContext(authenticator: person)
    #expect(try one.keychain.with(context).contains(ConstrainedItem.typed))
    #expect(person.takeQuestions() == ["pb"])
    #expect(try context.metMethods(on: one.keychain) == [.passcode, .biometry])
    #expect(try context.metMethods(on: two.keychain) == [])
    let silent = Self.query + ["u_AuthUI": "u_AuthUIF", "u_AuthCtx": context]
    #expect(status { try two.keychain.copyMatching(silent) } == .interactionNotAllowed)
    #expect(status { try one.keychain.copyMatching(silent) } == .success)
    // Opened again, it is the same keychain.
    one.close()
    try one.keychain.unlock(passphrase: SecretBytes(ConstrainedItem.passphrase))
    #expect(status { try one.keychain.copyMatching(silent) } == .success)
  }

  @Test(arguments: [ProtectionClass.whenUnlocked, .afterFirstUnlock, .always])
  func `a lock ends what was shown before`(protection: ProtectionClass) throws {
    let temporary = try ConstrainedItem.keychain(.userPresence, protection: protection)
    let person = ScriptedPerson()
    let context = AuthenticationContext()
    let keychain = try temporary.keychain.with(person).with(context)
    let silent = Self.query + ["u_AuthUI": "u_AuthUIF"]
    #expect(try keychain.contains(ConstrainedItem.typed))
    #expect(status { try keychain.copyMatching(silent) } == .success)
    try keychain.lock()
    try keychain.unlock(passphrase: SecretBytes(ConstrainedItem.passphrase))
    #expect(try context.metMethods(on: keychain) == [])
    #expect(status { try keychain.copyMatching(silent) } == .interactionNotAllowed)
    _ = person.takeQuestions()
    #expect(try keychain.contains(ConstrainedItem.typed))
    #expect(person.takeQuestions() == ["pb"])
  }

  @Test func `a lock without a passphrase locks nothing and ends what was shown`() throws {
    let temporary = try ConstrainedItem.keychain(.biometryAny, passphrase: nil)
    let context = AuthenticationContext(authenticator: ScriptedPerson())
    let keychain = try temporary.keychain.with(context)
    #expect(try keychain.contains(ConstrainedItem.typed))
    #expect(try context.metMethods(on: keychain) == .biometry)
    #expect(try !keychain.lock())
    #expect(try context.metMethods(on: keychain) == [])
  }

  @Test func `a lock that comes while a person is asked counts`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence, protection: .always)
    let base = try temporary.keychain
    let context = AuthenticationContext()
    let person = ScriptedPerson { request in
      _ = status { try base.lock() }
      return request.methods
    }
    // Every answer comes under an epoch that is over by then.
    #expect(status { try base.with(person).with(context).contains(ConstrainedItem.typed) } == .authenticationFailed)
    #expect(person.takeQuestions().count == 20)
    #expect(try context.metMethods(on: base) == [])
  }

  @Test func `one of the methods can be asked for by itself`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let keychain = try temporary.keychain.with(ScriptedPerson([.passcode, .companion]))
    let context = AuthenticationContext()
    #expect(context.offeredMethods(on: keychain) == [.passcode, .companion])
    #expect(status { try context.evaluate(.biometry, reason: "", on: keychain) } == .authenticationFailed)
    #expect(status { try context.evaluate([], reason: "", on: keychain) } == .authenticationFailed)
    try context.evaluate([.passcode, .biometry], reason: "run a test", on: keychain)
    #expect(try context.metMethods(on: keychain) == .passcode)
    let other = try ConstrainedItem.keychain(.userPresence, passphrase: nil)
    let unprotected = try other.keychain.with(ScriptedPerson(.passcode))
    #expect(context.offeredMethods(on: unprotected) == [])
    #expect(status { try context.evaluate(.passcode, reason: "", on: unprotected) } == .authenticationFailed)
  }

  @Test func `the context's own authenticator goes before the keychain's`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let (own, general) = (ScriptedPerson(), ScriptedPerson())
    let context = AuthenticationContext(authenticator: own)
    #expect(try temporary.keychain.with(general).with(context).contains(ConstrainedItem.typed))
    #expect(own.takeQuestions() == ["pb"] && general.takeQuestions() == [])
    context.authenticator = nil
    try temporary.keychain.lock()
    try temporary.keychain.unlock(passphrase: SecretBytes(ConstrainedItem.passphrase))
    #expect(try temporary.keychain.with(general).with(context).contains(ConstrainedItem.typed))
    #expect(own.takeQuestions() == [] && general.takeQuestions() == ["pb"])
  }

  @Test func `how long an authentication counts again is told to the authenticator, within bounds`() throws {
    let context = AuthenticationContext()
    for (set, kept): (Double, Double) in [
      (-1, 0), (0, 0), (10, 10), (300, 300), (301, 300), (.infinity, 300), (.nan, 0),
    ] {
      context.reuseDurationSeconds = set
      #expect(context.reuseDurationSeconds == kept)
    }
    context.reuseDurationSeconds = 42
    let temporary = try ConstrainedItem.keychain(.biometryAny)
    let keychain = try temporary.keychain.with(
      ScriptedPerson { request throws(AuthenticationError) in
        guard request.reuseDurationSeconds == 42 else { throw .failed }
        return request.methods
      })
    #expect(try keychain.with(context).contains(ConstrainedItem.typed))
    #expect(status { try keychain.contains(ConstrainedItem.typed) } == .authenticationFailed)
  }

  @Test func `a query takes a context or what stands for one, and nothing else`() throws {
    struct Stand: AuthenticationContextProvider {
      let authenticationContext: AuthenticationContext
    }
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let keychain = try temporary.keychain
    let context = AuthenticationContext(authenticator: ScriptedPerson())
    for value: Any in [context, Stand(authenticationContext: context)] {
      #expect(status { try keychain.copyMatching(Self.query + ["u_AuthCtx": value]) } == .success)
    }
    for value: Any in [1, "context", Data(), NSNull(), NSObject(), [context]] {
      for call: ([String: Any]) throws -> Void in [
        { _ = try keychain.copyMatching($0) }, { try keychain.update($0, [:]) }, { _ = try keychain.add($0) },
        { try keychain.delete($0) },
      ] {
        #expect(status { try call(Self.query + ["u_AuthCtx": value]) } == .parameter, "\(value)")
      }
    }
    #expect(status { try keychain.copyMatching(Self.query + ["acct": context]) } == .parameter)
    #expect(status { try keychain.copyMatching(Self.query + ["fkey5": context]) } == .parameter)
    #expect(status { try keychain.update(Self.query, ["u_AuthCtx": context]) } == .noSuchAttribute)
  }
}
