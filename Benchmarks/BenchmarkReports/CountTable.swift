/// Counts of calls, as a text of one line a count: a change of one shows as one line.
package struct CountTable: Equatable, Sendable {
  /// One count.
  package struct Entry: Equatable, Sendable {
    package let call: String
    package let kind: CountKind
    package let count: UInt64

    package init(_ call: String, _ kind: CountKind, _ count: UInt64) {
      self.call = call
      self.kind = kind
      self.count = count
    }
  }

  /// Why a text is no table of counts.
  package struct Malformed: Error, Equatable, CustomStringConvertible {
    let line: Int
    let reason: String

    package var description: String { "line \(line): \(reason)" }
  }

  package static let sqlite = "sqlite"
  package static let sodium = "libsodium"
  package static let swift = "swift"

  /// The versions of what the counts depend on, by name.
  package let versions: [String: String]
  package let entries: [Entry]
  /// The lines of comment above each call's counts, such as why one rose, by the call's name.
  package let comments: [String: [String]]

  package init(versions: [String: String], entries: [Entry], comments: [String: [String]] = [:]) {
    self.versions = versions
    self.entries = entries
    self.comments = comments
  }

  /// The count of the same call and kind.
  func count(like entry: Entry) -> UInt64? {
    entries.first { $0.call == entry.call && $0.kind == entry.kind }?.count
  }
}

extension CountTable {
  private static let with = "with"
  static let commentMark = "#"

  /// Reads what `text` writes. Comments directly above a call's counts belong to that call; others say nothing, and
  /// nor do empty lines.
  package init(_ text: String) throws(Malformed) {
    var versions: [String: String] = [:]
    var entries: [Entry] = []
    var comments: [String: [String]] = [:]
    var above: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first, !first.hasPrefix(Self.commentMark) else {
        // An empty line parts what stands above it from what follows.
        above = words.isEmpty ? [] : above + [String(line)]
        continue
      }
      defer { above = [] }
      func malformed(_ reason: String) -> Malformed { Malformed(line: index + 1, reason: reason) }
      guard words.count == 3 else { throw malformed("three words belong on a line") }
      if first == Self.with {
        versions[words[1]] = words[2]
        continue
      }
      guard let kind = CountKind(rawValue: words[1]) else { throw malformed("`\(words[1])` is not counted") }
      guard let count = UInt64(words[2]) else { throw malformed("`\(words[2])` is no count") }
      guard !entries.contains(where: { $0.call == first && $0.kind == kind }) else {
        throw malformed("a second count of the same")
      }
      entries.append(Entry(first, kind, count))
      if !above.isEmpty { comments[first, default: []] += above }
    }
    self.init(versions: versions, entries: entries, comments: comments)
  }

  /// The table as it is kept.
  package var text: String {
    let width = entries.map(\.call.count).max() ?? 0
    let kindWidth = CountKind.allCases.map(\.rawValue.count).max() ?? 0
    let digits = entries.map { "\($0.count)".count }.max() ?? 0
    var lines = Self.heading
    var comments = comments
    lines += versions.sorted { $0.key < $1.key }.map { "\(Self.with) \($0.key) \($0.value)" }
    for (index, entry) in entries.enumerated() {
      if index == 0 || entries[index - 1].call != entry.call {
        lines.append("")
        lines += comments.removeValue(forKey: entry.call) ?? []
      }
      let count = "\(entry.count)"
      lines.append(
        Self.padded(entry.call, width) + "  " + Self.padded(entry.kind.rawValue, kindWidth) + "  "
          + String(repeating: " ", count: digits - count.count) + count)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let heading = [
    "# What one call costs on a keychain of 1,000 items, in counts that repeat exactly. A commit that changes one",
    "# writes this file anew:  swift run -c release benchmarks --write-counts Benchmarks/counts.txt",
    "# Where one rises, it says why above the counts of the call:  --because \"TEXT\"",
  ]

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
