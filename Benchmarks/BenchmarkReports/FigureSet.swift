import Foundation

/// Figures with what they were measured on.
package struct FigureSet: Codable, Equatable, Sendable {
  /// The machine in words.
  package let machine: String
  /// The day, as `2026-11-30`; of several runs the first.
  package private(set) var date: String
  /// Of several runs the last.
  private var lastDate: String
  /// The versions of the libraries in use.
  package let libraries: String
  package private(set) var rows: [DrawnFigure]
  package private(set) var peers: [PeerFigure]

  package init(
    machine: String, date: String, libraries: String, rows: [DrawnFigure] = [], peers: [PeerFigure] = []
  ) {
    self.machine = machine
    self.date = date
    lastDate = date
    self.libraries = libraries
    self.rows = rows
    self.peers = peers
  }

  private enum CodingKeys: String, CodingKey {
    case machine, date, libraries, rows, peers
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    machine = try values.decode(String.self, forKey: .machine)
    date = try values.decode(String.self, forKey: .date)
    lastDate = date
    libraries = try values.decode(String.self, forKey: .libraries)
    // A run measures either.
    rows = try values.decodeIfPresent([DrawnFigure].self, forKey: .rows) ?? []
    peers = try values.decodeIfPresent([PeerFigure].self, forKey: .peers) ?? []
  }

  /// Reads what a run wrote as JSON.
  package init(json: String) throws {
    self = try JSONDecoder().decode(FigureSet.self, from: Data(json.utf8))
  }

  /// Why figures cannot stand in one table.
  package struct Mismatch: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// These figures and those of another run on the same machine; of a row that both have, or more, see `merged`.
  package func joined(with other: FigureSet) throws(Mismatch) -> FigureSet {
    guard machine == other.machine else {
      throw Mismatch(description: "runs of two machines: \(machine), and \(other.machine)")
    }
    guard libraries == other.libraries else {
      throw Mismatch(description: "runs with other libraries: \(libraries), and \(other.libraries)")
    }
    var joined = self
    joined.date = min(date, other.date)
    joined.lastDate = max(lastDate, other.lastDate)
    joined.rows += other.rows
    joined.peers += other.peers
    return joined
  }

  /// Each row once: of several runs the one in the middle, of comparisons with other stores that of the least factor.
  package var merged: FigureSet {
    var merged = self
    merged.rows = Self.grouped(rows) { "\($0.name) \($0.items)" }.compactMap(DrawnFigure.middle)
    merged.peers = Self.grouped(peers) { "\($0.name) \($0.items)" }.compactMap(PeerFigure.least)
    return merged
  }

  private static func grouped<Element>(_ elements: [Element], by key: (Element) -> String) -> [[Element]] {
    var order: [String] = []
    let groups = Dictionary(grouping: elements, by: key)
    for element in elements where !order.contains(key(element)) { order.append(key(element)) }
    return order.compactMap { groups[$0] }
  }

  /// What stands beneath every table and picture.
  package var circumstances: String {
    let days = date == lastDate ? date : "\(date) and \(lastDate)"
    return "Measured on \(days) on \(machine), with \(libraries)"
  }
}
