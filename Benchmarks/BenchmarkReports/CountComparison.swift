/// What became of the counts that a file has.
package struct CountComparison: Sendable {
  /// A count that is not what the file says; nil where one side has none.
  package struct Difference: Equatable, Sendable {
    package let call: String
    package let kind: CountKind
    package let before: UInt64?
    package let now: UInt64?

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

  package init(of now: CountTable, with before: CountTable) {
    let names = Set(now.versions.keys).union(before.versions.keys).sorted()
    let others = names.filter { now.versions[$0] != before.versions[$0] }
    otherVersions = others.map { "\($0) \(now.versions[$0] ?? "none") in place of \(before.versions[$0] ?? "none")" }
    let skipped = CountKind.allCases.filter { !$0.parts.isDisjoint(with: others) }
    self.skipped = skipped
    var differences: [Difference] = []
    for entry in now.entries where !skipped.contains(entry.kind) {
      let old = before.count(like: entry)
      if old != entry.count { differences.append(Difference(entry, before: old, now: entry.count)) }
    }
    for entry in before.entries where !skipped.contains(entry.kind) && now.count(like: entry) == nil {
      differences.append(Difference(entry, before: entry.count, now: nil))
    }
    self.differences = differences
  }
}

extension CountComparison.Difference {
  init(_ entry: CountTable.Entry, before: UInt64?, now: UInt64?) {
    self.init(call: entry.call, kind: entry.kind, before: before, now: now)
  }
}

extension CountTable {
  /// The count of the same call and kind.
  fileprivate func count(like entry: Entry) -> UInt64? {
    entries.first { $0.call == entry.call && $0.kind == entry.kind }?.count
  }
}
