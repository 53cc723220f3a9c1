import Foundation
import KeychainKit
import KeychainPolicy
import Security
import TestSupport
import Testing

/// What the program sets; these tests share the one choice of the process, so they run one after the other.
@Suite("ProcessKeychain: what a program sets", .serialized) struct ProcessChoiceTests {
  private let temporary: TemporaryKeychain

  init() throws {
    temporary = try TemporaryKeychain()
    ProcessKeychain.reset()
  }

  /// Somebody else's code, which looks at the choice when it goes.
  private final class Curious: Authenticator {
    let methods = AuthenticationMethods.passcode

    func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationMethods {
      throw .cancelled
    }

    func applicationPassword(for request: ApplicationPasswordRequest) throws(AuthenticationError) -> SecretBytes {
      throw .cancelled
    }

    deinit { _ = ProcessKeychain.dialect }
  }

  @Test func `what is replaced may use the choice while it goes`() throws {
    ProcessKeychain.use(try temporary.keychain.with(Curious()))
    ProcessKeychain.use(Curious())
    _ = try ProcessKeychain.keychain
    ProcessKeychain.use(try temporary.keychain)
    ProcessKeychain.use(Curious())
    ProcessKeychain.use(Caller(accessGroups: ["team.b"]))
    ProcessKeychain.reset()
  }

  @Test func `the keychain, the caller and the dialect are what was set last`() throws {
    ProcessKeychain.use(try temporary.keychain)
    #expect(try ProcessKeychain.keychain.path == temporary.path)
    #expect(try ProcessKeychain.keychain.caller == temporary.caller)
    let other = Caller(accessGroups: ["team.b"])
    ProcessKeychain.use(other)
    #expect(try ProcessKeychain.keychain.caller == other)
    ProcessKeychain.use(.iOS)
    #expect(ProcessKeychain.dialect == .iOS)
    ProcessKeychain.reset()
    #expect(ProcessKeychain.dialect == .macOS)
  }

  @Test func `threads may set and use it at once`() throws {
    let keychain = try temporary.keychain
    ProcessKeychain.use(keychain)
    let failures = Threads.run(4) { index, report in
      for number in 0..<50 {
        ProcessKeychain.use(Caller(accessGroups: ["team.\(index)"]))
        let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "\(number)"] as CFDictionary
        let status = SecItemCopyMatching(query, nil)
        report.expect(status == errSecItemNotFound, "\(status)")
      }
    }
    #expect(failures == [])
    ProcessKeychain.reset()
  }
}
