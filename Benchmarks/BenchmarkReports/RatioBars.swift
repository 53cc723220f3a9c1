/// The rows as bars: how many times as long ours takes as raw, with the goal of each marked.
struct RatioBars {
  private let figures: [DrawnFigure]

  private static let rowHeight = 22.0
  private static let labelWidth = 290.0
  private static let barEnd = 660.0

  /// Sealing and opening have a picture of their own.
  init(_ figures: [DrawnFigure]) {
    let rows = figures.filter { !$0.name.hasPrefix("crypto.") }
    // A row measured at several numbers of items stands where it first came, fewer items first.
    var names: [String] = []
    for row in rows where !names.contains(row.name) { names.append(row.name) }
    self.figures = names.flatMap { name in rows.filter { $0.name == name }.sorted { $0.items < $1.items } }
  }

  var height: Double { figures.isEmpty ? 0 : 72 + Double(figures.count) * Self.rowHeight }

  func elements(top: Double) -> [SVGElement] {
    guard !figures.isEmpty else { return [] }
    let most = figures.flatMap { [$0.ratio ?? 0, $0.goal ?? 0] + ($0.isJudgedByRatio ? $0.runs : []) }.max() ?? 1
    let scale = Scale(
      kind: .linear, values: 0...max(1.5, most * 1.02), from: Self.labelWidth, to: Self.barEnd)
    let bottom = top + height - 16
    var elements = [
      SVGElement.text("Ours ÷ raw, the least C in the same format", x: 16, y: top + 20, "heading"),
      SVGElement.text(
        "solid: goal met · hatched: goal missed in a run · outlined: no goal · upright: the goal · level: all runs",
        x: 16, y: top + 38, "small"),
      SVGElement.line(scale.place(1), top + 48, scale.place(1), bottom, "axis"),
      SVGElement.text("1", x: scale.place(1), y: bottom + 12, "small", anchor: .middle),
    ]
    for (index, figure) in figures.enumerated() {
      elements.append(row(figure, y: top + 52 + Double(index) * Self.rowHeight, scale))
    }
    return elements
  }

  private func row(_ figure: DrawnFigure, y: Double, _ scale: Scale) -> SVGElement {
    let middle = y + 13
    var parts = [SVGElement.text(label(figure), x: Self.labelWidth - 8, y: middle, "text", anchor: .end)]
    if let ratio = figure.ratio {
      let style = figure.isMissed.map { $0 ? "missed" : "met" } ?? "open"
      parts.append(
        .rectangle(x: scale.from, y: y + 3, width: scale.place(ratio) - scale.from, height: 13, "bar \(style)"))
    }
    if figure.isJudgedByRatio, let least = figure.runs.min(), let most = figure.runs.max() {
      parts.append(.line(scale.place(least), y + 9.5, scale.place(most), y + 9.5, "range"))
    }
    if figure.ratio != nil, let goal = figure.goal {
      parts.append(.line(scale.place(goal), y, scale.place(goal), y + 19, "goal"))
    }
    parts.append(.text(words(figure), x: Self.barEnd + 10, y: middle, "text"))
    return SVGElement(group: parts).titled(
      "\(figure.name), \(figure.items) items: ours \(figure.text(figure.ours)), raw \(figure.text(figure.raw)), floor "
        + "\(figure.text(figure.floor)), raw ÷ floor \(figure.rawToFloorText)")
  }

  /// The name, and how many items where a row was measured at several numbers of them.
  private func label(_ figure: DrawnFigure) -> String {
    let isRepeated = figures.count { $0.name == figure.name } > 1
    return isRepeated ? "\(figure.name) · \(ItemCount.text(figure.items))" : figure.name
  }

  private func words(_ figure: DrawnFigure) -> String {
    let value = figure.ratio == nil ? figure.text(figure.ours) : figure.ratioText
    guard let isMissed = figure.isMissed else { return value }
    return "\(value)  \(isMissed ? "✕ missed" : "✓ met"), goal \(figure.goalText)"
  }
}

/// Numbers of items, for people.
enum ItemCount {
  static func text(_ count: Int) -> String {
    var digits = "\(count)"[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
