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
  /// Whether a delete passes over an entry that says what a delete does anyway.
  ///
  /// macOS takes every match key out of a delete's query before the keychain sees it. Here that is done for
  /// `kSecMatchLimitAll` alone: without another key's restriction, more would be deleted than was asked for.
  func passesOverInDelete(_ key: String, _ value: String) -> Bool {
    switch self {
    case .macOS: key == QueryKey.matchLimit.rawValue && value == QueryValue.limitAll
    case .iOS: false
    }
  }
}
