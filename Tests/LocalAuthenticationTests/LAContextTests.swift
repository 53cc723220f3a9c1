import Foundation
import KeychainKit
import LocalAuthentication
import Security
import Synchronization
import TestSupport
import Testing

/// Who answers the questions of a test, and what was asked.
final class ScriptedPerson: Sendable {
  private let state = Mutex<(answers: [String?], prompts: [AuthenticationPrompt])>(([], []))

  /// - Parameter answers: one after the other; nil declines. After the last there is nobody.
  init(_ answers: String?...) {
    state.withLock { $0.answers = answers }
  }

  var authenticator: PassphraseAuthenticator {
    PassphraseAuthenticator { prompt in
      try self.state.withLock { state in
        state.prompts.append(prompt)
        guard !state.answers.isEmpty else { throw AuthenticationError.interactionNotAllowed }
        return state.answers.removeFirst().map { SecretBytes($0) }
      }
    }
  }

  var prompts: [AuthenticationPrompt] { state.withLock { $0.prompts } }
}

@Suite("LAContext: asked, met and forgotten") struct LAContextTests {
  private let temporary: TemporaryKeychain

  init() throws {
    temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
  }

  /// Runs a body on the keychain of the test, with somebody to ask or nobody.
  private func with(_ person: ScriptedPerson?, _ body: () async throws -> Void) async throws {
    let keychain = try temporary.keychain.with(person?.authenticator)
    try await ProcessKeychain.withKeychain(keychain) { try await body() }
  }

  private static let everyPolicy: [LAPolicy] = [
    .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithWatch,
    .deviceOwnerAuthenticationWithBiometricsOrWatch, .deviceOwnerAuthenticationWithWristDetection,
  ]

  @Test func `with nobody to ask no policy can be evaluated, and the error says what is missing`() async throws {
    try await with(nil) {
      for policy in Self.everyPolicy {
        let context = LAContext()
        var error: NSError?
        #expect(unsafe !context.canEvaluatePolicy(policy, error: &error))
        #expect(error?.domain == LAErrorDomain)
        let code: LAError.Code =
          switch policy {
          case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithWristDetection: .notInteractive
          case .deviceOwnerAuthenticationWithWatch: .watchNotAvailable
          default: .biometryNotAvailable
          }
        #expect(error?.code == code.rawValue, "\(policy)")
        await #expect(throws: LAError(code)) {
          try await context.evaluatePolicy(policy, localizedReason: "test")
        }
        #expect(unsafe !context.canEvaluatePolicy(policy, error: nil))
      }
    }
  }

  @Test func `there is no biometry, and nothing is said to be enrolled`() {
    #expect(LAContext().biometryType == .none)
    #expect(LAContext().evaluatedPolicyDomainState == nil)
  }

  @Test func `the passphrase of the keychain is the passcode`() async throws {
    let person = ScriptedPerson("wrong", TestPassphrase.text)
    try await with(person) {
      let context = LAContext()
      #expect(unsafe context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
      let isMet = try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "open the door")
      #expect(isMet)
    }
    #expect(person.prompts.map(\.reason) == ["open the door", "open the door"])
    #expect(person.prompts.map(\.attempt) == [1, 2])
  }

  @Test func `who declines, errs or is not there is told apart`() async throws {
    for (person, code) in [
      (ScriptedPerson(nil), LAError.Code.userCancel),
      (ScriptedPerson("a", "b", "c"), .authenticationFailed),
      (ScriptedPerson(), .notInteractive),
    ] {
      try await with(person) {
        await #expect(throws: LAError(code)) {
          try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
        }
      }
    }
  }

  @Test func `a keychain without a passphrase has no passcode`() throws {
    let open = try TemporaryKeychain()
    let person = ScriptedPerson(TestPassphrase.text)
    let keychain = try open.keychain.with(person.authenticator)
    ProcessKeychain.withKeychain(keychain) {
      var error: NSError?
      #expect(unsafe !LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.code == LAError.passcodeNotSet.rawValue)
    }
    #expect(person.prompts.isEmpty)
  }

  @Test func `nobody is asked where that is not allowed`() async throws {
    let person = ScriptedPerson(TestPassphrase.text)
    try await with(person) {
      let context = LAContext()
      context.interactionNotAllowed = true
      await #expect(throws: LAError(.notInteractive)) {
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
      }
    }
    #expect(person.prompts.isEmpty)
  }

  @Test func `an invalidated context is of no use`() async throws {
    let person = ScriptedPerson(TestPassphrase.text, TestPassphrase.text)
    try await with(person) {
      let context = LAContext()
      try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
      context.invalidate()
      var error: NSError?
      #expect(unsafe !context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error))
      #expect(error?.code == LAError.invalidContext.rawValue)
      await #expect(throws: LAError(.invalidContext)) {
        try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test")
      }
      #expect(!context.setCredential(Data("x".utf8), type: .applicationPassword))
    }
    #expect(person.prompts.count == 1)
  }

  /// The double that tests of programs use.
  private final class ContextDouble: LAContext, @unchecked Sendable {  // it holds nothing of its own
    override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { true }

    override func evaluatePolicy(
      _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
      reply(true, nil)
    }
  }

  @Test func `a program's tests put a double in its place`() async throws {
    let context: LAContext = ContextDouble()
    #expect(unsafe context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
    let isMet = try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "test")
    #expect(isMet)
  }

  @Test func `an invalidated context evaluates no access control, whatever it is for`() async throws {
    try await with(ScriptedPerson(TestPassphrase.text)) { () async throws in
      let made = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
      let control = try #require(made)
      for operation: LAAccessControlOperation in [.createItem, .useItem, .createKey, .useKeySign] {
        let context = LAContext()
        context.invalidate()
        await #expect(throws: LAError(.invalidContext)) {
          try await context.evaluateAccessControl(control, operation: operation, localizedReason: "test")
        }
      }
    }
  }

  @Test func `the reply comes once, on another thread, with the error of the failure`() async throws {
    try await with(ScriptedPerson(nil)) {
      let replies = Mutex<[(Bool, LAError.Code?)]>([])
      await withCheckedContinuation { continuation in
        LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "test") { isMet, error in
          replies.withLock { $0.append((isMet, (error as? LAError)?.code)) }
          continuation.resume()
        }
      }
      let received = replies.withLock { $0 }
      #expect(received.count == 1)
      #expect(received.first?.0 == false)
      #expect(received.first?.1 == .userCancel)
    }
  }

  @Test(arguments: [(-1.0, 0.0), (0.0, 0.0), (30.0, 30.0), (300.0, 300.0), (301.0, 300.0), (.infinity, 300.0)])
  func `the reuse duration stays within its limits`(given: Double, kept: Double) {
    let context = LAContext()
    context.touchIDAuthenticationAllowableReuseDuration = given
    #expect(context.touchIDAuthenticationAllowableReuseDuration == kept)
    #expect(LATouchIDAuthenticationMaximumAllowableReuseDuration == 300)
  }

  @Test func `a credential is an application password and nothing else`() {
    let context = LAContext()
    #expect(!context.isCredentialSet(.applicationPassword))
    #expect(context.setCredential(Data("password".utf8), type: .applicationPassword))
    #expect(context.isCredentialSet(.applicationPassword))
    #expect(!context.setCredential(Data("1234".utf8), type: .smartCardPIN))
    #expect(!context.isCredentialSet(.smartCardPIN))
    #expect(context.setCredential(nil, type: .applicationPassword))
    #expect(!context.isCredentialSet(.applicationPassword))
  }
}
