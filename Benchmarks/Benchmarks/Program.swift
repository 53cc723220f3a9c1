import BenchmarkReports
import CRawReference
import Foundation

/// The command: measures the rows that were asked for and says what came out.
enum Program {
  private enum Status {
    static let done: Int32 = 0
    static let goalMissed: Int32 = 1
    static let changed: Int32 = 1
    static let misunderstood: Int32 = 2
    static let failed: Int32 = 3
  }

  static func run(_ words: [String]) -> Int32 {
    do {
      let arguments = try Arguments(words)
      guard !arguments.help else {
        print(Arguments.helpText)
        return Status.done
      }
      if let counts = arguments.counts {
        Interruption.watch()
        return try counts.run() ? Status.done : Status.changed
      }
      if !arguments.figures.isEmpty {
        try arguments.output.write(from: arguments.figures)
        return Status.done
      }
      if arguments.peers { return try comparePeers(arguments) }
      if let floor = arguments.floor { return try compareFloor(arguments, floor) }
      return try measure(arguments)
    } catch let error as Arguments.Misunderstood {
      note("benchmarks: \(error.reason); see --help")
      return Status.misunderstood
    } catch {
      note("benchmarks: \(error)")
      return Status.failed
    }
  }

  private static func measure(_ arguments: Arguments) throws -> Int32 {
    let names = Row.all.map(\.name)
    let rows = Row.all.filter { arguments.filter.takes($0.name, among: names) }
    guard !rows.isEmpty else {
      throw Arguments.Misunderstood(reason: "no row's name contains \(arguments.filter.words)")
    }
    let figures = try inFolder { try measure(rows, arguments, in: $0) }
    try arguments.output.write(try Report(arguments: arguments, figures: figures))
    let unmeasured = figures.filter(\.isUnmeasured).map(\.name)
    return status(arguments, isMissed: figures.contains { $0.isMissed == true }, unmeasured: unmeasured)
  }

  /// A row that has a goal and was not measured does not meet it.
  private static func status(_ arguments: Arguments, isMissed: Bool, unmeasured: [String]) -> Int32 {
    guard arguments.check else { return Status.done }
    for name in unmeasured { note("benchmarks: \(name) has a goal and was not measured") }
    return isMissed || !unmeasured.isEmpty ? Status.goalMissed : Status.done
  }

  /// A fresh folder for a run, removed however that ends.
  private static func inFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    Interruption.watch()
    let folder = try TemporaryFolder()
    let result: Result
    do {
      result = try body(folder)
    } catch {
      try folder.remove()
      throw error
    }
    try folder.remove()
    return result
  }

  private static func measure(
    _ rows: [Row], _ arguments: Arguments, in folder: TemporaryFolder
  ) throws -> [Figure] {
    let progress = Progress()
    progress.note("\(arguments.rounds) rounds a row; \(Report.libraries)")
    let bench = Bench(arguments, in: folder)
    return try rows.map { row in
      progress.show(row.name)
      let figure = try row.figure(bench)
      progress.clear()
      print(figure.line)
      for remark in figure.remarks { print("  \(remark)") }
      return figure
    }
  }

  private static func comparePeers(_ arguments: Arguments) throws -> Int32 {
    let run = try inFolder { folder in
      let run = try PeersRun(arguments, in: folder)
      try run.run()
      return run
    }
    try arguments.output.write(try PeerReport(arguments: arguments, peers: run.figures))
    return status(arguments, isMissed: run.figures.contains(where: \.isMissed), unmeasured: run.unmeasured)
  }

  private static func compareFloor(_ arguments: Arguments, _ program: String) throws -> Int32 {
    let comparison = FloorComparison(program: program, items: arguments.items, rounds: arguments.rounds)
    let isWithin = try inFolder { try comparison.run(in: $0) }
    return arguments.check && !isWithin ? Status.goalMissed : Status.done
  }

  static func note(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

/// What a person at a terminal sees meanwhile; elsewhere nothing.
struct Progress {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func note(_ line: String) {
    if isTerminal { Program.note(line) }
  }

  func show(_ row: String) {
    if isTerminal { FileHandle.standardError.write(Data("\(row) …".utf8)) }
  }

  func clear() {
    if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }
}
