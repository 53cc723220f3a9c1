import Foundation
import Torture

/// The rows that were asked for, run one after the other and printed as a table.
struct LongForm {
  struct Row: Sendable {
    let name: String
    let run: @Sendable (LongForm, RunProgress) throws -> RunReport
  }

  /// The first of the seeds; printed, so that a failure can be made again.
  private var seed = UInt64.random(in: 0..<1 << 32)
  /// Percent of the full numbers, for a look in between.
  private var share = 100
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

  private func part(_ count: Int) -> Int { max(1, count * share / 100) }

  static let rows: [Row] = [
    Row(name: "crash") { form, progress in
      try (0..<5).map { number in
        let seed = form.seed &+ UInt64(number)
        return try CrashRun.each(of: Workload(seed: seed), seeds: [seed], limit: form.part(600), progress: progress)
      }.reduce(RunReport("T1 crash points"), +)
    },
    Row(name: "kill") { form, progress in
      try KillRun.each(form.part(5_000), seed: form.seed, progress: progress)
    },
    Row(name: "memory") { form, progress in
      try [false, true].map { isForever in
        try MemoryRun.eachOfSQLite(
          of: .short, isForever: isForever, limit: form.share == 100 ? .max : form.part(2_000), progress: progress)
      }.reduce(RunReport("T3 SQLite's memory"), +)
    },
    Row(name: "secrets") { form, progress in
      try MemoryRun.eachOfSecrets(of: Workload(seed: form.seed), progress: progress)
    },
    Row(name: "faults") { form, progress in
      try Fault.all.map { fault in
        try FaultRun.each(fault, of: Workload(seed: form.seed), limit: form.part(600), progress: progress)
      }.reduce(RunReport("T4 faults of files"), +)
    },
    Row(name: "disk") { form, progress in
      try DiskRun.each(form.part(200), of: Workload(seed: form.seed), progress: progress)
    },
  ]

  /// The exit code: 1 where anything failed.
  func run() throws -> Int32 {
    guard MemoryRun.install() else { return 1 }
    RunWatch.start()
    Self.tell("seed \(seed), \(share) % of the numbers")
    var hasFailed = false
    for row in Self.rows where names.isEmpty || names.contains(row.name) {
      let start = ContinuousClock.now
      let report = try row.run(self) { done, count in Self.show("\(row.name) \(done) of \(count)") }
      Self.show("")
      Self.tell(Self.line(of: report, seconds: Int((ContinuousClock.now - start) / .seconds(1))))
      for failure in report.failures.prefix(Self.shownFailures) { Self.tell("  \(failure)") }
      hasFailed = hasFailed || !report.failures.isEmpty
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
