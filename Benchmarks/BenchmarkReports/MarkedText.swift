/// A text with places for tables, between two comments each, which are filled anew and never typed.
///
/// `<!-- benchmarks: rows lookup -->` begins the place of the rows whose names contain `lookup`,
/// `<!-- benchmarks: peers -->` that of the comparisons, and `<!-- benchmarks: end -->` ends either.
package struct MarkedText {
  /// Why a text cannot be filled.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case noMark
    case unknownMark(line: Int)
    case unfinished(line: Int)

    package var description: String {
      switch self {
      case .noMark: "no line is `<!-- benchmarks: rows -->` or `<!-- benchmarks: peers -->`"
      case .unknownMark(let line): "line \(line): a mark that names neither rows nor peers"
      case .unfinished(let line): "line \(line): no `<!-- benchmarks: end -->` follows"
      }
    }
  }

  private static let opening = "<!-- benchmarks: "
  private static let closing = " -->"
  private static let end = opening + "end" + closing

  private let lines: [String]

  package init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The text with a table in every place; a place for which there is no figure stays as it is.
  package func filled(with figures: FigureSet) throws(Problem) -> String {
    var filled: [String] = []
    var rest = Array(lines.enumerated())[...]
    var count = 0
    while let (index, line) = rest.popFirst() {
      filled.append(line)
      guard line.hasPrefix(Self.opening), line.hasSuffix(Self.closing), line != Self.end else { continue }
      count += 1
      guard let length = rest.firstIndex(where: { $0.element == Self.end }).map({ $0 - rest.startIndex }) else {
        throw .unfinished(line: index + 1)
      }
      let before = rest.prefix(length).map(\.element)
      rest = rest.dropFirst(length)
      guard let table = Self.table(line, figures) else { throw .unknownMark(line: index + 1) }
      filled += table.isEmpty ? before : [""] + table + [""]
    }
    guard count > 0 else { throw .noMark }
    return filled.joined(separator: "\n")
  }

  /// The lines for a mark, none where nothing was measured; nil where the mark is unknown.
  private static func table(_ mark: String, _ figures: FigureSet) -> [String]? {
    let words = mark.dropFirst(opening.count).dropLast(closing.count).split(separator: " ")
    let filter = words.count > 1 ? String(words[1]) : ""
    switch words.first {
    case "rows": return figures.rows.isEmpty ? [] : FigureTable(figures).rows(named: filter)
    case "peers": return figures.peers.isEmpty ? [] : FigureTable(figures).peers(named: filter)
    default: return nil
    }
  }
}
