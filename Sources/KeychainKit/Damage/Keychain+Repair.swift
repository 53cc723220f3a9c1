package import KeychainStorage

extension Keychain {
  /// Makes a new file of what is left of a damaged keychain, and keeps the damaged one beside it.
  ///
  /// Needs a key bag, which is looked for in the file, on its pages, in the copy beside it and in the newest snapshot;
  /// without one nothing is made. The new keychain is the same one, with the same passphrase; it has every item that
  /// opens, and, where not all of the file could be read, those of the newest snapshot that are missing: items deleted
  /// since then come back. Items of locked classes are taken as they are. Its `condition` says that it was salvaged
  /// until `acceptState`. Nothing that was there is deleted.
  ///
  /// - Parameters:
  ///   - path: of the damaged keychain.
  ///   - passphrase: opens items of locked classes at once; a portable keychain needs it.
  ///   - isTrial: whether nothing is changed, and the report says what would be.
  ///   - options: what the keychain is opened with.
  ///   - progress: is called between pages of items.
  /// - Throws: `.damaged` where no key bag can be read; `.busy` where somebody reads the keychain at the moment that it
  ///   is replaced.
  @discardableResult
  public static func repair(
    _ path: String, passphrase: SecretBytes? = nil, isTrial: Bool = false, options: Options = Options(),
    progress: (WorkProgress) -> Void = { _ in }
  ) throws(KeychainError) -> SalvageReport {
    try Salvage(path: path, settings: try options.settings(), passphrase: passphrase, isTrial: isTrial).run(progress)
  }

  /// The same, for a test that stops it at a step.
  @discardableResult
  package static func repair(
    _ path: String, options: Options, reached: @escaping (ReplacingStep) -> Void
  ) throws(KeychainError) -> SalvageReport {
    try Salvage(path: path, settings: try options.settings(), passphrase: nil, reached: reached).run { _ in }
  }
}
