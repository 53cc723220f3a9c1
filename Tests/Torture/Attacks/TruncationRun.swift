import Foundation
import TestSupport

/// Files cut short, lengthened, emptied, taken away, and put where another keychain's belong.
package enum TruncationRun {
  /// Everything there is, or every so many hundredth of it.
  package static func each(share: Int = 100, progress: RunProgress = { _, _ in }) throws -> RunReport {
    let closed = try AttackedKeychain(.closed)
    let withLog = try AttackedKeychain(.withLog)
    let other = try AttackedKeychain(.withLog)
    let cuts =
      cuts(of: AttackedKeychain.database, in: closed) + cuts(of: AttackedKeychain.log, in: withLog)
      + cuts(of: AttackedKeychain.keybag, in: closed)
    let chosen = cuts.count.spread(cuts.count * share / 100).map { cuts[$0 - 1] }
    let cases =
      chosen + [closed, withLog].flatMap { garbage(behind: $0) + losses(of: $0) + exchanges(in: $0, for: other) }

    var report = RunReport("T6 truncations")
    for (done, one) in cases.enumerated() {
      RunWatch.begin("\(report.name), \(one.title)")
      report.take(try AttackTrial(one.target).outcome(of: one.files), one.title)
      progress(done + 1, cases.count)
    }
    return report
  }

  private struct Case {
    let title: String
    let target: AttackedKeychain
    let files: AttackedKeychain.Files
  }

  /// Every length up to a page, and every multiple of a sector's.
  private static func cuts(of name: String, in target: AttackedKeychain) -> [Case] {
    guard let bytes = target.files[name] else { return [] }
    let lengths = Array(0..<min(4_096, bytes.count)) + stride(from: 4_096, to: bytes.count, by: 512)
    return lengths.map { length in
      var files = target.files
      files[name] = Array(bytes[..<length])
      return Case(title: "\(name) cut to \(length)", target: target, files: files)
    }
  }

  private static func garbage(behind target: AttackedKeychain) -> [Case] {
    var random = SeededRandom(seed: 1)
    return target.files.keys.sorted().flatMap { name in
      [1, 24, 511, 512, 4_096, 4_120, 100_000].map { count in
        var files = target.files
        files[name]? += (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return Case(title: "\(count) bytes behind \(name)", target: target, files: files)
      }
    }
  }

  /// Each file empty, of zeros, and not there.
  private static func losses(of target: AttackedKeychain) -> [Case] {
    target.files.keys.sorted().flatMap { name in
      [[], [UInt8](repeating: 0, count: target.files[name]?.count ?? 0), nil].map { (bytes: [UInt8]?) in
        var files = target.files
        files[name] = bytes
        return Case(
          title: "\(name) with \(bytes.map { "\($0.count) zeros" } ?? "nothing")", target: target, files: files)
      }
    }
  }

  /// Files of another keychain, alone and together, and indexes of the log that are none.
  private static func exchanges(in target: AttackedKeychain, for other: AttackedKeychain) -> [Case] {
    let names = [AttackedKeychain.database, AttackedKeychain.log, AttackedKeychain.keybag]
    var cases: [Case] = []
    for chosen in 1..<1 << names.count {
      var files = target.files
      for (index, name) in names.enumerated() where chosen >> index & 1 == 1 { files[name] = other.files[name] }
      cases.append(Case(title: "another's files \(chosen)", target: target, files: files))
    }
    for (title, count) in [("an empty", 0), ("a short", 100), ("a false", 32_768)] {
      var files = target.files
      files["\(AttackedKeychain.database)-shm"] = [UInt8](repeating: 0x55, count: count)
      cases.append(Case(title: "\(title) index of the log", target: target, files: files))
    }
    // The state folders of two keychains, one named as the other.
    let states = other.files.filter { AttackedKeychain.isState($0.key) }
    for (name, bytes) in target.files where AttackedKeychain.isState(name) {
      var files = target.files
      let suffix = URL(filePath: name).pathExtension
      files[name] = states.first { $0.key.hasSuffix(suffix) }?.value ?? bytes
      cases.append(Case(title: "another's \(suffix)", target: target, files: files))
    }
    return cases
  }
}
