package import KeychainPolicy
import KeychainStorage

extension Keychain {
  /// The user's default keychain, salvaged first where its file is no database; what was done is in the report.
  ///
  /// A file of the user's own that the user may not read is given mode 0600. Everything else that keeps a keychain
  /// from being opened is an error here as anywhere: a database of another program, a damaged page, a lost device
  /// secret.
  /// - Throws: `.damaged` where the file is no database and no key bag can be read; then nothing was made.
  package static func recoveringDefault(
    as caller: Caller
  ) throws(KeychainError) -> (keychain: Keychain, report: SalvageReport?) {
    let path = try KeychainLocation.current.defaultKeychain
    try KeychainFolder.make(for: path)
    do {
      return (try Keychain(at: path, as: caller), nil)
    } catch {
      switch error {
      case .notAKeychain, .unusable, .readOnly: break
      default: throw error
      }
    }
    let isNone: Bool
    do {
      try Database.mendMode(path)
      isNone = try Database.isNoDatabase(path)
    } catch {
      throw KeychainError(error)
    }
    let report = isNone ? try repair(path) : nil
    // A process that was quicker has repaired it: then there is nothing to tell.
    return (try Keychain(at: path, as: caller), report.flatMap { $0.outcome == .replaced ? $0 : nil })
  }
}
