import Glibc

/// Where keychains, device secrets and the search list lie, by the environment and the XDG base directories.
public struct KeychainLocation: Sendable {
  private let environment: @Sendable (String) -> String?

  /// The locations of this process.
  public static let current = KeychainLocation { name in
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The locations that the variables given name; a variable that is absent or empty is nil.
  package init(environment: @escaping @Sendable (String) -> String?) {
    self.environment = environment
  }

  /// The default keychain: `KEYCHAIN_PATH`, else `login.keychain-db` in the folder of keychains.
  public var defaultKeychain: String {
    get throws(KeychainError) {
      if let path = environment("KEYCHAIN_PATH") { return path }
      return try keychainFolder + "/login.keychain-db"
    }
  }

  /// `$XDG_DATA_HOME/keychains`.
  public var keychainFolder: String {
    get throws(KeychainError) { try folder("XDG_DATA_HOME", ".local/share") + "/keychains" }
  }

  /// Where device secrets lie: `KEYCHAIN_STATE`, else `$XDG_STATE_HOME/keychain`.
  public var stateFolder: String {
    get throws(KeychainError) {
      if let path = environment("KEYCHAIN_STATE") { return path }
      return try folder("XDG_STATE_HOME", ".local/state") + "/keychain"
    }
  }

  /// `$XDG_CONFIG_HOME/keychain`.
  public var configurationFolder: String {
    get throws(KeychainError) { try folder("XDG_CONFIG_HOME", ".config") + "/keychain" }
  }

  /// A relative XDG path counts as none, as the specification says.
  private func folder(_ variable: String, _ fallback: String) throws(KeychainError) -> String {
    if let path = environment(variable), path.hasPrefix("/") { return path }
    guard let home = environment("HOME"), home.hasPrefix("/") else { throw .noHome(variable: variable) }
    return home + "/" + fallback
  }
}
