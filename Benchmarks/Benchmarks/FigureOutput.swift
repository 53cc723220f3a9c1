import BenchmarkReports
import Foundation

/// Where figures go beside the lines that are printed.
struct FigureOutput {
  var json: String?
  var svg: String?
  /// A text with places for tables.
  var markdown: String?

  /// Writes what a run gave, a `Report` or a `PeerReport`.
  func write(_ report: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let encoded = try encoder.encode(report)
    if let json { try encoded.write(to: URL(filePath: json), options: .atomic) }
    try draw(try FigureSet(json: String(decoding: encoded, as: UTF8.self)))
  }

  /// Draws what earlier runs wrote as JSON.
  func write(from paths: [String]) throws {
    let sets = try paths.map { try FigureSet(json: String(contentsOf: URL(filePath: $0), encoding: .utf8)) }
    guard let first = sets.first else { return }
    try draw(sets.dropFirst().reduce(first) { try $0.joined(with: $1) }.merged)
  }

  private func draw(_ figures: FigureSet) throws {
    if let svg { try Data(Picture(figures).svg.utf8).write(to: URL(filePath: svg), options: .atomic) }
    guard let markdown else { return }
    let text = try MarkedText(String(contentsOf: URL(filePath: markdown), encoding: .utf8)).filled(with: figures)
    try Data(text.utf8).write(to: URL(filePath: markdown), options: .atomic)
  }
}
