/// Which figures become which lines.
enum Charts {
  // swift-format-ignore
  private static let sizes: [String: Double] = [
    "16B": 16, "32B": 32, "64B": 64, "256B": 256, "1KiB": 1_024, "4KiB": 4_096, "64KiB": 65_536, "1MiB": 1_048_576,
  ]

  /// Sealing and opening by size, in megabytes a second; empty where they were not measured at two sizes.
  static func throughput(_ figures: [DrawnFigure]) -> [LineChart] {
    [
      chart(
        "Sealing in MB/s, by size", figures,
        [
          ("crypto.seal.data", "Data", "data", \.ours), ("crypto.seal", "ours", "ours", \.ours),
          ("crypto.seal", "raw", "raw", \.raw),
        ]),
      chart(
        "Opening in MB/s, by size", figures,
        [
          ("crypto.open", "ours", "ours", \.ours), ("crypto.open", "raw", "raw", \.raw),
        ]),
    ].filter { chart in chart.lines.contains { $0.points.count > 1 } }
  }

  private typealias Source = (row: String, name: String, style: String, value: KeyPath<DrawnFigure, Double?>)

  private static func chart(_ title: String, _ figures: [DrawnFigure], _ sources: [Source]) -> LineChart {
    let lines = sources.map { source in
      LineChart.Line(name: source.name, style: source.style, points: points(source, figures))
    }
    return LineChart(
      title: title, lines: lines.filter { !$0.points.isEmpty }, yScale: .logarithmic, xText: sizeText,
      yText: { ItemCount.text(Int($0)) })
  }

  private static func points(_ source: Source, _ figures: [DrawnFigure]) -> [LineChart.Point] {
    figures.compactMap { figure -> LineChart.Point? in
      guard figure.name.hasPrefix(source.row + "."), let nanoseconds = figure[keyPath: source.value],
        let size = sizes[String(figure.name.dropFirst(source.row.count + 1))]
      else { return nil }
      // Bytes a nanosecond are gigabytes a second.
      let rate = size / nanoseconds * 1_000
      return LineChart.Point(
        x: size, y: rate,
        title: "\(figure.name), \(source.name): \(DurationText.proper(nanoseconds)), \(Decimals.text(rate, 0)) MB/s; "
          + "ratio \(figure.ratioText), goal \(figure.goalText) \(figure.verdict)")
    }.sorted { $0.x < $1.x }
  }

  private static func sizeText(_ size: Double) -> String {
    sizes.first { $0.value == size }?.key ?? ""
  }

  /// The rows that are one look-up, by its time: measured at several numbers of items, they make the curve of growth.
  private static let lookups = ["growth.lookup", "lookup.data.dictionary"]

  /// A look-up by how many items there are; nil where it was measured at one number of them.
  static func growth(_ figures: [DrawnFigure]) -> LineChart? {
    let measured = lookups.lazy.map { name in figures.filter { $0.name == name && $0.unit == "nanoseconds" } }
      .first { Set($0.map(\.items)).count > 1 }
    guard let measured = measured?.sorted(by: { $0.items < $1.items }) else { return nil }
    func line(_ name: String, _ value: KeyPath<DrawnFigure, Double?>) -> LineChart.Line {
      let points = measured.compactMap { figure in
        figure[keyPath: value].map { nanoseconds in
          LineChart.Point(
            x: Double(figure.items), y: nanoseconds / 1_000,
            title: "\(figure.name), \(ItemCount.text(figure.items)) items, \(name): \(DurationText.proper(nanoseconds))"
          )
        }
      }
      return LineChart.Line(name: name, style: name, points: points)
    }
    return LineChart(
      title: "One look-up, by number of items", lines: [line("ours", \.ours), line("raw", \.raw)], yScale: .linear,
      xText: { ItemCount.text(Int($0)) }, yText: { "\(Decimals.text($0, $0 == $0.rounded() ? 0 : 1)) µs" })
  }
}
