import Foundation
import KeychainKit
import Security

extension CountedCall {
  /// A look-up through `SecItemCopyMatching`.
  static let bridged = CountedCall("lookup.data.cfdictionary") { counted in
    ProcessKeychain.use(try counted.keychain())
    let queries = (0..<turnCount).map {
      query(CountedKeychain.service(number($0)), CountedKeychain.account(number($0)))
    }
    var status: OSStatus = 0
    var found: CFTypeRef?
    return Turns {
      status = unsafe SecItemCopyMatching(queries[$0], &found)
    } check: {
      status == errSecSuccess && found as? Data == CountedKeychain.data(number($0))
    }
  }

  private static func query(_ service: String, _ account: String) -> CFDictionary {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account, kSecReturnData: true,
    ]
    return query as CFDictionary
  }
}
