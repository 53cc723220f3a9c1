import Foundation
import Security

#if canImport(LocalAuthentication)
  import LocalAuthentication
#endif

/// The passwords of one service in the user's keychain.
struct PasswordStore {
  let service: String

  /// Keeps a password under a new account.
  func add(_ password: String, for account: String, note: String?) throws {
    var attributes = item(for: account)
    attributes[kSecValueData as String] = Data(password.utf8)
    attributes[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    if let note { attributes[kSecAttrComment as String] = note }
    try check(SecItemAdd(attributes as CFDictionary, nil))
  }

  /// Puts another password in the place of the one that is there.
  func change(_ password: String, for account: String) throws {
    let changes: [CFString: Any] = [kSecValueData: Data(password.utf8)]
    try check(SecItemUpdate(item(for: account) as CFDictionary, changes as CFDictionary))
  }

  /// The password of an account.
  func password(for account: String) throws -> String {
    var query = item(for: account)
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnData as String] = kCFBooleanTrue
    #if canImport(LocalAuthentication)
      let context = LAContext()
      context.localizedReason = "Show the password of \(account)"
      query[kSecUseAuthenticationContext as String] = context
    #endif
    var result: AnyObject?
    try check(SecItemCopyMatching(query as CFDictionary, &result))
    guard let data = result as? Data, let password = String(data: data, encoding: .utf8) else {
      throw PasswordError(status: errSecDecode)
    }
    return password
  }

  /// Every account, and when its password was last changed; no password is opened for this.
  func entries() throws -> [PasswordEntry] {
    let query: NSDictionary = [
      kSecClass: kSecClassGenericPassword,
      kSecAttrService: service,
      kSecMatchLimit: kSecMatchLimitAll,
      kSecReturnAttributes: true,
    ]
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query, &result)
    if status == errSecItemNotFound { return [] }
    try check(status)
    let items = result as? [[String: Any]] ?? []
    return items.compactMap(PasswordEntry.init).sorted { $0.account < $1.account }
  }

  /// Forgets an account and its password.
  func remove(_ account: String) throws {
    try check(SecItemDelete(item(for: account) as CFDictionary))
  }

  private func item(for account: String) -> [String: Any] {
    var item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrAccount as String: account,
    ]
    // macOS has two keychains; this asks for the one that its other platforms have alone.
    item[kSecUseDataProtectionKeychain as String] = true
    return item
  }

  private func check(_ status: OSStatus) throws {
    guard status == errSecSuccess else { throw PasswordError(status: status) }
  }
}
