/// Other stores as bars: how many times as long each takes, on a logarithmic axis from the keychain's own time.
struct PeerBars {
  private let peers: [PeerFigure]

  private static let rowHeight = 22.0
  private static let labelWidth = 238.0
  private static let barEnd = 660.0

  init(_ peers: [PeerFigure]) {
    self.peers = peers
  }

  var height: Double { peers.isEmpty ? 0 : 72 + Double(peers.count) * Self.rowHeight }

  func elements(top: Double) -> [SVGElement] {
    guard !peers.isEmpty else { return [] }
    let factors = peers.flatMap { [$0.factor, $0.goal ?? $0.factor] }
    let least = min(0.1, (factors.min() ?? 0.1) * 0.9), most = max(10, (factors.max() ?? 10) * 1.1)
    let scale = Scale(kind: .logarithmic, values: least...most, from: Self.labelWidth, to: Self.barEnd)
    let bottom = top + height - 16
    var elements = [
      SVGElement.text("Other stores: how many times as long they take", x: 16, y: top + 20, "heading"),
      SVGElement.text(
        "to the right of 1 the keychain is faster, to the left the other one · solid: goal met · hatched: missed",
        x: 16,
        y: top + 38, "small"),
    ]
    for decade in scale.decades {
      elements.append(.line(scale.place(decade), top + 48, scale.place(decade), bottom, decade == 1 ? "axis" : "grid"))
      elements.append(
        .text(PeerFigure.text(tick: decade), x: scale.place(decade), y: bottom + 12, "small", anchor: .middle))
    }
    for (index, peer) in peers.enumerated() {
      elements.append(row(peer, y: top + 52 + Double(index) * Self.rowHeight, scale))
    }
    return elements
  }

  private func row(_ peer: PeerFigure, y: Double, _ scale: Scale) -> SVGElement {
    let start = scale.place(1), end = scale.place(peer.factor), middle = y + 13
    let style = peer.goal == nil ? "open" : peer.isMissed ? "missed" : "met"
    var parts = [
      SVGElement.text(peer.name, x: Self.labelWidth - 8, y: middle, "text", anchor: .end),
      SVGElement.rectangle(x: min(start, end), y: y + 3, width: abs(end - start), height: 13, "bar \(style)"),
    ]
    if let goal = peer.goal {
      parts.append(.line(scale.place(goal), y, scale.place(goal), y + 19, "goal"))
    }
    let factor = PeerFigure.text(factor: peer.factor)
    let verdict = peer.goal.map {
      "  \(peer.isMissed ? "✕ missed" : "✓ met"), goal \(PeerFigure.text(factor: $0))"
    }
    parts.append(.text("\(factor)\(verdict ?? "")", x: Self.barEnd + 10, y: middle, "text"))
    return SVGElement(group: parts).titled(
      "\(peer.name), \(peer.items) items: ours \(DurationText.proper(peer.ours)), the other "
        + DurationText.proper(peer.peer))
  }
}

extension PeerFigure {
  /// A power of ten on an axis.
  static func text(tick: Double) -> String {
    tick < 1 ? Decimals.text(tick, tick < 0.1 ? 2 : 1) : Decimals.text(tick, 0)
  }
}
