/// What a comparison with another store gave.
package struct PeerFigure: Codable, Equatable, Sendable {
  package let name: String
  /// How many items both stores hold.
  package let items: Int
  /// Nanoseconds an operation.
  package let ours: Double
  package let peer: Double
  /// How many times as long the other one takes: the median of the factors within each round.
  package let factor: Double
  /// The least factor that is wanted; nil where the figure is only printed.
  package let goal: Double?
  /// What has to be said with it.
  package let remark: String?

  /// - Parameter rounds: nanoseconds an operation of each side, one pair a round.
  package init(
    _ name: String, items: Int, rounds: [(ours: Double, peer: Double)], goal: Double? = nil, remark: String? = nil
  ) {
    self.name = name
    self.items = items
    ours = Self.median(rounds.map(\.ours))
    peer = Self.median(rounds.map(\.peer))
    factor = Self.median(rounds.map { $0.peer / $0.ours })
    self.goal = goal
    self.remark = remark
  }

  /// The run with the least factor: a goal that any run misses is missed.
  static func least(of figures: [PeerFigure]) -> PeerFigure? {
    figures.min { $0.factor < $1.factor }
  }

  private static func median(_ values: [Double]) -> Double {
    precondition(!values.isEmpty, "a median needs a value")
    return values.sorted()[values.count / 2]
  }

  /// Whether the factor, as it is printed, is below its goal.
  package var isMissed: Bool {
    guard let goal else { return false }
    return Self.text(factor: factor) != Self.text(factor: goal) && factor < goal
  }

  /// The line of the row.
  package var line: String {
    let values = "ours=\(DurationText.plain(ours)) peer=\(DurationText.plain(peer))"
    let goal = goal.map(Self.text(factor:)) ?? "-"
    let verdict = self.goal == nil ? "-" : isMissed ? "MISS" : "ok"
    return "peer \(name) items=\(items) \(values) factor=\(Self.text(factor: factor)) goal=\(goal) \(verdict)"
  }

  /// Two digits behind the point below ten, and none from a hundred on.
  package static func text(factor: Double) -> String {
    factor < 10 ? Decimals.text(factor, 2) : factor < 100 ? Decimals.text(factor, 1) : Decimals.text(factor, 0)
  }
}
