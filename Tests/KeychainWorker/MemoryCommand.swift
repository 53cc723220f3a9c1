import CProcess
import Foundation
import KeychainCrypto
import KeychainKit
import KeychainPolicy
import TestSupport

/// Uses a keychain in every way that touches keys and secrets, and looks for what may then be in memory no longer.
final class MemoryCommand {
  private let folder: String
  /// Masked, by their names.
  private var needles: [(name: String, bytes: [UInt8])]
  private let tell: (String) -> Void

  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let constrained = ItemQuery.genericPassword(service: "password", account: "ada")

  /// - Parameter file: a line a needle, its name and its masked bytes in hexadecimal.
  init(_ folder: String, needles file: String, _ tell: @escaping (String) -> Void) throws {
    self.folder = folder
    self.tell = tell
    needles = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
      let parts = line.split(separator: " ")
      let digits = Array(parts[1].utf8)
      return (
        String(parts[0]),
        stride(from: 0, to: digits.count, by: 2).compactMap {
          UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
      )
    }
  }

  /// Everything that opens, seals, derives and renews, and lets go of what it got. The passphrase is afterwards what it
  /// was.
  func use(_ keychain: Keychain) throws {
    try useItems(keychain)
    try usePassword(keychain)
    try renewKeys(keychain)
    try backUp(keychain)
    try useItems(keychain)
    _ = try keychain.verifyState()
  }

  private func useItems(_ keychain: Keychain) throws {
    for item in try keychain.items(matching: .genericPassword(service: "memory")) {
      _ = try keychain.secret(for: item.query)
      _ = try keychain.data(for: item.query)
      _ = try keychain.copyMatching([
        "class": "genp", "svce": "memory", "acct": item.account, "r_Data": true, "r_Attributes": true,
      ])
      var changes = ItemChanges()
      changes.comment = "used"
      try keychain.update(item.query, changes)
    }
  }

  /// An item under a password of the application's: added, read, changed and deleted.
  private func usePassword(_ keychain: Keychain) throws {
    let context = AuthenticationContext()
    context.setApplicationPassword(needle("password", byteCount: 32))
    let keychain = keychain.with(context)
    let control = try AccessControl(protection: .whenUnlocked, flags: .applicationPassword)
    try keychain.add(
      Self.constrained.accessControl(control), secret: needle("marker.password", byteCount: 64))
    _ = try keychain.secret(for: Self.constrained)
    try keychain.update(Self.constrained, .secret(needle("marker.password.changed", byteCount: 64)))
    _ = try keychain.data(for: Self.constrained)
    try keychain.delete(Self.constrained)
  }

  /// Another passphrase, other keys under it, and a passphrase that makes all keys anew.
  private func renewKeys(_ keychain: Keychain) throws {
    let other = needle("passphrase", byteCount: 32)
    try keychain.changePassphrase(from: Self.passphrase, to: other)
    try addKeys(of: keychain, "changed", other)
    try keychain.rotateKeys(inBackground: false)
    try addKeys(of: keychain, "rotating", other)
    guard try keychain.finishKeyRotation() else { throw WorkerFailure("the rotation was not finished") }
    try addKeys(of: keychain, "rotated", other)
    let renewal = try keychain.replacePassphrase(authorizedBy: .passphrase(other), to: Self.passphrase)
    guard renewal.isFinished else { throw WorkerFailure("the passphrase was not replaced whole") }
    try addKeys(of: keychain, "now", Self.passphrase)
  }

  /// A backup, and one of its items back out of it.
  private func backUp(_ keychain: Keychain) throws {
    let owner = keychain.with(.everyGroup)
    let path = "\(folder)/memory.backup"
    let passphrase = needle("backup", byteCount: 32)
    try owner.backUp(to: path, passphrase: passphrase)
    try owner.delete(.genericPassword(service: "memory", account: "ak"))
    let report = try owner.restore(from: path, passphrase: passphrase)
    guard report.count(of: .added) == 1 else { throw WorkerFailure("the item did not come back") }
    try FileManager.default.removeItem(atPath: path)
  }

  /// Something random to look for, whose only copy in the clear is the caller's.
  private func needle(_ name: String, byteCount: Int) -> SecretBytes {
    let bytes = SecretBytes.random(byteCount: byteCount)
    put(name, bytes.withBytes { unsafe $0.withUnsafeBytes { unsafe $0.map { $0 ^ MaskedKey.mask } } })
    return bytes
  }

  private func addKeys(of keychain: Keychain, _ when: String, _ passphrase: SecretBytes) throws {
    #if DEBUG
      for key in try keychain.maskedKeys(passphrase: passphrase) { put("\(when).\(key.name)", key.bytes) }
    #else
      throw WorkerFailure("what is released gives no keys away")
    #endif
  }

  /// The name is the newest needle's of several uses, and the others are looked for all the same.
  private func put(_ name: String, _ bytes: [UInt8]) {
    for index in needles.indices where needles[index].name == name { needles[index].name = "earlier.\(name)" }
    needles.append((name, bytes))
  }

  /// A line a needle: `when name count`.
  func look(_ when: String) throws {
    var hits = [UInt64](repeating: 0, count: needles.count)
    let bytes = needles.flatMap(\.bytes)
    let looked = unsafe cprocess_scan(bytes, needles.map(\.bytes.count), needles.count, MaskedKey.mask, &hits)
    guard looked > 1 << 20 else { throw WorkerFailure("the memory could not be looked at") }
    for (needle, count) in zip(needles, hits) { tell("\(when) \(needle.name) \(count)") }
  }
}

/// What a child of a process finds that had a keychain open.
struct ForkCommand {
  let keychain: Keychain

  /// The child's line is its own; it ends without closing anything.
  func run(_ tell: (String) -> Void) throws {
    let child = cprocess_fork()
    guard child != 0 else {
      let calls: [(String, () throws -> Void)] = [
        ("state", { _ = try keychain.lockState }),
        ("read", { _ = try keychain.secret(for: .genericPassword()) }),
        ("add", { try keychain.add(.genericPassword(account: "child"), secret: "secret") }),
        ("lock", { try keychain.lock() }),
        ("condition", { _ = try keychain.condition }),
        ("open", { _ = try Keychain.open(keychain.path ?? "", options: .init()).lockState }),
      ]
      for (name, call) in calls {
        do {
          try call()
          tell("\(name) done")
        } catch KeychainError.usedAfterFork {
          tell("\(name) refused")
        } catch {
          tell("\(name) \(error)")
        }
      }
      _exit(0)
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    tell("child ended with \(status)")
    _ = try keychain.secret(for: .genericPassword())
    tell("parent reads")
  }
}
