import KeychainKit
import KeychainPolicy
import TestSupport

/// Makes a keychain and changes it in every way that is one call and many rows or keys: `durable <folder>`.
///
/// Each line acknowledges the call before it, and its beginning says what must be durable then: `made` the file,
/// `copied` the snapshot, `saved` the backup, `+` and `-` what stands in the log, `=` the key bag in the log and its
/// copy beside the file.
struct DurabilityCommand {
  /// More than one transaction takes.
  static let itemCount = 600

  private let folder: String
  private let keychain: Keychain
  private let tell: (String) -> Void

  private static let every = ItemQuery.genericPassword(service: "durable")
  private static let leaving = ItemQuery.genericPassword(service: "leaving")

  init(_ folder: String, _ tell: @escaping (String) -> Void) throws {
    self.folder = folder
    self.tell = tell
    keychain = try Keychain.create(
      at: "\(folder)/test.keychain-db", passphrase: nil, as: .everyGroup,
      options: TemporaryKeychain.options(stateFolder: "\(folder)/state"))
    tell("made")
  }

  func run() throws {
    try changeItems()
    guard try keychain.makeSnapshot() != nil else { throw WorkerFailure("no snapshot was made") }
    tell("copied")
    try changeKeys()
    try restore()
  }

  private func changeItems() throws {
    try keychain.add((0..<Self.itemCount).map { (item("durable", $0), SecretBytes("secret \($0)")) })
    tell("+added")
    try keychain.add((0..<40).map { (item("leaving", $0), SecretBytes("secret \($0)")) })
    tell("+added")
    try keychain.update(Self.every, .secret(SecretBytes("another secret")))
    tell("+updated")
    guard try keychain.delete(Self.leaving) == 40 else { throw WorkerFailure("not every item was deleted") }
    tell("-deleted")
  }

  private func changeKeys() throws {
    let (first, second) = (SecretBytes(TestPassphrase.text), SecretBytes(TestPassphrase.later))
    guard try keychain.setPassphrase(first).isFinished else { throw WorkerFailure("rows were left") }
    tell("=set")
    guard try keychain.changePassphrase(from: first, to: second) else { throw WorkerFailure("copies were left") }
    tell("=changed")
    guard try keychain.rotateKeys(inBackground: false) else { throw WorkerFailure("there was no key") }
    tell("=rotating")
    guard try keychain.finishKeyRotation() else { throw WorkerFailure("rows were left") }
    tell("=rotated")
    guard try keychain.removePassphrase(current: second).isFinished else { throw WorkerFailure("rows were left") }
    tell("=removed")
  }

  /// A backup, and what was deleted since back out of it.
  private func restore() throws {
    let (path, passphrase) = ("\(folder)/test.backup", SecretBytes(TestPassphrase.text))
    try keychain.backUp(to: path, passphrase: passphrase)
    tell("saved")
    try keychain.delete(Self.every)
    tell("-deleted")
    let report = try keychain.restore(from: path, passphrase: passphrase)
    guard report.count(of: .added) == Self.itemCount else { throw WorkerFailure("not every item came back") }
    tell("+restored")
  }

  private func item(_ service: String, _ number: Int) -> ItemQuery {
    .genericPassword(service: service, account: "account \(number)")
  }
}
