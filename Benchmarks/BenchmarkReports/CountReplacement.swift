/// What becomes of a file of counts that is written anew: its comments stay, and a count that rises needs a reason.
package struct CountReplacement: Sendable {
  /// The table to write.
  package let table: CountTable
  /// The counts that rise, with another version of what they depend on as well.
  package let rises: [CountComparison.Difference]
  private let hasReason: Bool

  /// Whether it may take the earlier one's place.
  package var isJustified: Bool { rises.isEmpty || hasReason }

  /// - Parameters:
  ///   - reason: why counts rise, in one line.
  ///   - day: what is written before the reason.
  package init(of before: CountTable, by now: CountTable, because reason: String? = nil, on day: String) {
    rises = now.differences(from: before).filter(\.isRise)
    hasReason = reason != nil
    var comments = before.comments
    if let reason {
      for (call, rises) in Dictionary(grouping: rises, by: \.call) {
        let changes = rises.map { "\($0.kind.rawValue) \($0.before ?? 0) to \($0.now ?? 0)" }.joined(separator: ", ")
        comments[call, default: []].append("\(CountTable.commentMark) \(day) \(changes): \(reason)")
      }
    }
    let calls = Set(now.entries.map(\.call))
    table = CountTable(
      versions: now.versions, entries: now.entries, comments: comments.filter { calls.contains($0.key) })
  }
}
