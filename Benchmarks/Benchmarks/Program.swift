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
      if let programs = arguments.peers { return try comparePeers(arguments, programs) }
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
    let rows = Row.all.filter { arguments.filter.isEmpty || $0.name.contains(arguments.filter) }
    guard !rows.isEmpty else { throw Arguments.Misunderstood(reason: "no row's name contains `\(arguments.filter)`") }
    Interruption.watch()
    let folder = try TemporaryFolder()
    let figures: [Figure]
    do {
      figures = try measure(rows, arguments, in: folder)
    } catch {
      try folder.remove()
      throw error
    }
    try folder.remove()
    try arguments.output.write(try Report(arguments: arguments, figures: figures))
    return arguments.check && figures.contains { $0.isMissed == true } ? Status.goalMissed : Status.done
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
      if let remark = figure.remark { print(remark) }
      return figure
    }
  }

  private static func comparePeers(_ arguments: Arguments, _ programs: String) throws -> Int32 {
    Interruption.watch()
    let folder = try TemporaryFolder()
    let run = PeersRun(arguments, programs: programs, in: folder)
    do {
      try run.run()
    } catch {
      try folder.remove()
      throw error
    }
    try folder.remove()
    try arguments.output.write(try PeerReport(arguments: arguments, peers: run.figures))
    return arguments.check && run.figures.contains(where: \.isMissed) ? Status.goalMissed : Status.done
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
