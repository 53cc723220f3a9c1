import Foundation
import KeychainKit
import Synchronization
import TestSupport
import Testing

@Suite("authentication: items that ask for a person") struct ConstraintTests {
  private static var query: [String: Any] { ConstrainedItem.query }

  /// Answers a prompt with one text after the other, and counts how often it was asked.
  private final class Answers: Sendable {
    private let left: Mutex<[String?]>
    let count = Mutex(0)

    init(_ answers: [String?]) { left = Mutex(answers) }

    var authenticator: PassphraseAuthenticator {
      PassphraseAuthenticator { [self] prompt in
        count.withLock { $0 += 1 }
        return left.withLock { left -> SecretBytes? in
          guard let answer = left.isEmpty ? nil : left.removeFirst() else { return nil }
          return SecretBytes(answer)
        }
      }
    }
  }

  @Test(arguments: [AccessControlFlags.devicePasscode, .userPresence, [.devicePasscode, .or, .biometryAny]])
  func `the right passphrase opens, for every call that asks`(flags: AccessControlFlags) throws {
    let temporary = try ConstrainedItem.keychain(flags)
    let keychain = try temporary.keychain.with(PassphraseAuthenticator { _ in SecretBytes(ConstrainedItem.passphrase) })
    for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == .success, "\(name)") }
    #expect(try keychain.secretText("s", "a") == "secret")
    #expect(try keychain.item(matching: ConstrainedItem.typed).comment == "changed")
  }

  @Test func `each call asks for itself, once`() throws {
    let temporary = try ConstrainedItem.keychain(.devicePasscode)
    let person = ScriptedPerson()
    let keychain = try temporary.keychain.with(person)
    let calls = ConstrainedItem.calls(keychain)
    #expect(person.takeQuestions() == calls.map { _ in "p" })
  }

  @Test func `somebody who shows nothing has failed, and is not asked again`() throws {
    let temporary = try ConstrainedItem.keychain(.devicePasscode)
    let person = ScriptedPerson(answering: { _ in [] })
    let keychain = try temporary.keychain.with(person)
    #expect(status { try keychain.secretText("s", "a") } == .authenticationFailed)
    #expect(person.takeQuestions() == ["p"])
  }

  @Test func `who declines gets nothing, and nothing is changed`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let keychain = try temporary.keychain.with(PassphraseAuthenticator { _ in nil })
    for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == .userCanceled, "\(name)") }
    let willing = try temporary.keychain.with(ScriptedPerson())
    let item = try willing.item(matching: ConstrainedItem.typed)
    #expect(item.label == nil && item.comment == nil && item.generation == 1)
  }

  @Test func `a wrong passphrase may be typed twice, and the third time is the answer`() throws {
    let temporary = try ConstrainedItem.keychain(.devicePasscode)
    let (wrong, right) = ("wrong", ConstrainedItem.passphrase)
    for (answers, expected, count): ([String?], Status, Int) in [
      ([right], .success, 1), ([wrong, right], .success, 2), ([wrong, wrong, right], .success, 3),
      ([wrong, wrong, wrong, right], .authenticationFailed, 3), ([wrong, nil], .userCanceled, 2),
      (["", nil], .userCanceled, 2),
    ] {
      let answers = Answers(answers)
      let keychain = try temporary.keychain.with(answers.authenticator)
      #expect(status { try keychain.copyMatching(Self.query) } == expected)
      #expect(answers.count.withLock { $0 } == count)
    }
  }

  @Test func `a prompt says what it is for`() throws {
    let temporary = try ConstrainedItem.keychain(.devicePasscode)
    let seen = Mutex<[AuthenticationPrompt]>([])
    let keychain = try temporary.keychain.with(
      PassphraseAuthenticator { prompt in
        seen.withLock { $0.append(prompt) }
        return SecretBytes(prompt.attempt == 1 ? "wrong" : ConstrainedItem.passphrase)
      })
    let context = AuthenticationContext()
    context.localizedReason = "pay the bill"
    try #expect(keychain.copyMatching(Self.query + ["u_OpPrompt": "read the card", "u_AuthCtx": context]) == nil)
    try #expect(keychain.with(AuthenticationContext()).contains(ConstrainedItem.typed))
    let other = AuthenticationContext()
    other.localizedReason = "pay the bill"
    try keychain.update(Self.query + ["u_AuthCtx": other], [:])
    try keychain.update(Self.query, [:])
    let prompts = seen.withLock { $0 }
    #expect(prompts.map(\.attempt) == [1, 2, 1, 2, 1, 2, 1, 2])
    #expect(prompts.allSatisfy { $0.subject == .passphrase && $0.keychainPath == temporary.path })
    #expect(
      prompts.map(\.reason).enumerated().filter { $0.offset % 2 == 0 }.map(\.element) == [
        "read the card", "use an item of the keychain", "pay the bill", "change an item of the keychain",
      ])
  }

  @Test func `without anybody to ask, what a person could type is interaction that is not allowed`() throws {
    // swift-format-ignore
    let table: [(flags: AccessControlFlags, expected: Status)] = [
      (.devicePasscode,                        .interactionNotAllowed),
      (.userPresence,                          .interactionNotAllowed),
      ([.devicePasscode, .or, .biometryAny],   .interactionNotAllowed),
      (.biometryAny,                           .authenticationFailed),
      (.companion,                             .authenticationFailed),
      ([.devicePasscode, .biometryAny],        .authenticationFailed),
      ([.devicePasscode, .and, .companion],    .authenticationFailed),
    ]
    for (flags, expected) in table {
      let temporary = try ConstrainedItem.keychain(flags)
      let keychain = try temporary.keychain
      for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == expected, "\(name) \(flags)") }
    }
  }

  @Test func `what the authenticator does not offer fails, without anything asked`() throws {
    // swift-format-ignore
    let table: [(flags: AccessControlFlags, offered: AuthenticationMethods, expected: Status, asked: [String])] = [
      (.biometryAny,                           .passcode,              .authenticationFailed, []),
      (.biometryAny,                           .biometry,              .success,              ["b"]),
      (.biometryCurrentSet,                    [.passcode, .biometry], .success,              ["b"]),
      (.companion,                             [.passcode, .biometry], .authenticationFailed, []),
      (.userPresence,                          .biometry,              .success,              ["b"]),
      (.userPresence,                          [.passcode, .biometry], .success,              ["pb"]),
      (.userPresence,                          .companion,             .authenticationFailed, []),
      (.userPresence,                          [],                     .authenticationFailed, []),
      ([.devicePasscode, .biometryAny],        .passcode,              .authenticationFailed, []),
      ([.devicePasscode, .biometryAny],        .all,                   .success,              ["p", "b"]),
      ([.devicePasscode, .and, .companion],    .all,                   .success,              ["p", "c"]),
      ([.devicePasscode, .or, .companion],     .all,                   .success,              ["pc"]),
      ([.devicePasscode, .or, .companion],     .companion,             .success,              ["c"]),
    ]
    for row in table {
      let person = ScriptedPerson(row.offered)
      let temporary = try ConstrainedItem.keychain(row.flags)
      let keychain = try temporary.keychain.with(person)
      #expect(status { try keychain.copyMatching(Self.query) } == row.expected, "\(row)")
      #expect(person.takeQuestions() == row.asked, "\(row)")
    }
  }

  @Test func `an answer that was not asked for grants nothing`() throws {
    let temporary = try ConstrainedItem.keychain(.biometryAny)
    for answer: AuthenticationMethods in [[], .passcode, [.passcode, .companion]] {
      let keychain = try temporary.keychain.with(ScriptedPerson(answering: { _ in answer }))
      #expect(status { try keychain.copyMatching(Self.query) } == .authenticationFailed)
    }
    for (error, expected): (AuthenticationError, Status) in [
      (.cancelled, .userCanceled), (.interactionNotAllowed, .interactionNotAllowed), (.failed, .authenticationFailed),
      (.keychain(.outOfMemory), .allocate),
    ] {
      let keychain = try temporary.keychain.with(
        ScriptedPerson(answering: { _ throws(AuthenticationError) in throw error }))
      #expect(status { try keychain.copyMatching(Self.query) } == expected)
    }
  }

  @Test func `a prompt that fails is no answer`() throws {
    struct Broken: Error {}
    let temporary = try ConstrainedItem.keychain(.devicePasscode)
    let broken = try temporary.keychain.with(PassphraseAuthenticator { _ in throw Broken() })
    #expect(status { try broken.copyMatching(Self.query) } == .authenticationFailed)
    let absent = try temporary.keychain.with(
      PassphraseAuthenticator { _ in throw AuthenticationError.interactionNotAllowed })
    #expect(status { try absent.copyMatching(Self.query) } == .interactionNotAllowed)
  }

  @Test func `a keychain without a passphrase has no passcode that anybody could know`() throws {
    for flags: AccessControlFlags in [.devicePasscode, .userPresence] {
      let temporary = try ConstrainedItem.keychain(flags, passphrase: nil)
      let person = ScriptedPerson(.passcode)
      #expect(status { try temporary.keychain.with(person).copyMatching(Self.query) } == .authenticationFailed)
      #expect(person.takeQuestions() == [])
    }
    let temporary = try ConstrainedItem.keychain(.userPresence, passphrase: nil)
    #expect(status { try temporary.keychain.with(ScriptedPerson()).copyMatching(Self.query) } == .success)
  }

  @Test func `a delete asks nobody, and neither does an add`() throws {
    let temporary = try TemporaryKeychain(passphrase: ConstrainedItem.passphrase)
    let person = ScriptedPerson()
    let keychain = try temporary.keychain.with(person)
    try keychain.add(Self.query + ["accc": try ConstrainedItem.control(.userPresence)])
    #expect(status { try keychain.add(Self.query) } == .duplicateItem)
    try keychain.delete(Self.query)
    #expect(person.takeQuestions() == [])
    #expect(status { try keychain.copyMatching(Self.query) } == .itemNotFound)
  }

  @Test func `a locked item is locked, whoever could be asked`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let person = ScriptedPerson()
    let keychain = try temporary.keychain.with(person)
    try keychain.lock()
    for (name, status) in ConstrainedItem.calls(keychain) { #expect(status == .interactionNotAllowed, "\(name)") }
    #expect(person.takeQuestions() == [])
  }

  @Test func `items that need nobody are read as ever`() throws {
    let temporary = try ConstrainedItem.keychain(.userPresence)
    let person = ScriptedPerson()
    let keychain = try temporary.keychain.with(person)
    try keychain.add("s", "free")
    #expect(try keychain.secretText("s", "free") == "secret")
    #expect(person.takeQuestions() == [])
  }

  @Test func `a typed add gives an access control`() throws {
    let temporary = try TemporaryKeychain(passphrase: ConstrainedItem.passphrase)
    let keychain = try temporary.keychain
    let control = try ConstrainedItem.control(.userPresence, .afterFirstUnlock)
    let item = try keychain.add(ConstrainedItem.typed.accessControl(control), secret: "secret")
    #expect(item.accessible == .afterFirstUnlock)
    #expect(status { try keychain.secret(for: ConstrainedItem.typed) } == .interactionNotAllowed)
    // A search does not look at it.
    let willing = keychain.with(ScriptedPerson())
    let other = try ConstrainedItem.control(.biometryAny)
    #expect(status { try willing.secret(for: ConstrainedItem.typed.accessControl(other)) } == .success)
    for refused in [
      ConstrainedItem.typed.accessControl(control).accessible(.whenUnlocked),
      ConstrainedItem.typed.accessControl(control).synchronizable(.synchronizable),
    ] {
      #expect(status { try keychain.add(refused, secret: "secret") } == .parameter)
    }
    var changes = ItemChanges()
    changes.accessControl = control
    changes.isSynchronizable = true
    #expect(status { try willing.update(ConstrainedItem.typed, changes) } == .parameter)
  }
}
