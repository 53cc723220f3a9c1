import Foundation
import Torture

/// The rows that were asked for, run one after the other and printed as a table.
///
/// The long form is for nights and releases. The short one, which every change has to pass, makes fewer runs of some
/// rows, and none of those that measure time.
struct TortureForm {
  /// The first of the seeds; printed, so that a failure can be made again.
  private(set) var seed = UInt64.random(in: 0..<1 << 32)
  /// Percent of the full numbers, for a look in between.
  private(set) var share = 100
  private(set) var isShort = false
  private var names: Set<String> = []
  /// Whether the names are of what is left out.
  private var leavesOut = false

  /// Nil where an argument is not understood.
  init?(_ arguments: [String]) {
    var left = arguments[...]
    while let argument = left.popFirst() {
      switch argument {
      case "--seed":
        guard let seed = left.popFirst().flatMap({ UInt64($0) }) else { return nil }
        self.seed = seed
      case "--share":
        guard let share = left.popFirst().flatMap({ Int($0) }), (1...100).contains(share) else { return nil }
        self.share = share
      case "--short": isShort = true
      case "--except": leavesOut = true
      default:
        guard Self.rows.contains(where: { $0.name == argument }) else { return nil }
        names.insert(argument)
      }
    }
  }

  /// The share of a full number.
  func part(short: Int, long: Int) -> Int { max(1, (isShort ? short : long) * share / 100) }

  func part(_ count: Int) -> Int { part(short: count, long: count) }

  var workload: Workload { Workload(seed: seed) }

  static let rows = faults + attacks

  /// The exit code: 1 where anything failed, or fewer runs were made than promised.
  func run() throws -> Int32 {
    guard MemoryRun.install() else { return 1 }
    RunWatch.start()
    Self.tell("seed \(seed), \(isShort ? "short form, " : "")\(share) % of the numbers")
    var isFine = true
    for row in Self.rows where names.isEmpty || names.contains(row.name) != leavesOut {
      let least = isShort ? row.least.short : row.least.long
      if least > 0 { isFine = try run(row, least) && isFine }
    }
    return isFine ? 0 : 1
  }

  /// How many seeds one after the other are drawn for a row: what a workload draws decides how many runs it gives.
  private static let mostSeeds: UInt64 = 4

  private func run(_ row: TortureRow, _ least: Int) throws -> Bool {
    var sum = RunReport(row.name)
    var form = self
    while true {
      sum = sum + (try form.run(row))
      let isWhole = sum.runs >= least || share < 100 || sum.obstacle != nil
      if isWhole || !sum.failures.isEmpty { return isWhole && sum.failures.isEmpty }
      Self.tell("  \(row.name): \(sum.runs) runs, and \(least) are promised")
      guard form.seed &- seed < Self.mostSeeds - 1 else { return false }
      form.seed &+= 1
      Self.tell("  on with seed \(form.seed)")
    }
  }

  private func run(_ row: TortureRow) throws -> RunReport {
    var sum = RunReport(row.name)
    for part in row.parts(self) {
      let start = ContinuousClock.now
      let report = try part { done, count in Self.show("\(row.name) \(done) of \(count)") }
      Self.show("")
      Self.tell(Self.line(of: report, seconds: Int((ContinuousClock.now - start) / .seconds(1))))
      for failure in report.failures.prefix(Self.shownFailures) { Self.tell("  \(failure)") }
      if let obstacle = report.obstacle { Self.tell("  left out: \(obstacle)") }
      sum = sum + report
    }
    return sum
  }

  private static let shownFailures = 20

  private static func line(of report: RunReport, seconds: Int) -> String {
    let columns = [
      "\(report.runs) runs", "\(report.failedCalls) failed calls", "\(report.failures.count) failures", "\(seconds) s",
    ]
    let name = report.name.padding(toLength: 36, withPad: " ", startingAt: 0)
    return name + columns.map { $0.padding(toLength: 20, withPad: " ", startingAt: 0) }.joined()
  }

  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// How far it is, on a terminal alone.
  private static func show(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }
}
