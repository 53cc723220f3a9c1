import KeychainCrypto
import KeychainSchema

/// The device secrets in the state folder, each read once.
final class DeviceSecrets {
  private let file: DeviceSecretFile?
  private var known: [Identifier: DeviceSecret?] = [:]

  init(_ file: DeviceSecretFile?) {
    self.file = file
  }

  /// The secret of a database, be it this keychain's or one that is no more; nil where this device has none.
  func secret(of database: Identifier) throws(KeychainError) -> DeviceSecret? {
    if let secret = known[database] { return secret }
    do {
      let secret = try file?.load(for: database)
      known[database] = .some(secret)
      return secret
    } catch {
      throw KeychainError(error)
    }
  }
}
