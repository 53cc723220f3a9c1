import KeychainKit
import Synchronization

/// Somebody who answers as a test says, and remembers what they were asked.
final class ScriptedPerson: Authenticator {
  /// What was asked, in words: the methods by their first letters, or which password.
  private let asked = Mutex<[String]>([])
  private let answer: @Sendable (AuthenticationRequest) throws(AuthenticationError) -> AuthenticationMethods
  private let password: @Sendable (ApplicationPasswordRequest) throws(AuthenticationError) -> SecretBytes
  let methods: AuthenticationMethods

  init(
    _ methods: AuthenticationMethods = .all, password: String? = nil,
    answering answer: @escaping @Sendable (AuthenticationRequest) throws(AuthenticationError) -> AuthenticationMethods =
      {
        $0.methods
      }
  ) {
    self.methods = methods
    self.answer = answer
    self.password = { _ throws(AuthenticationError) in
      guard let password else { throw .cancelled }
      return SecretBytes(password)
    }
  }

  /// Somebody who is asked for passwords alone.
  init(
    typing password: @escaping @Sendable (ApplicationPasswordRequest) throws(AuthenticationError) -> SecretBytes
  ) {
    methods = []
    answer = { _ in [] }
    self.password = password
  }

  func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationMethods {
    asked.withLock { $0.append(request.methods.letters) }
    return try answer(request)
  }

  func applicationPassword(
    for request: ApplicationPasswordRequest
  ) throws(AuthenticationError) -> SecretBytes {
    asked.withLock { $0.append(request.isNew ? "new password" : "password") }
    return try password(request)
  }

  /// What was asked since the last look.
  func takeQuestions() -> [String] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked
    }
  }
}

extension AuthenticationMethods {
  /// `p` passcode, `b` biometry, `c` companion.
  var letters: String {
    (contains(.passcode) ? "p" : "") + (contains(.biometry) ? "b" : "") + (contains(.companion) ? "c" : "")
  }
}
