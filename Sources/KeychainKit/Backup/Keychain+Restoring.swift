public import KeychainCrypto

extension Keychain {
  /// Takes in the items of a backup: all of them or, where anything stops it, none.
  ///
  /// An item that is not there is added, with the reference it had. Of one that is there the later change wins, and
  /// the reference here stays. What was deleted here since comes back. Items bound to a device are restored where the
  /// secret of their device is in the state folder, and reported as not restorable elsewhere.
  ///
  /// For whoever sees every group, in a keychain that is unlocked. The backup is read twice, so it is a regular file.
  /// - Parameters:
  ///   - path: of the backup.
  ///   - passphrase: the backup's own.
  ///   - isRehearsal: does everything, takes it back, and gives the same report.
  ///   - progress: is called while the backup is checked. What is written then is one transaction, and during that no
  ///     code of the caller's runs.
  /// - Throws: `.wrongPassphrase`, `.unreadableBackup`, `.newerVersion`; `.locked`; `.denied`. Nothing has changed
  ///   then.
  @discardableResult
  public func restore(
    from path: String, passphrase: SecretBytes, isRehearsal: Bool = false,
    progress: (WorkProgress) -> Void = { _ in }
  ) throws(KeychainError) -> RestoreReport {
    try requireWholeKeychain()
    return try store.restore(
      from: BackupSource(path: path), passphrase: passphrase, by: caller, isRehearsal: isRehearsal, progress)
  }

  /// The same from a descriptor, from where it stands; it stays open.
  @discardableResult
  public func restore(
    fromDescriptor descriptor: Int32, passphrase: SecretBytes, isRehearsal: Bool = false,
    progress: (WorkProgress) -> Void = { _ in }
  ) throws(KeychainError) -> RestoreReport {
    try requireWholeKeychain()
    return try store.restore(
      from: BackupSource(descriptor: descriptor), passphrase: passphrase, by: caller, isRehearsal: isRehearsal,
      progress)
  }
}
