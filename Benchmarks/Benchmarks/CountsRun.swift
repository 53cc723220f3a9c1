import BenchmarkReports
import CCallCounts
import Foundation

/// Counts every call, and writes the counts down or holds them against what was written down before.
struct CountsRun {
  enum Task {
    case check
    case write
  }

  let task: Task
  let path: String
  /// Why counts may rise that are written.
  var reason: String?

  /// Whether the counts are what they were, or are written.
  func run() throws -> Bool {
    #if DEBUG
      throw Failure("counts: a debug build allocates otherwise; build with -c release")
    #else
      switch task {
      case .write:
        // Read before anything is counted: a file that cannot be read says so at once.
        let before = FileManager.default.fileExists(atPath: path) ? try kept() : nil
        return try write(try counted(), over: before)
      case .check:
        let before = try kept()
        let table = try counted()
        return report(CountComparison(of: table, with: before), count: table.entries.count)
      }
    #endif
  }

  private func kept() throws -> CountTable {
    try CountTable(String(contentsOf: URL(filePath: path), encoding: .utf8))
  }

  private func write(_ table: CountTable, over before: CountTable?) throws -> Bool {
    let replacement = CountReplacement(of: before ?? table, by: table, because: reason, on: Machine.today())
    for rise in replacement.rises { print(rise.line) }
    guard replacement.isJustified else {
      print("counts: \(path) is as it was; say why: --write-counts \(path) --because \"TEXT\"")
      return false
    }
    if reason != nil, replacement.rises.isEmpty { print("counts: none rose, so the reason is not written") }
    try Data(replacement.table.text.utf8).write(to: URL(filePath: path), options: .atomic)
    return true
  }

  private func counted() throws -> CountTable {
    try CallCounter.install()
    let folder = try TemporaryFolder()
    do {
      let entries = try CountedCall.all.flatMap { try $0.counts(in: folder) }
      try folder.remove()
      return CountTable(versions: Self.versions, entries: entries)
    } catch {
      try folder.remove()
      throw error
    }
  }

  private func report(_ comparison: CountComparison, count: Int) -> Bool {
    for difference in comparison.differences { print(difference.line) }
    if !comparison.differences.isEmpty {
      print("counts: the commit that changes one changes \(path) too, and says why: --write-counts \(path)")
    }
    if !comparison.otherVersions.isEmpty {
      let kinds = comparison.skipped.map(\.rawValue).joined(separator: ", ")
      print(
        """
        counts: \(path) was counted with other versions; here is \(comparison.otherVersions.joined(separator: ", "))
        counts: not compared: \(kinds.isEmpty ? "nothing" : kinds)
        counts: count the commit before anew with these versions, then this one: --write-counts \(path)
        """)
    }
    guard comparison.isSame else { return false }
    print("counts: \(count) counted, all as in \(path)")
    return true
  }

  private static var versions: [String: String] {
    [
      CountTable.sqlite: unsafe String(cString: callcounts_sqlite_version()),
      CountTable.sodium: unsafe String(cString: callcounts_sodium_version()), CountTable.swift: swiftVersion,
    ]
  }

  private static var swiftVersion: String {
    #if compiler(>=6.4)
      "6.4-or-later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
