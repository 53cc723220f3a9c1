/// Figures as a table in Markdown, with what they were measured on beneath.
package struct FigureTable {
  private let figures: FigureSet

  package init(_ figures: FigureSet) {
    self.figures = figures
  }

  /// The rows whose names contain a text, all where it is empty.
  package func rows(named filter: String = "") -> [String] {
    let rows = figures.rows.filter { filter.isEmpty || $0.name.contains(filter) }
    let lines = rows.map { row in
      "| `\(row.name)` | \(ItemCount.text(row.items)) | \(row.text(row.ours)) | \(row.text(row.raw)) "
        + "| \(row.text(row.floor)) | \(row.rawToFloorText) | \(row.ratioText) | \(row.runsText) | \(row.goalText) "
        + "| \(row.verdict) |"
    }
    return [
      "| row | items | ours | raw | floor | raw ÷ floor | ours ÷ raw | in each run | goal | |",
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|",
    ] + lines + ending
  }

  /// The comparisons whose names contain a text, with the remark of each beneath.
  package func peers(named filter: String = "") -> [String] {
    let peers = figures.peers.filter { filter.isEmpty || $0.name.contains(filter) }
    let lines = peers.map { peer in
      let goal = peer.goal.map(PeerFigure.text(factor:)) ?? "–"
      let verdict = peer.goal == nil ? "no goal" : peer.isMissed ? "missed" : "met"
      return "| `\(peer.name)` | \(ItemCount.text(peer.items)) | \(DurationText.proper(peer.ours)) "
        + "| \(DurationText.proper(peer.peer)) | \(PeerFigure.text(factor: peer.factor)) | \(goal) | \(verdict) |"
    }
    let remarks = peers.compactMap { peer in peer.remark.map { "* `\(peer.name)`: \($0)." } }
    return ["| row | items | ours | the other | factor | goal | |", "|---|--:|--:|--:|--:|--:|---|"] + lines
      + (remarks.isEmpty ? [] : [""] + remarks) + ending
  }

  private var ending: [String] { ["", figures.circumstances + "."] }
}
