import Foundation
import Glibc
import KeychainKit
import Security

/// What a process of a test does through `Security`, with the keychain and the entitlements that its environment names.
///
/// `KeychainWorker secitem <verb> <account> [count]`; `copy-removed` takes the program's own file away before. Each
/// call prints its status; a copy prints what it found beside.
enum SecItemCommand {
  /// Does one thing; whether the verb is known.
  static func run(_ arguments: [String], _ tell: @escaping @Sendable (String) -> Void) -> Bool {
    guard arguments.count >= 2 else { return false }
    let item: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "worker", kSecAttrAccount: arguments[1],
    ]
    switch arguments[0] {
    case "add":
      for number in 0..<(arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1) {
        let account = arguments.count > 2 ? "\(arguments[1]).\(number)" : arguments[1]
        let more: [CFString: Any] = [kSecAttrAccount: account, kSecValueData: Data("secret of \(account)".utf8)]
        tell("\(SecItemAdd(item.merging(more) { $1 } as CFDictionary, nil))")
      }
    case "copy": copy(item, tell)
    case "copy-removed":
      guard unsafe unlink(CommandLine.arguments[0]) == 0 else { return false }
      copy(item, tell)
    case "delete": tell("\(SecItemDelete(item as CFDictionary))")
    case "recover":
      // One call that finds whatever stands there, then what is known of it.
      if arguments.count > 2 { ProcessKeychain.use(recoveryHandler: { tell("told \($0.takenCount)") }) }
      tell("\(SecItemCopyMatching(item as CFDictionary, nil))")
      tell("recovery \(ProcessKeychain.recovery?.takenCount.description ?? "none")")
    case "round":
      // Added, added again, found, deleted.
      let added = item.merging([kSecValueData: Data("secret".utf8)]) { $1 } as CFDictionary
      tell("\(SecItemAdd(added, nil)) \(SecItemAdd(added, nil))")
      tell("\(SecItemCopyMatching(item as CFDictionary, nil)) \(SecItemDelete(item as CFDictionary))")
    case "error":
      tell("\(SecItemCopyMatching([kSecClass: kSecClassGenericPassword] as CFDictionary, nil))")
      tell(ProcessKeychain.lastError?.description ?? "none")
    default: return false
    }
    return true
  }

  private static func copy(_ item: [CFString: Any], _ tell: (String) -> Void) {
    var query = item
    query[kSecReturnAttributes] = true
    query[kSecReturnData] = true
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
    let found = result as? [String: Any]
    let group = found?[kSecAttrAccessGroup as String] as? String
    let secret = (found?[kSecValueData as String] as? Data).map { String(decoding: $0, as: UTF8.self) }
    tell(([String(status)] + [group, secret].compactMap { $0 }).joined(separator: " "))
  }
}
