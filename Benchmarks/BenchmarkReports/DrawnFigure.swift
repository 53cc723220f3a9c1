import Foundation

/// One row of the suite, as its JSON has it.
package struct DrawnFigure: Codable, Equatable, Sendable {
  package let name: String
  package let items: Int
  package let unit: String
  package let ours: Double?
  package let raw: Double?
  package let floor: Double?
  package let ratio: Double?
  /// Raw to floor: what the format costs.
  package let rawToFloor: Double?
  package let goal: Double?
  /// The most that ours may be, where the goal is no ratio.
  package let limit: Double?
  /// What it takes above the same without bridging.
  package let bridged: Double?
  /// The most that this may be, where it is the goal.
  package let bridging: Double?
  private let missed: Bool?
  private let isJudgedByMedian: Bool?
  /// What each run came to, in their order, as the goal has it: ratios, or what ours took; of a single run none.
  package private(set) var runs: [Double] = []
  private var isMissedInARun = false

  private enum CodingKeys: String, CodingKey {
    case name, items, unit, ours, raw, floor, ratio, rawToFloor, goal, limit, bridged, bridging, isJudgedByMedian
    case missed = "isMissed"
  }

  package init(
    _ name: String, items: Int, unit: String = "nanoseconds", ours: Double? = nil, raw: Double? = nil,
    floor: Double? = nil, ratio: Double? = nil, rawToFloor: Double? = nil, goal: Double? = nil, limit: Double? = nil,
    bridged: Double? = nil, bridging: Double? = nil, isMissed: Bool? = nil, isJudgedByMedian: Bool? = nil
  ) {
    self.name = name
    self.items = items
    self.unit = unit
    self.ours = ours
    self.raw = raw
    self.floor = floor
    self.ratio = ratio
    self.rawToFloor = rawToFloor
    self.goal = goal
    self.limit = limit
    self.bridged = bridged
    self.bridging = bridging
    missed = isMissed
    self.isJudgedByMedian = isJudgedByMedian
  }

  /// Whether the goal is missed, of several runs in any; nil where there is none.
  package var isMissed: Bool? { isMissedInARun ? true : isMissedByItself }

  private var isMissedByItself: Bool? {
    if let missed { return missed }
    if let limit, let ours { return ours > limit }
    if let bridging { return bridged.map { $0 > bridging } }
    guard let ratio, let goal else { return nil }
    return (ratio * 100).rounded() > (goal * 100).rounded()
  }

  /// A value in the row's unit, for people.
  package func text(_ value: Double?) -> String {
    guard let value else { return "–" }
    return switch unit {
    case "bytes" where abs(value) >= 100_000: Decimals.text(value / 1e6, 1) + " MB"
    case "bytes": Decimals.text(value, 0) + " B"
    case "nanoseconds": DurationText.proper(value)
    default: Decimals.text(value, 2)
    }
  }

  /// What the row should come to, for people.
  package var goalText: String {
    bridging.map { "+" + text($0) } ?? limit.map { text($0) } ?? goal.map { Decimals.text($0, 2) } ?? "–"
  }

  package var ratioText: String { ratio.map { Decimals.text($0, 2) } ?? "–" }

  package var rawToFloorText: String { rawToFloor.map { Decimals.text($0, 2) } ?? "–" }

  /// What each run came to, where there were several.
  package var runsText: String {
    let sign = bridging == nil ? "" : "+"
    return runs.isEmpty
      ? "–" : runs.map { isJudgedByRatio ? Decimals.text($0, 2) : sign + text($0) }.joined(separator: ", ")
  }

  /// The verdict, in a word that does without colour.
  package var verdict: String {
    isMissed.map { $0 ? "missed" : "met" } ?? (hasGoal ? "not measured" : "no goal")
  }
}

// MARK: - Several runs

extension DrawnFigure {
  /// The run in the middle, of an even number the upper of the two; it tells what every run came to.
  ///
  /// A goal is missed where any run misses it or has no figure, but for one that a run itself meets by the median of
  /// several.
  static func middle(of figures: [DrawnFigure]) -> DrawnFigure? {
    let sorted = figures.sorted { ($0.comparedValue ?? .infinity) < ($1.comparedValue ?? .infinity) }
    guard var middle = sorted.isEmpty ? nil : sorted[sorted.count / 2] else { return nil }
    guard figures.count > 1 else { return middle }
    middle.runs = figures.compactMap(\.comparedValue)
    let isMissed = figures.contains { $0.isMissed ?? $0.hasGoal }
    middle.isMissedInARun = isMissed && middle.isJudgedByMedian != true
    return middle
  }

  private var hasGoal: Bool { goal != nil || limit != nil || bridging != nil }

  /// Whether runs are compared by their ratios.
  package var isJudgedByRatio: Bool { limit == nil && bridging == nil && ratio != nil }

  private var comparedValue: Double? {
    if isJudgedByRatio { return ratio }
    return bridging == nil ? ours ?? raw : bridged
  }
}
