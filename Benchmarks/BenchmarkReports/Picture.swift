/// The figures as one picture, as wide as a page.
package struct Picture {
  private let figures: FigureSet

  private static let width = 960.0

  package init(_ figures: FigureSet) {
    self.figures = figures
  }

  /// The picture as SVG: the same bytes for the same figures.
  package var svg: String {
    let bars = RatioBars(figures.rows), peers = PeerBars(figures.peers)
    var parts: [SVGElement] = []
    var top = 64.0
    parts += bars.elements(top: top)
    top += bars.height
    let charts = Charts.throughput(figures.rows)
    for (index, chart) in charts.enumerated() {
      let width = Self.width / 2
      parts += chart.elements(left: Double(index) * width, top: top, width: width)
    }
    if !charts.isEmpty { top += LineChart.height + 12 }
    if let growth = Charts.growth(figures.rows) {
      parts += growth.elements(left: 0, top: top, width: Self.width)
      top += LineChart.height + 12
    }
    parts += peers.elements(top: top)
    top += peers.height
    return document(parts, height: top + 28).lines().joined(separator: "\n") + "\n"
  }

  private func document(_ parts: [SVGElement], height: Double) -> SVGElement {
    let box = "0 0 \(SVGElement.number(Self.width)) \(SVGElement.number(height))"
    var document = SVGElement(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "role": "img", "aria-labelledby": "title description",
      ])
    document.children =
      [
        SVGElement("title", ["id": "title"], text: "swift-keychain: what calls cost"),
        SVGElement("desc", ["id": "description"], text: description),
        SVGElement("style", text: PictureStyle.text), PictureStyle.hatching,
        .rectangle(x: 0, y: 0, width: Self.width, height: height, "page"),
        .text("What calls cost", x: 16, y: 30, "title"),
        .text(figures.circumstances, x: 16, y: 50, "small"),
      ] + parts
    return document
  }

  /// The picture for whoever does not see it.
  private var description: String {
    let judged = figures.rows.compactMap(\.isMissed) + figures.peers.filter { $0.goal != nil }.map(\.isMissed)
    let rows = figures.rows.map { row in
      row.ratio == nil ? "\(row.name) \(row.text(row.ours))" : "\(row.name) \(row.ratioText)"
    }
    let peers = figures.peers.map { "\($0.name) \(PeerFigure.text(factor: $0.factor))" }
    return "\(figures.circumstances). Goals met: \(judged.count { !$0 }) of \(judged.count). "
      + "Ours to raw: \((rows + peers).joined(separator: ", "))."
  }
}
