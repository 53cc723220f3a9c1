/// What became of the counts that a file has.
package struct CountComparison: Sendable {
  /// A count that is not what the file says; nil where one side has none.
  package struct Difference: Equatable, Sendable {
    package let call: String
    package let kind: CountKind
    package let before: UInt64?
    package let now: UInt64?

    /// Whether the call costs more than it did; a count without an earlier one is none that rose.
    package var isRise: Bool {
      guard let before, let now else { return false }
      return now > before
    }

    /// The difference in words.
    package var line: String {
      switch (before, now) {
      case (nil, let now?): "counts \(call) \(kind.rawValue): \(now) is not in the file"
      case (let before?, nil): "counts \(call) \(kind.rawValue): \(before) is in the file and is counted no more"
      case (let before?, let now?) where now > before:
        "counts \(call) \(kind.rawValue): rose from \(before) to \(now)"
      case (let before?, let now?): "counts \(call) \(kind.rawValue): fell from \(before) to \(now)"
      case (nil, nil): "counts \(call) \(kind.rawValue): nowhere"
      }
    }
  }

  /// Counts that differ, in the order of the tables. One that fell is among them: were the file not lowered with it,
  /// it could rise again unnoticed.
  package let differences: [Difference]
  /// Kinds left out, because another version of something else would change them too.
  package let skipped: [CountKind]
  /// The versions that differ, in words.
  package let otherVersions: [String]

  /// Whether every count was compared and is as before.
  package var isSame: Bool { differences.isEmpty && otherVersions.isEmpty }

  package init(of now: CountTable, with before: CountTable) {
    let names = Set(now.versions.keys).union(before.versions.keys).sorted()
    let others = names.filter { now.versions[$0] != before.versions[$0] }
    otherVersions = others.map { "\($0) \(now.versions[$0] ?? "none") in place of \(before.versions[$0] ?? "none")" }
    let skipped = CountKind.allCases.filter { !$0.parts.isDisjoint(with: others) }
    self.skipped = skipped
    differences = now.differences(from: before).filter { !skipped.contains($0.kind) }
  }
}

extension CountTable {
  /// All counts that differ, whatever they were counted with.
  func differences(from before: CountTable) -> [CountComparison.Difference] {
    let changed = entries.compactMap { entry -> CountComparison.Difference? in
      let old = before.count(like: entry)
      return old == entry.count ? nil : .init(call: entry.call, kind: entry.kind, before: old, now: entry.count)
    }
    let lost = before.entries.filter { count(like: $0) == nil }
    return changed + lost.map { .init(call: $0.call, kind: $0.kind, before: $0.count, now: nil) }
  }
}
