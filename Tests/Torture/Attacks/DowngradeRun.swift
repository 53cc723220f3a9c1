import KeychainCrypto
import KeychainKit
import TestSupport

/// Every byte of a header changed, with digests that are right again where whoever changed it could compute them.
package enum DowngradeRun {
  package static func each(share: Int = 100, progress: RunProgress = { _, _ in }) throws -> RunReport {
    var report = RunReport("T13 downgrades")
    let target = try AttackedKeychain(.closed)
    let all = keybags(of: target) + boxes(of: target) + record(of: target) + anchor(of: target)
    let cases = all.count.spread(all.count * share / 100).map { all[$0 - 1] } + (try olderBags())
    for (done, one) in cases.enumerated() {
      RunWatch.begin("\(report.name), \(one.title)")
      var trial = try AttackTrial(one.target)
      trial.passphrase = one.passphrase
      var outcome = try trial.outcome(of: try one.files())
      if outcome.problem == nil, let problem = one.problem(outcome) { outcome.problem = problem }
      report.take(outcome, one.title)
      progress(done + 1, cases.count)
    }
    return report
  }

  private struct Case {
    let title: String
    let target: AttackedKeychain
    let files: () throws -> AttackedKeychain.Files
    /// What is to be said beside what a trial says by itself.
    let problem: (AttackTrial.Outcome) -> String?
    var passphrase = AttackedKeychain.passphrase
  }

  private static let changes: [(name: String, change: @Sendable (UInt8) -> UInt8)] = [
    ("one more", { $0 &+ 1 }), ("one less", { $0 &- 1 }), ("the other sign", { $0 ^ 0x80 }),
  ]

  /// The bag, byte by byte: three changes of what stands in the clear, one of what is sealed.
  private static func keybags(of target: AttackedKeychain) -> [Case] {
    let bag = target.bag
    let clear = 72 + 160 * (Int(bag[64]) | Int(bag[65]) << 8)
    return (0..<bag.count - 32).flatMap { index in
      changes.prefix(index < clear ? 3 : 1).map { name, change in
        var changed = bag
        changed[index] = change(changed[index])
        return Case(
          title: "byte \(index) of the key bag, \(name)", target: target,
          files: { [changed] in try target.files(withBag: digested(changed)) },
          problem: { $0.hasError ? nil : "a changed bag opens" })
      }
    }
  }

  /// The bag with the digest that fits it.
  static func digested(_ bag: [UInt8]) -> [UInt8] {
    let content = Array(bag.dropLast(32))
    let digest = unsafe content.withUnsafeBytes { unsafe KeybagImage.digest(of: $0) }
    return content + digest
  }

  /// The eight bytes that each box begins with: version, algorithm, class, kind, generation of the key.
  private static func boxes(of target: AttackedKeychain) -> [Case] {
    var cases: [Case] = []
    for row in target.raw.tables["item"] ?? [] {
      for (place, column) in [(15, "metadata"), (16, "secret")] {
        guard case .blob(let box) = row[place], case .blob(let uuid) = row[1] else { continue }
        for index in 0..<8 {
          for (name, change) in changes {
            var changed = box
            changed[index] = change(changed[index])
            let sql = "UPDATE item SET \(column) = ?1 WHERE id = ?2"
            cases.append(
              Case(
                title: "byte \(index) of the \(column) of \(row[0]), \(name)", target: target,
                files: { [changed] in try target.files.changing { try $0.execute(sql, [.blob(changed), row[0]]) } },
                problem: { outcome in
                  let isFound = outcome.found.entries.keys.contains { $0.uuid == uuid && !$0.isTombstone }
                  return isFound ? "the item opens" : nil
                }))
          }
        }
      }
    }
    return cases
  }

  private static func record(of target: AttackedKeychain) -> [Case] {
    let rows = target.raw.tables["meta"] ?? []
    guard case .blob(let record)? = rows.first(where: { $0.first == .text("state") })?.last else { return [] }
    return record.indices.map { index in
      var changed = record
      changed[index] ^= 1
      return Case(
        title: "byte \(index) of the state record", target: target,
        files: { [changed] in
          try target.files.changing {
            try $0.execute("UPDATE meta SET value = ?1 WHERE key = 'state'", [.blob(changed)])
          }
        },
        problem: { $0.isNoticed ? nil : "nobody says so" })
    }
  }

  private static func anchor(of target: AttackedKeychain) -> [Case] {
    guard let name = target.files.keys.first(where: { $0.hasSuffix(".anchor") }), let anchor = target.files[name] else {
      return []
    }
    return anchor.indices.map { index in
      var files = target.files
      // An anchor of an earlier epoch would only be one that stayed behind.
      files[name]?[index] &+= 1
      return Case(
        title: "byte \(index) of the anchor", target: target, files: { [files] in files },
        problem: { $0.isNoticed ? nil : "nobody says so" })
    }
  }

  /// The bag of before a change of the passphrase, whole and in part, in the file of after it.
  private static func olderBags() throws -> [Case] {
    let folder = try TemporaryFolder(inMemory: true)
    let builder = try AttackedKeychainBuilder(in: folder, passphrase: olderPassphrase)
    try builder.fill()
    let older = try folder.bytes(of: AttackedKeychain.keybag)
    try builder.keychain.changePassphrase(
      from: SecretBytes(olderPassphrase), to: SecretBytes(AttackedKeychain.passphrase))
    let contents = try builder.contents()
    builder.close()
    let target = try AttackedKeychain(try folder.files(), [contents])
    let slots = (0..<3).map { 72 + $0 * 160..<72 + ($0 + 1) * 160 }
    let parts = [0..<target.bag.count, 0..<72, 24..<32, 72 + 480..<target.bag.count] + slots
    return parts.flatMap { part -> [Case] in
      var mixed = target.bag
      mixed.replaceSubrange(part, with: older[part])
      // A change of the passphrase writes one slot.
      guard mixed != target.bag else { return [] }
      // A whole older bag opens by what opened it then, and is known as older.
      return [
        Case(
          title: "bytes \(part) of an older bag", target: target,
          files: { [mixed] in try target.files(withBag: digested(mixed)) },
          problem: { $0.isNoticed ? nil : "nobody says so" },
          passphrase: part.count == mixed.count ? olderPassphrase : AttackedKeychain.passphrase)
      ]
    }
  }

  private static let olderPassphrase = "an older one"
}
