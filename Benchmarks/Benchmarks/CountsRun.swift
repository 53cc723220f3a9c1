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

  /// Whether the counts are what they were, or are written.
  func run() throws -> Bool {
    #if DEBUG
      throw Failure("counts: a debug build allocates otherwise; build with -c release")
    #else
      let table = try counted()
      switch task {
      case .write:
        try Data(table.text.utf8).write(to: URL(filePath: path), options: .atomic)
        return true
      case .check:
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        return report(CountComparison(of: table, with: try CountTable(text)), count: table.entries.count)
      }
    #endif
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
    if !comparison.skipped.isEmpty {
      let kinds = comparison.skipped.map(\.rawValue).joined(separator: ", ")
      print("counts: not compared here: \(kinds), since there is \(comparison.otherVersions.joined(separator: ", "))")
    }
    guard comparison.differences.isEmpty else {
      print("counts: the commit that changes one changes \(path) too, and says why: --write-counts \(path)")
      return false
    }
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
