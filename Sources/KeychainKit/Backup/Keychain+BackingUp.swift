public import KeychainCrypto
import KeychainPolicy
import KeychainSchema

extension Keychain {
  /// Writes everything that can be read now into a new file under a passphrase of its own, for its owner alone.
  ///
  /// The file appears whole and durable or not at all, and replaces nothing. What is not in it the manifest says: items
  /// whose key is not there, items that need a passcode (`akpu`), that ask for a person or that cannot be read. Items
  /// bound to this device are in it in a form that only its device secret opens, which is in no backup.
  ///
  /// For whoever sees every group, as `Caller.everyGroup` does. What others change meanwhile may be in it or not.
  /// - Parameters:
  ///   - path: of the new file.
  ///   - passphrase: the backup's own.
  ///   - progress: is called between pages of items, under no lock.
  /// - Throws: `.denied` for every other caller; `.unusable` where something is at the path; `.parameter` for an empty
  ///   passphrase.
  @discardableResult
  public func backUp(
    to path: String, passphrase: SecretBytes, progress: (WorkProgress) -> Void = { _ in }
  ) throws(KeychainError) -> BackupManifest {
    try requireWholeKeychain()
    return try store.backUp(
      to: BackupTarget(path: path), passphrase: passphrase, scope: caller.readableScope, progress)
  }

  /// The same to a descriptor, from where it stands; it stays open.
  @discardableResult
  public func backUp(
    toDescriptor descriptor: Int32, passphrase: SecretBytes, progress: (WorkProgress) -> Void = { _ in }
  ) throws(KeychainError) -> BackupManifest {
    try requireWholeKeychain()
    return try store.backUp(
      to: BackupTarget(descriptor: descriptor), passphrase: passphrase, scope: caller.readableScope, progress)
  }

  /// Refuses a caller who does not see every group.
  func requireWholeKeychain() throws(KeychainError) {
    try Policy.require(Request(.read, by: caller, query: Mentions(accessGroup: .text(.every))))
  }
}
