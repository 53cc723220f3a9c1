/// Lines over a logarithmic axis: sizes, or numbers of items.
struct LineChart {
  struct Point {
    let x: Double
    let y: Double
    /// The figure in words.
    let title: String
  }

  struct Line {
    let name: String
    /// How it is drawn: `ours` and `data` solid with discs and diamonds, `raw` dashed with squares.
    let style: String
    let points: [Point]
  }

  let title: String
  let lines: [Line]
  let yScale: Scale.Kind
  let xText: (Double) -> String
  let yText: (Double) -> String

  static let height = 262.0
  private static let bottomMargin = 34.0
  private static let topMargin = 36.0
  private static let leastGap = 36.0

  /// - Parameter left: the place of the chart; it takes `width`, with the lines' names at the right.
  func elements(left: Double, top: Double, width: Double) -> [SVGElement] {
    let points = lines.flatMap(\.points)
    guard let least = points.map(\.x).min(), let most = points.map(\.x).max(), least < most,
      let highest = points.map(\.y).max(), let lowest = points.map(\.y).min()
    else { return [] }
    let horizontal = Scale(kind: .logarithmic, values: least...most, from: left + 64, to: left + width - 84)
    let range = yScale == .linear ? 0...Scale.roundUp(highest) : Scale.roundDown(lowest)...Scale.roundUp(highest)
    let vertical = Scale(
      kind: yScale, values: range, from: top + Self.height - Self.bottomMargin, to: top + Self.topMargin)
    return [.text(title, x: left + 16, y: top + 16, "heading")] + grid(horizontal, vertical, points)
      + names(horizontal, vertical) + lines.map { draw($0, horizontal, vertical) }
  }

  private func grid(_ horizontal: Scale, _ vertical: Scale, _ points: [Point]) -> [SVGElement] {
    let range = vertical.values
    let ticks =
      yScale == .logarithmic
      ? vertical.decades : (0...4).map { range.upperBound * Double($0) / 4 }
    let across = ticks.flatMap { tick in
      let y = vertical.place(tick)
      return [
        SVGElement.line(horizontal.from, y, horizontal.to, y, "grid"),
        SVGElement.text(yText(tick), x: horizontal.from - 6, y: y + 4, "small", anchor: .end),
      ]
    }
    var last = -Double.infinity
    let below = Set(points.map(\.x)).sorted().compactMap { x -> SVGElement? in
      let place = horizontal.place(x)
      // Neighbours on a logarithmic axis may leave no room for each other's words.
      guard place - last >= Self.leastGap else { return nil }
      last = place
      return .text(xText(x), x: place, y: vertical.from + 16, "small", anchor: .middle)
    }
    return across + below
  }

  /// Each line's name at its end, moved apart where they would meet.
  private func names(_ horizontal: Scale, _ vertical: Scale) -> [SVGElement] {
    var last = -Double.infinity
    return lines.compactMap { line in line.points.last.map { (line, vertical.place($0.y)) } }
      .sorted { $0.1 < $1.1 }
      .map { line, y in
        let place = max(y + 4, last + 14)
        last = place
        return .text(line.name, x: horizontal.to + 10, y: place, "name \(line.style)")
      }
  }

  private func draw(_ line: Line, _ horizontal: Scale, _ vertical: Scale) -> SVGElement {
    let places = line.points.map { (x: horizontal.place($0.x), y: vertical.place($0.y)) }
    let marks = zip(line.points, places).map { point, place in
      Self.mark(line.style, place.x, place.y).titled(point.title)
    }
    return SVGElement(group: [.path(places, "line \(line.style)")] + marks)
  }

  private static func mark(_ style: String, _ x: Double, _ y: Double) -> SVGElement {
    switch style {
    case "raw": .rectangle(x: x - 3.5, y: y - 3.5, width: 7, height: 7, "mark raw")
    case "data":
      .path([(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y), (x, y - 5)], "mark data")
    default:
      SVGElement(
        "circle",
        ["cx": SVGElement.number(x), "cy": SVGElement.number(y), "r": "4", "class": "mark \(style)"])
    }
  }
}
