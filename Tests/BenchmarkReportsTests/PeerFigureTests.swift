import BenchmarkReports
import Testing

@Suite("Benchmarks: other stores") struct PeerFigureTests {
  private func figure(_ rounds: [(Double, Double)], goal: Double?) -> PeerFigure {
    PeerFigure("lookup.other", items: 1_000, rounds: rounds.map { (ours: $0.0, peer: $0.1) }, goal: goal)
  }

  @Test func `the factor is the median of the rounds, not that of the medians`() {
    // The medians are 20 and 200, ten of each other; round by round it is 5, 10 and 40.
    let figure = figure([(10, 400), (20, 200), (40, 200)], goal: 10)
    #expect(figure.factor == 10 && figure.ours == 20 && figure.peer == 200)
    #expect(self.figure([(10, 50), (20, 400), (40, 200)], goal: nil).factor == 5)
  }

  @Test(arguments: [(149.4, true), (149.6, false), (150, false), (2_000, false)] as [(Double, Bool)])
  func `a goal is missed where the printed factor is below it`(factor: Double, isMissed: Bool) {
    let figure = figure([(1_000, factor * 1_000)], goal: 150)
    #expect(figure.isMissed == isMissed)
    #expect(figure.line.hasSuffix(isMissed ? "goal=150 MISS" : "goal=150 ok"))
  }

  @Test func `without a goal nothing is missed`() {
    let figure = figure([(8_000, 2_320)], goal: nil)
    #expect(!figure.isMissed)
    #expect(figure.line == "peer lookup.other items=1000 ours=8.00us peer=2.32us factor=0.29 goal=- -")
  }

  @Test(
    arguments: [
      (0, "0ns", "0 ns"), (7.4, "7ns", "7 ns"), (999.4, "999ns", "999 ns"), (999.6, "1.00us", "1.00 µs"),
      (8_974, "8.97us", "8.97 µs"), (9_999, "10.0us", "10.0 µs"), (99_960, "100us", "100 µs"),
      (1_427_000, "1.43ms", "1.43 ms"), (2_300_000_000, "2.30s", "2.30 s"), (300_000_000_000, "300s", "300 s"),
    ] as [(Double, String, String)])
  func `durations have three digits that count`(nanoseconds: Double, plain: String, proper: String) {
    #expect(DurationText.plain(nanoseconds) == plain)
    #expect(DurationText.proper(nanoseconds) == proper)
  }

  @Test(
    arguments: [
      (0.005, 2, "0.01"), (1.5, 0, "2"), (-0.001, 2, "0.00"), (-1.25, 1, "-1.3"), (12.3456, 3, "12.346"), (7, 1, "7.0"),
    ] as [(Double, Int, String)])
  func `numbers have the digits asked for`(value: Double, places: Int, text: String) {
    #expect(Decimals.text(value, places) == text)
  }
}
