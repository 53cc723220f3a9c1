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
  package let goal: Double?
  /// The most that ours may be, where the goal is no ratio.
  package let limit: Double?
  private let missed: Bool?

  private enum CodingKeys: String, CodingKey {
    case name, items, unit, ours, raw, floor, ratio, goal, limit
    case missed = "isMissed"
  }

  package init(
    _ name: String, items: Int, unit: String = "nanoseconds", ours: Double? = nil, raw: Double? = nil,
    floor: Double? = nil, ratio: Double? = nil, goal: Double? = nil, limit: Double? = nil, isMissed: Bool? = nil
  ) {
    self.name = name
    self.items = items
    self.unit = unit
    self.ours = ours
    self.raw = raw
    self.floor = floor
    self.ratio = ratio
    self.goal = goal
    self.limit = limit
    missed = isMissed
  }

  /// Whether the goal is missed; nil where there is none.
  package var isMissed: Bool? {
    if let missed { return missed }
    if let limit, let ours { return ours > limit }
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
    limit.map { text($0) } ?? goal.map { Decimals.text($0, 2) } ?? "–"
  }

  package var ratioText: String { ratio.map { Decimals.text($0, 2) } ?? "–" }

  /// The verdict, in a word that does without colour.
  package var verdict: String {
    isMissed.map { $0 ? "missed" : "met" } ?? "no goal"
  }
}

/// Figures with what they were measured on.
package struct FigureSet: Codable, Equatable, Sendable {
  /// The machine in words.
  package let machine: String
  /// The day, as `2026-11-30`.
  package let date: String
  /// The versions of the libraries in use.
  package let libraries: String
  package private(set) var rows: [DrawnFigure]
  package private(set) var peers: [PeerFigure]

  package init(
    machine: String, date: String, libraries: String, rows: [DrawnFigure] = [], peers: [PeerFigure] = []
  ) {
    self.machine = machine
    self.date = date
    self.libraries = libraries
    self.rows = rows
    self.peers = peers
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    machine = try values.decode(String.self, forKey: .machine)
    date = try values.decode(String.self, forKey: .date)
    libraries = try values.decode(String.self, forKey: .libraries)
    // A run measures either.
    rows = try values.decodeIfPresent([DrawnFigure].self, forKey: .rows) ?? []
    peers = try values.decodeIfPresent([PeerFigure].self, forKey: .peers) ?? []
  }

  /// Reads what a run wrote as JSON.
  package init(json: String) throws {
    self = try JSONDecoder().decode(FigureSet.self, from: Data(json.utf8))
  }

  /// These figures and those of another run, whose machine and date are taken to be the same.
  package func joined(with other: FigureSet) -> FigureSet {
    var joined = self
    joined.rows += other.rows
    joined.peers += other.peers
    return joined
  }

  /// What stands beneath every table and picture.
  package var circumstances: String { "Measured on \(date) on \(machine), with \(libraries)" }
}
