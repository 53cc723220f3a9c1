import Testing

@testable import BenchmarkReports

@Suite("Benchmarks: tables in a text") struct MarkedTextTests {
  private static let text = """
    # Title

    <!-- benchmarks: rows lookup -->
    old
    <!-- benchmarks: end -->
    between
    <!-- benchmarks: peers -->
    <!-- benchmarks: end -->

    """

  @Test func `places are filled with the rows that they ask for, and the rest stays`() throws {
    let filled = try MarkedText(Self.text).filled(with: SampleFigures.all)
    let lines = filled.split(separator: "\n").map(String.init)
    #expect(lines.first == "# Title" && lines.contains("between") && !lines.contains("old"))
    #expect(filled.hasSuffix("<!-- benchmarks: end -->\n"))
    #expect(
      lines.contains(
        "| `lookup.data.dictionary` | 100,000 | 9.00 µs | 6.00 µs | 5.00 µs | 1.20 | 1.50 | – | 1.25 | missed |"))
    #expect(!filled.contains("| `unlock`"))
    #expect(lines.contains("| `lookup.daemon` | 1,000 | 8.00 µs | 1.60 ms | 200 | 150 | met |"))
    #expect(lines.contains("* `lookup.pages`: it keeps pages decrypted."))
    #expect(lines.count { $0 == "Measured on 2026-11-30 on 2 × Some CPU & more, Debian, with SQLite 3.40.1." } == 2)
  }

  @Test func `filling anew changes nothing, and a place without figures keeps what it has`() throws {
    let filled = try MarkedText(Self.text).filled(with: SampleFigures.all)
    #expect(try MarkedText(filled).filled(with: SampleFigures.all) == filled)
    let rows = FigureSet(machine: "m", date: "d", libraries: "l", rows: SampleFigures.rows)
    let again = try MarkedText(filled).filled(with: rows)
    #expect(again.contains("| `lookup.daemon` |") && again.contains("Measured on d on m, with l."))
  }

  @Test(arguments: [
    ("no mark\n", MarkedText.Problem.noMark), ("\n<!-- benchmarks: rows -->\n", .unfinished(line: 2)),
    ("<!-- benchmarks: bars -->\n<!-- benchmarks: end -->\n", .unknownMark(line: 1)),
  ])
  func `a text without its marks is refused`(text: String, problem: MarkedText.Problem) {
    #expect(throws: problem) { try MarkedText(text).filled(with: SampleFigures.all) }
  }
}
