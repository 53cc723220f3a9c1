import BenchmarkReports
import CFloorReference

/// The floor beside a program that measures the same work by itself: each alone, in turn, on a file of its own.
///
/// The program is called with a folder, a number of items, `xchacha`, a number of commits and one of rounds, and prints
/// a line a figure: what it is, then nanoseconds an item, the middle of its rounds and the least and the most.
struct FloorComparison {
  /// A figure that both have.
  private struct Row: Sendable {
    let name: String
    /// How the program's line begins.
    let line: String
    let figure: any KeyPath<floor_figures, Double> & Sendable
    /// Rows that wait for the disk scatter by more than what is asked of the others.
    var waitsForDisk = false
  }

  // swift-format-ignore
  private static let rows: [Row] = [
    Row(name: "lookup.attributes", line: "LOOKUP attrs only (two-blob)", figure: \.lookup_attributes),
    Row(name: "lookup.data",       line: "LOOKUP with data (two-blob)",  figure: \.lookup_secret),
    Row(name: "lookup.miss",       line: "LOOKUP miss",                  figure: \.lookup_miss),
    Row(name: "list.attributes",   line: "LIST attrs only (two-blob)",   figure: \.list_attributes),
    Row(name: "list.data",         line: "LIST with data (two-blob)",    figure: \.list_secrets),
    Row(name: "add.batch",         line: "BATCH ADD two-blob",           figure: \.add),
    Row(name: "update.batch",      line: "BATCH UPDATE secret",          figure: \.update),
    Row(name: "delete.batch",      line: "BATCH DELETE",                 figure: \.remove),
    Row(name: "add.durable",       line: "DURABLE ADD two-blob",         figure: \.add_durably,    waitsForDisk: true),
    Row(name: "update.durable",    line: "DURABLE UPDATE secret",        figure: \.update_durably, waitsForDisk: true),
    Row(name: "delete.durable",    line: "DURABLE DELETE",               figure: \.remove_durably, waitsForDisk: true),
  ]

  /// How far the two may be apart.
  private static let bound = 0.05
  /// How often each is measured, the first one changing.
  private static let turns = 5
  private static let commits = 200
  private static let mostRounds = 64

  let program: String
  let items: Int
  let rounds: Int

  /// Prints a line a figure; whether all that need not wait for the disk are within the bound.
  func run(in folder: TemporaryFolder) throws -> Bool {
    guard rounds <= Self.mostRounds else {
      throw Arguments.Misunderstood(reason: "`--floor` takes at most \(Self.mostRounds) rounds")
    }
    var differences: [String: [(floor: Double, program: Double)]] = [:]
    for turn in 0..<Self.turns {
      try Interruption.check()
      let first = turn.isMultiple(of: 2) ? try alone(in: folder, turn) : nil
      let printed = try programFigures(in: folder)
      let figures = try first ?? alone(in: folder, turn)
      for row in Self.rows {
        guard let other = printed[row.name] else { throw Failure("floor: the program prints no line `\(row.line)`") }
        differences[row.name, default: []].append((figures[keyPath: row.figure], other))
      }
    }
    return Self.rows.reduce(true) { isWithin, row in
      report(row, differences[row.name] ?? []) && isWithin
    }
  }

  private func report(_ row: Row, _ pairs: [(floor: Double, program: Double)]) -> Bool {
    let ratio = pairs.map { $0.floor / $0.program }.median
    let isWithin = row.waitsForDisk || abs(ratio - 1) <= Self.bound
    let percent = Decimals.text((ratio - 1) * 100, 1)
    let floor = Figure.text(nanoseconds: pairs.map(\.floor).median)
    let other = Figure.text(nanoseconds: pairs.map(\.program).median)
    let verdict = row.waitsForDisk ? "-" : isWithin ? "ok" : "MISS"
    print("floor \(row.name) items=\(items) floor=\(floor) program=\(other) difference=\(percent)% \(verdict)")
    return isWithin
  }

  private func alone(in folder: TemporaryFolder, _ turn: Int) throws -> floor_figures {
    var figures = floor_figures()
    let path = folder.file("alone-\(turn).db")
    try require(
      unsafe floor_measure_alone(path, Int32(items), Int32(rounds), &figures), "floor: it could not be measured alone")
    return figures
  }

  private func programFigures(in folder: TemporaryFolder) throws -> [String: Double] {
    let output = try Command([program, folder.path, "\(items)", "xchacha", "\(Self.commits)", "\(rounds)"]).run()
    var figures: [String: Double] = [:]
    for line in output.split(separator: "\n") {
      guard let row = Self.rows.first(where: { line.hasPrefix($0.line) }) else { continue }
      figures[row.name] = line.split(separator: " ").suffix(3).first.flatMap { Double($0) }
    }
    return figures
  }
}
