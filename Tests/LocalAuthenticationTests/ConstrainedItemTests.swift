import Foundation
import KeychainKit
import LocalAuthentication
import Security
import TestSupport
import Testing

@Suite("SecItem: items that ask for a person") struct ConstrainedItemTests {
  private let temporary: TemporaryKeychain

  init() throws {
    temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
  }

  private func with(_ person: ScriptedPerson?, _ body: () throws -> Void) throws {
    try ProcessKeychain.withKeychain(try temporary.keychain.with(person?.authenticator), body)
  }

  private func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    let made = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil)
    return try #require(made)
  }

  private func add(
    _ account: String, _ flags: SecAccessControlCreateFlags, _ more: [CFString: Any] = [:]
  ) throws -> OSStatus {
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecValueData: Data("secret".utf8),
      kSecAttrAccessControl: try control(flags),
    ]
    return SecItemAdd(item.merging(more) { $1 } as CFDictionary, nil)
  }

  private func copy(_ account: String, _ more: [CFString: Any] = [:]) -> (OSStatus, Data?) {
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecReturnData: true]
    query.merge(more) { $1 }
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    return (status, result as? Data)
  }

  @Test func `with nobody to ask an item with a passcode stays shut, and one with biometry cannot be opened`() throws {
    try with(nil) { () throws in
      #expect(try add("presence", .userPresence) == errSecSuccess)
      #expect(try add("finger", .biometryAny) == errSecSuccess)
      #expect(copy("presence").0 == errSecInteractionNotAllowed)
      #expect(copy("finger").0 == errSecAuthFailed)
      for authentication in [kSecUseAuthenticationUIFail, kSecUseAuthenticationUIAllow] {
        #expect(copy("presence", [kSecUseAuthenticationUI: authentication]).0 == errSecInteractionNotAllowed)
      }
      #expect(copy("presence", [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]).0 == errSecItemNotFound)
    }
  }

  @Test func `the passphrase opens it, and the prompt of the query is what the person is told`() throws {
    let person = ScriptedPerson(TestPassphrase.text)
    try with(person) { () throws in
      #expect(try add("a", .userPresence) == errSecSuccess)
      #expect(person.prompts.isEmpty)
      let (status, data) = copy("a", [kSecUseOperationPrompt: "show the secret"])
      #expect(status == errSecSuccess)
      #expect(data == Data("secret".utf8))
    }
    #expect(person.prompts.map(\.reason) == ["show the secret"])
  }

  @Test func `who declines is told from who errs`() throws {
    try with(ScriptedPerson(nil)) { () throws in
      #expect(try add("a", .devicePasscode) == errSecSuccess)
      #expect(copy("a").0 == errSecUserCanceled)
    }
    try with(ScriptedPerson("1", "2", "3")) { () throws in #expect(copy("a").0 == errSecAuthFailed) }
  }

  @Test func `a context that was evaluated lets later calls pass, until a lock`() async throws {
    let person = ScriptedPerson(TestPassphrase.text)
    let keychain = try temporary.keychain.with(person.authenticator)
    let access = try control(.userPresence)
    try await ProcessKeychain.withKeychain(keychain) { () async throws in
      #expect(try add("a", .userPresence) == errSecSuccess)
      let context = LAContext()
      try await context.evaluateAccessControl(access, operation: .useItem, localizedReason: "test")
      for _ in 0..<3 {
        #expect(copy("a", [kSecUseAuthenticationContext: context]).1 == Data("secret".utf8))
        let fail: [CFString: Any] = [
          kSecUseAuthenticationContext: context, kSecUseAuthenticationUI: kSecUseAuthenticationUIFail,
        ]
        #expect(copy("a", fail).0 == errSecSuccess)
      }
      #expect(person.prompts.count == 1)
      try keychain.lock()
      try keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
      #expect(copy("a", [kSecUseAuthenticationContext: context]).0 == errSecInteractionNotAllowed)
    }
    #expect(person.prompts.count == 2)
  }

  @Test func `an application password is real`() throws {
    try with(nil) { () throws in
      let context = LAContext()
      context.setCredential(Data("open sesame".utf8), type: .applicationPassword)
      let right: [CFString: Any] = [kSecUseAuthenticationContext: context]
      #expect(try add("a", .applicationPassword) == errSecInteractionNotAllowed)
      #expect(try add("a", .applicationPassword, right) == errSecSuccess)
      #expect(copy("a", right).1 == Data("secret".utf8))
      #expect(copy("a").0 == errSecInteractionNotAllowed)
      let other = LAContext()
      other.setCredential(Data("open barley".utf8), type: .applicationPassword)
      #expect(copy("a", [kSecUseAuthenticationContext: other]).0 == errSecAuthFailed)
      #expect(copy("a", right).0 == errSecSuccess)
    }
  }

  @Test func `an update asks, and changes nothing where it is refused; a delete does not ask`() throws {
    let person = ScriptedPerson(nil, TestPassphrase.text, TestPassphrase.text)
    try with(person) { () throws in
      #expect(try add("a", .userPresence) == errSecSuccess)
      let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a"] as CFDictionary
      let changes = [kSecValueData: Data("new".utf8)] as CFDictionary
      #expect(SecItemUpdate(query, changes) == errSecUserCanceled)
      #expect(copy("a").1 == Data("secret".utf8))
      #expect(SecItemUpdate(query, changes) == errSecSuccess)
      #expect(person.prompts.count == 3)
      #expect(SecItemDelete(query) == errSecSuccess)
    }
    #expect(person.prompts.count == 3)
  }

  @Test func `what is no context is a wrong parameter`() throws {
    try with(nil) { () throws in
      for value: Any in ["context", 1, NSObject()] {
        #expect(copy("a", [kSecUseAuthenticationContext: value]).0 == errSecParam)
      }
    }
  }
}
