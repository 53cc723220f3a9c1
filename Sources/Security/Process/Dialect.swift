import KeychainKit
import KeychainSchema

extension ProcessKeychain {
  /// Which of Apple's platforms answers, where they differ for one and the same query.
  public enum Dialect: Sendable {
    /// The default: sources compiled here take the branch they have for macOS, and write their queries for it.
    case macOS
    /// The data-protection keychain itself, as iOS lets programs speak to it.
    case iOS
  }
}

extension ProcessKeychain.Dialect {
  /// Whether the query of an update or delete is the same without an entry, so that it is passed over.
  ///
  /// macOS takes match and return keys out of such a query before the keychain sees it. Here that is done for
  /// `kSecMatchLimitAll`, which says what both do anyway, and for the return keys, which both have no use for: without
  /// the restriction of another key, more would be changed or deleted than was asked for.
  func passesOver(_ key: String, _ value: NativeValue) -> Bool {
    guard self == .macOS else { return false }
    switch (QueryKey(rawValue: key), value) {
    case (.matchLimit, .text(QueryValue.limitAll)): return true
    case (.returnData, .boolean), (.returnAttributes, .boolean), (.returnReference, .boolean),
      (.returnPersistentReference, .boolean):
      return true
    default: return false
    }
  }
}
