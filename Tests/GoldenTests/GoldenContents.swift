import Foundation
import KeychainKit
import KeychainSchema

/// Everything a keychain holds that a caller can read, as lines of text in a fixed order.
struct GoldenContents: Equatable {
  let lines: [String]

  init(lines: [String]) {
    self.lines = lines
  }

  init(of keychain: Keychain) throws {
    var lines: [String] = []
    for itemClass in ["genp", "inet", "cert", "keys"] {
      for isTombstone in [false, true] { lines += try Self.items(of: itemClass, isTombstone, in: keychain) }
    }
    self.lines = lines.sorted()
  }

  /// Without `sha1`, which is of the generation at which a secret was written, and so of the keychain.
  var withoutDigests: Set<String> {
    Set(lines.map { $0.replacing(#/ sha1=data:[^ ]*/#, with: "") })
  }

  private static func items(of itemClass: String, _ isTombstone: Bool, in keychain: Keychain) throws -> [String] {
    let query: [String: Any] = [
      "class": itemClass, "m_Limit": "m_LimitAll", "sync": "syna", "tomb": isTombstone, "r_Attributes": true,
      "r_PersistentRef": true, "r_Data": !isTombstone, "u_AuthUI": "u_AuthUIS",
    ]
    do throws(KeychainError) {
      let found = try keychain.copyMatching(query)
      return (found as? [[String: Any]] ?? []).map { Self.line(itemClass, $0) }
    } catch {
      guard case .itemNotFound = error else { throw error }
      return []
    }
  }

  private static func line(_ itemClass: String, _ item: [String: Any]) -> String {
    let members = item.sorted { $0.key < $1.key }.map { "\($0.key)=\(text(of: $0.value))" }
    return "\(itemClass) " + members.joined(separator: " ")
  }

  private static func text(of value: Any) -> String {
    switch value {
    case let text as String: "\"\(text)\""
    case let data as Data: "data:" + data.base64EncodedString()
    case let date as Date: "date:\(date.timeIntervalSinceReferenceDate)"
    case let control as AccessControl: "control:\(control.protection.code):\(control.flags.rawValue)"
    case let number as NSNumber: "\(number)"
    default: "\(value)"
    }
  }
}
