import Foundation
import KeychainCrypto
import KeychainKit
import TestSupport
import Testing

/// What a process still has in memory after it locked: no key, and nothing of what they opened.
@Suite(
  "locking: what is left in memory", .serialized,
  .disabled(if: Sanitizer.current != nil, "a sanitizer keeps what was freed, and has terabytes mapped"))
struct MemoryTests {
  private let temporary: TemporaryKeychain
  private let needles: String

  /// A keychain with an item of each class that a lock closes, each with a secret of 64 bytes that stands nowhere else.
  init() throws {
    temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let keychain = try temporary.keychain
    var lines: [String] = []
    let classes: [ProtectionClass] = [.whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly]
    for protection in classes {
      let marker = SecretBytes.random(byteCount: 64)
      try keychain.add(
        .genericPassword(service: "memory", account: protection.code).accessible(protection), secret: marker)
      let masked = marker.withBytes { unsafe $0.withUnsafeBytes { unsafe $0.map { $0 ^ MaskedKey.mask } } }
      lines.append("marker.\(protection.code) \(Self.digits(masked))")
    }
    let keys = try keychain.maskedKeys(passphrase: SecretBytes(TestPassphrase.text))
    #expect(keys.count >= 24)
    lines += keys.map { "\($0.name) \(Self.digits($0.bytes))" }
    needles = try temporary.folder.write(lines.joined(separator: "\n"), to: "needles")
    temporary.close()
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// How often each needle was found, by when and its name.
  private func found(_ kind: String) throws -> [String: [String: Int]] {
    let worker = try Worker(["memory", temporary.folder.path, needles, kind])
    var found: [String: [String: Int]] = [:]
    for line in worker.lines() {
      let words = line.split(separator: " ").map(String.init)
      found[words[0], default: [:]][words[1], default: 0] += Int(words[2]) ?? 0
    }
    #expect(worker.wait() == 0)
    return found
  }

  /// What lies in the arena while the keychain is unlocked, after all the changes of its keys.
  private static let kept = ["body"] + ["ak", "aku", "akpu"].flatMap { ["\($0).metadata", "\($0).secret"] }

  /// What a process looks for that it has made itself, by its names.
  private static let ownNeedles = [
    "passphrase", "backup", "password", "marker.password", "marker.password.changed", "changed.slot.KEK",
    "rotating.akpu.entry", "rotated.link.KEK", "now.PK",
  ]

  @Test func `a locked process has no key and no secret in memory, and neither has one that closed`() throws {
    let found = try found("visible")
    // The look can fail: unlocked, with memory that can be read, it finds what is there.
    let unlocked = try #require(found["unlocked"])
    for name in Self.kept { #expect((unlocked["now.\(name)"] ?? 0) > 0, "\(name) while unlocked") }
    #expect(unlocked.contains { $0.key.hasPrefix("marker.") && $0.value > 0 }, "a secret that is held")
    // The keys before the last change left with it.
    for (name, count) in unlocked where !name.hasPrefix("now.") && !name.hasPrefix("marker.") {
      #expect(count == 0, "\(name), unlocked")
    }
    for when in ["closed", "locked", "end"] {
      let counts = try #require(found[when])
      #expect(Set(counts.keys).isSuperset(of: unlocked.keys) && Self.ownNeedles.allSatisfy { counts[$0] != nil })
      for (name, count) in counts { #expect(count == 0, "\(name), \(when)") }
    }
  }

  @Test func `what an unlocked process keeps is not to be read where the kernel has memory for it`() throws {
    let found = try found("hidden")
    let unlocked = try #require(found["unlocked"])
    // Where the kernel lends none, the keys are where the other test finds them.
    guard Self.kept.allSatisfy({ unlocked["now.\($0)"] == 0 }) else {
      #expect(!LockedMemory.isSecret)
      return
    }
    for (name, count) in unlocked where !name.hasPrefix("marker.") { #expect(count == 0, "\(name), unlocked") }
    for (name, count) in try #require(found["locked"]) { #expect(count == 0, "\(name), locked") }
  }

  @Test func `a child finds nothing and is refused, and the parent goes on`() throws {
    let worker = try Worker(["fork", temporary.folder.path])
    let lines = worker.lines()
    #expect(
      lines == [
        "state refused", "read refused", "add refused", "lock refused", "condition refused", "open refused",
        "child ended with 0", "parent reads",
      ])
    #expect(worker.wait() == 0)
  }
}
