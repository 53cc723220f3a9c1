import KeychainKit
import TestSupport

/// Passphrases that are wrong, by much and by little.
package enum PassphraseRun {
  package static func each(_ count: Int, seed: UInt64, progress: RunProgress = { _, _ in }) throws -> RunReport {
    var report = RunReport("T12 wrong passphrases")
    let folder = try TemporaryFolder(inMemory: true)
    let builder = try AttackedKeychainBuilder(in: folder)
    try builder.fill()
    builder.close()
    let before = try folder.files()
    let keychain = try Keychain.open(
      TemporaryKeychain.path(in: folder), as: Caller(accessGroups: AttackedKeychain.groups),
      options: TemporaryKeychain.options(in: folder))
    for (done, passphrase) in wrong(count, seed: seed).enumerated() {
      RunWatch.begin("\(report.name), seed \(seed), passphrase \(done)")
      report.runs += 1
      do throws(KeychainError) {
        try keychain.unlock(passphrase: SecretBytes(passphrase))
        report.failures.append("passphrase \(done) opens")
      } catch .wrongPassphrase {
        report.failedCalls += 1
      } catch {
        report.failures.append("passphrase \(done): \(error)")
      }
      progress(done + 1, count)
    }
    for (name, bytes) in try folder.files()
    where before[name] != bytes && !name.hasSuffix("-shm") && !name.hasSuffix("-wal") {
      report.failures.append("\(name) is another one")
    }
    try keychain.unlock(passphrase: SecretBytes(AttackedKeychain.passphrase))
    return report
  }

  /// A few that differ by one letter, one byte or a form of Unicode, and as many drawn ones as are left.
  private static func wrong(_ count: Int, seed: UInt64) -> [[UInt8]] {
    let right = Array(AttackedKeychain.passphrase.utf8)
    var wrong: [[UInt8]] = [[], right + [0], right + [32], [32] + right, right + right, right.reversed(), [0] + right]
    for index in right.indices {
      wrong += (0..<8).map { bit in
        var changed = right
        changed[index] ^= 1 << bit
        return changed
      }
      wrong.append(Array(right[..<index]))
      wrong.append(Array(right[(index + 1)...]))
      wrong.append(Array(right[..<index]) + [0xCC, 0x81] + right[index...])
    }
    var random = SeededRandom(seed: seed)
    while wrong.count < count {
      wrong.append((0..<Int.random(in: 1...64, using: &random)).map { _ in .random(in: 0...255, using: &random) })
    }
    return Array(wrong.prefix(count))
  }
}
