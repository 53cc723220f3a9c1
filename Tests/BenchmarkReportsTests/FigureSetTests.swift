import Testing

@testable import BenchmarkReports

/// Figures made up for tests: what is met, what is missed, and what has no goal.
enum SampleFigures {
  static let rows: [DrawnFigure] = [
    DrawnFigure("lookup.data.dictionary", items: 1_000, ours: 6_000, raw: 5_000, floor: 4_000, ratio: 1.2, goal: 1.25),
    DrawnFigure(
      "lookup.data.dictionary", items: 100_000, ours: 9_000, raw: 6_000, floor: 5_000, ratio: 1.5, rawToFloor: 1.2,
      goal: 1.25),
    DrawnFigure("lookup.<odd> & \"quoted\"", items: 1_000, ours: 7_000, raw: 5_000, ratio: 1.4),
    DrawnFigure("unlock", items: 1_000, ours: 250_000, limit: 300_000),
    DrawnFigure("file.bytes", items: 1_000, unit: "bytes", ours: 420, raw: 420, floor: 350, ratio: 1, goal: 1),
    DrawnFigure("crypto.seal.16B", items: 1_000, ours: 520, raw: 500, ratio: 1.04, goal: 1.1),
    DrawnFigure("crypto.seal.1MiB", items: 2, ours: 800_000, raw: 780_000, ratio: 1.03, goal: 1.03),
    DrawnFigure("crypto.seal.data.16B", items: 1_000, ours: 900, raw: 500, ratio: 1.8, goal: 1.8),
    DrawnFigure("crypto.seal.data.1MiB", items: 2, ours: 900_000, raw: 780_000, ratio: 1.15, goal: 1.15),
    DrawnFigure("crypto.open.16B", items: 1_000, ours: 540, raw: 520, ratio: 1.04, goal: 1.1),
    DrawnFigure("crypto.open.1MiB", items: 2, ours: 810_000, raw: 790_000, ratio: 1.03, goal: 1.03),
  ]

  static let peers: [PeerFigure] = [
    PeerFigure("lookup.daemon", items: 1_000, rounds: [(8_000, 1_600_000)], goal: 150),
    PeerFigure("open.pages", items: 1_000, rounds: [(500_000, 5_000_000)], goal: 100, remark: "it derives a key"),
    PeerFigure("lookup.pages", items: 1_000, rounds: [(8_000, 2_000)], remark: "it keeps pages decrypted"),
  ]

  static let all = FigureSet(
    machine: "2 × Some CPU & more, Debian", date: "2026-11-30", libraries: "SQLite 3.40.1", rows: rows, peers: peers)
}

@Suite("Benchmarks: figures read back") struct FigureSetTests {
  @Test func `what a run wrote is read, with what it does not have left out`() throws {
    let figures = try FigureSet(
      json: """
        {"date": "2026-11-30", "libraries": "SQLite 3", "machine": "a machine", "items": 10, "rounds": 7, "rows": [
        {"name": "lookup.miss", "items": 10, "unit": "nanoseconds", "ours": 5000.5, "raw": 2500, "ratio": 1.351,
        "goal": 1.35, "rawToFloor": 1.1},
        {"name": "readers.scaling", "items": 10, "unit": "factor", "ours": 1.8, "raw": 1.9, "ratio": 0.95, "goal": 0.9,
        "isMissed": false}]}
        """)
    #expect(figures.rows.map(\.name) == ["lookup.miss", "readers.scaling"])
    #expect(figures.rows.map(\.isMissed) == [false, false])
    #expect(figures.rows[0].text(figures.rows[0].ours) == "5.00 µs" && figures.rows[0].floor == nil)
    #expect(figures.rows[1].text(figures.rows[1].ours) == "1.80")
    #expect(figures.peers.isEmpty)
  }

  @Test func `a comparison with other stores is read as well, and joined`() throws {
    let peers = try FigureSet(
      json: """
        {"date": "2026-11-30", "libraries": "SQLite 3", "machine": "a machine", "rounds": 7, "peers": [
        {"name": "lookup.daemon", "items": 1000, "ours": 8000, "peer": 1600000, "factor": 200, "goal": 150}]}
        """)
    #expect(peers.peers == [PeerFigure("lookup.daemon", items: 1_000, rounds: [(8_000, 1_600_000)], goal: 150)])
    let all = FigureSet(machine: "a machine", date: "2026-11-29", libraries: "SQLite 3", rows: SampleFigures.rows)
    let joined = try all.joined(with: peers)
    #expect(joined.peers == peers.peers && joined.rows == SampleFigures.rows)
    #expect(joined.circumstances == "Measured on 2026-11-29 and 2026-11-30 on a machine, with SQLite 3")
  }

  @Test(
    arguments: [
      (1.254, 1.25, false), (1.256, 1.25, true), (1.0, 1.0, false), (2.9, 2.8, true),
    ] as [(Double, Double, Bool)])
  func `a goal is missed where the printed ratio is above it`(ratio: Double, goal: Double, isMissed: Bool) {
    #expect(DrawnFigure("row", items: 1, ratio: ratio, goal: goal).isMissed == isMissed)
  }

  @Test func `a limit is held against ours, and what the run said goes first`() {
    #expect(DrawnFigure("unlock", items: 1, ours: 299, limit: 300).isMissed == false)
    #expect(DrawnFigure("unlock", items: 1, ours: 301, limit: 300).isMissed == true)
    #expect(DrawnFigure("readers", items: 1, ratio: 0.95, goal: 0.9, isMissed: false).isMissed == false)
    #expect(DrawnFigure("row", items: 1, ratio: 9).isMissed == nil)
  }

  private func set(_ ratios: [Double], machine: String = "a machine", libraries: String = "SQLite 3") -> FigureSet {
    FigureSet(
      machine: machine, date: "2026-11-30", libraries: libraries,
      rows: ratios.map { DrawnFigure("row", items: 1, ratio: $0, goal: 1.25) })
  }

  @Test func `runs of two machines, or with other libraries, stand in no table together`() {
    #expect(throws: FigureSet.Mismatch.self) { try set([1]).joined(with: set([1], machine: "another machine")) }
    #expect(throws: FigureSet.Mismatch.self) { try set([1]).joined(with: set([1], libraries: "SQLite 4")) }
  }

  @Test(
    arguments: [
      ([1.2, 1.27, 1.1], 1.2, "1.20, 1.27, 1.10", true), ([1.24, 1.2, 1.25], 1.24, "1.24, 1.20, 1.25", false),
      ([1.3], 1.3, "–", true), ([1.3, 1.2], 1.3, "1.30, 1.20", true),
    ] as [([Double], Double, String, Bool)])
  func `of several runs the one in the middle is drawn, and a goal that any of them misses is missed`(
    ratios: [Double], middle: Double, runs: String, isMissed: Bool
  ) {
    let rows = set(ratios).merged.rows
    #expect(rows.map(\.ratio) == [middle] && rows.map(\.runsText) == [runs] && rows.map(\.isMissed) == [isMissed])
  }

  @Test func `a goal for the median of several runs is missed by the one in the middle alone`() {
    func merged(_ ratios: [Double]) -> [Bool?] {
      let rows = ratios.map { DrawnFigure("row", items: 1, ratio: $0, goal: 1.25, isJudgedByMedian: true) }
      return FigureSet(machine: "", date: "", libraries: "", rows: rows).merged.rows.map(\.isMissed)
    }
    #expect(merged([1.2, 1.3, 1.1]) == [false])
    #expect(merged([1.2, 1.3, 1.4]) == [true])
  }

  @Test func `runs are compared by what the goal is about, and one without a figure does not meet it`() {
    func merged(_ rows: [DrawnFigure]) -> DrawnFigure? {
      FigureSet(machine: "", date: "", libraries: "", rows: rows).merged.rows.first
    }
    let limited = merged(
      [(320.0, 2.0), (290, 3.0), (280, 1.0)].map { ours, ratio in
        DrawnFigure("unlock", items: 1, ours: ours, ratio: ratio, limit: 300)
      })
    #expect(limited?.runsText == "320 ns, 290 ns, 280 ns" && limited?.ours == 290 && limited?.isMissed == true)
    let bridged = merged([5.0, 7, 6].map { DrawnFigure("bridged", items: 1, ratio: 9, bridged: $0, bridging: 15) })
    #expect(bridged?.runsText == "+5 ns, +7 ns, +6 ns" && bridged?.bridged == 6 && bridged?.isMissed == false)
    let unmeasured = merged([DrawnFigure("cold", items: 1, goal: 3), DrawnFigure("cold", items: 1, ratio: 2, goal: 3)])
    #expect(unmeasured?.isMissed == true)
    #expect(DrawnFigure("cold", items: 1, goal: 3).verdict == "not measured")
  }

  @Test func `rows of other numbers of items, and without a ratio, are runs of their own`() {
    let rows = [
      DrawnFigure("row", items: 1, ours: 3_000, limit: 2_500), DrawnFigure("row", items: 2, ours: 1_000),
      DrawnFigure("row", items: 1, ours: 2_000, limit: 2_500), DrawnFigure("row", items: 1, ours: 1_000, limit: 2_500),
    ]
    let merged = FigureSet(machine: "", date: "", libraries: "", rows: rows).merged.rows
    #expect(merged.map(\.items) == [1, 2] && merged.map(\.isMissed) == [true, nil])
    #expect(merged.map(\.runsText) == ["3.00 µs, 2.00 µs, 1.00 µs", "–"])
  }

  @Test func `the processor is read from the lines of the system`() {
    let lines = "processor\t: 0\nmodel name\t: A CPU @ 2 GHz\nflags\t: a b".split(separator: "\n")
    #expect(Machine.value(of: "model name", in: lines, separator: ":") == "A CPU @ 2 GHz")
    #expect(Machine.value(of: "PRETTY_NAME", in: lines, separator: "=") == nil)
  }
}
