import Foundation
import Torture

/// The rows that were asked for, run one after the other and printed as a table.
struct LongForm {
  /// Makes one line of the table.
  typealias Part = (RunProgress) throws -> RunReport

  struct Row: Sendable {
    let name: String
    let parts: @Sendable (LongForm) -> [Part]
  }

  /// The first of the seeds; printed, so that a failure can be made again.
  private(set) var seed = UInt64.random(in: 0..<1 << 32)
  /// Percent of the full numbers, for a look in between.
  private(set) var share = 100
  private var names: Set<String> = []

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
      default:
        guard Self.rows.contains(where: { $0.name == argument }) else { return nil }
        names.insert(argument)
      }
    }
  }

  func part(_ count: Int) -> Int { max(1, count * share / 100) }

  private var workload: Workload { Workload(seed: seed) }

  static let rows: [Row] =
    [
      Row(name: "crash") { form in [form.crash] },
      Row(name: "kill") { form in [form.kill] },
      Row(name: "memory") { form in [false, true].map(form.memory) },
      Row(name: "secrets") { form in [form.secrets] },
      Row(name: "faults") { form in Fault.all.map(form.faults) },
      Row(name: "disk") { form in [form.disk] },
    ] + attacks

  private func crash(_ progress: RunProgress) throws -> RunReport {
    var sum = RunReport("T1 crash points")
    for number: UInt64 in 0..<5 {
      let drawn = Workload(seed: seed &+ number)
      sum = sum + (try CrashRun.each(of: drawn, seeds: [seed &+ number], limit: part(600), progress: progress))
    }
    return sum
  }

  private func kill(_ progress: RunProgress) throws -> RunReport {
    try KillRun.each(part(5_000), seed: seed, progress: progress)
  }

  private func memory(isForever: Bool) -> Part {
    // Every allocation there is, and a part of so many for a look in between.
    let limit = share == 100 ? Int.max : part(2_000)
    return { try MemoryRun.eachOfSQLite(of: .short, isForever: isForever, limit: limit, progress: $0) }
  }

  private func secrets(_ progress: RunProgress) throws -> RunReport {
    try MemoryRun.eachOfSecrets(of: workload, progress: progress)
  }

  private func faults(_ fault: Fault) -> Part {
    { progress in
      try FaultRun.each(fault, of: workload, limit: part(600), progress: progress)
        + FaultRun.each(fault, of: Workload(seed: seed &+ 1), limit: part(600), progress: progress)
    }
  }

  private func disk(_ progress: RunProgress) throws -> RunReport {
    try DiskRun.each(part(200), of: workload, progress: progress)
  }

  /// The exit code: 1 where anything failed.
  func run() throws -> Int32 {
    guard MemoryRun.install() else { return 1 }
    RunWatch.start()
    Self.tell("seed \(seed), \(share) % of the numbers")
    var hasFailed = false
    for row in Self.rows where names.isEmpty || names.contains(row.name) {
      for part in row.parts(self) {
        let start = ContinuousClock.now
        let report = try part { done, count in Self.show("\(row.name) \(done) of \(count)") }
        Self.show("")
        Self.tell(Self.line(of: report, seconds: Int((ContinuousClock.now - start) / .seconds(1))))
        for failure in report.failures.prefix(Self.shownFailures) { Self.tell("  \(failure)") }
        hasFailed = hasFailed || !report.failures.isEmpty
      }
    }
    return hasFailed ? 1 : 0
  }

  private static let shownFailures = 20

  private static func line(of report: RunReport, seconds: Int) -> String {
    let columns = [
      "\(report.runs) runs", "\(report.failedCalls) failed calls", "\(report.failures.count) failures", "\(seconds) s",
    ]
    let name = report.name.padding(toLength: 28, withPad: " ", startingAt: 0)
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
