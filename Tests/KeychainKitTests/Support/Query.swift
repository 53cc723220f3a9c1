import Foundation
import KeychainKit
import TestSupport

/// Query dictionaries as programs write them, and what is read back.
enum Query {
  static func genericPassword(_ service: String, _ account: String, group: String? = nil) -> [String: Any] {
    var query: [String: Any] = ["class": "genp", "svce": service, "acct": account]
    query["agrp"] = group
    return query
  }
}

extension Keychain {
  /// Adds a generic password to a group.
  func add(
    _ service: String, _ account: String, secret: String = "secret", group: String? = nil, accessible: String? = nil,
    isSynchronizable: Bool = false
  ) throws(KeychainError) {
    var item = Query.genericPassword(service, account, group: group)
    item["pdmn"] = accessible
    if isSynchronizable { item["sync"] = true }
    item["v_Data"] = Data(secret.utf8)
    try add(item)
  }

  /// The secret of a generic password as text.
  func secretText(_ service: String, _ account: String) throws(KeychainError) -> String? {
    let found = try copyMatching(Query.genericPassword(service, account).merging(["r_Data": true]) { $1 })
    return (found as? Data).map { String(decoding: $0, as: UTF8.self) }
  }

  /// How many items of a class the caller lists, both kinds of synchronizable ones.
  func itemCount(_ itemClass: String = "genp") throws(KeychainError) -> Int {
    do throws(KeychainError) {
      let query: [String: Any] = ["class": itemClass, "m_Limit": "m_LimitAll", "r_Attributes": true, "sync": "syna"]
      return (try copyMatching(query) as? [Any])?.count ?? 0
    } catch {
      guard case .itemNotFound = error else { throw error }
      return 0
    }
  }
}

extension [String: Any] {
  static func + (left: Self, right: Self) -> Self { left.merging(right) { $1 } }
}
