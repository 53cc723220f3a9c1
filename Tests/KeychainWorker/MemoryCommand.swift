import CProcess
import Foundation
import KeychainCrypto
import KeychainKit
import TestSupport

/// Uses a keychain, locks it, and looks for what may then be in memory no longer.
struct MemoryCommand {
  let keychain: Keychain
  /// Masked, by their names.
  private let needles: [(name: String, bytes: [UInt8])]
  private let tell: (String) -> Void

  /// - Parameter file: a line a needle, its name and its masked bytes in hexadecimal.
  init(_ keychain: Keychain, needles file: String, _ tell: @escaping (String) -> Void) throws {
    self.keychain = keychain
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

  /// Everything that opens and seals items, and lets go of what it got.
  func use() throws {
    for item in try keychain.items(matching: .all(.genericPassword)) {
      _ = try keychain.secret(for: item.query)
      _ = try keychain.data(for: item.query)
      _ = try keychain.copyMatching(["class": "genp", "acct": item.account, "r_Data": true, "r_Attributes": true])
      var changes = ItemChanges()
      changes.comment = "used"
      try keychain.update(item.query, changes)
    }
    _ = try keychain.verifyState()
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
