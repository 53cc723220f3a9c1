import Foundation
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What an XML parser found in a picture.
private final class PictureReader: NSObject, XMLParserDelegate {
  private(set) var texts: [String: [String]] = [:]
  private(set) var classes: [String] = []
  private(set) var root: [String: String] = [:]
  private var open: [(name: String, text: String)] = []
  private var hasFailed = false

  /// Nil where the text is no well-formed XML.
  init?(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    // The answer of `parse` says whether it could begin; what was wrong is said apart, and nothing may stay open.
    guard parser.parse(), parser.parserError == nil, !hasFailed, open.isEmpty, !texts.isEmpty else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if open.isEmpty { root = attributes }
    if let style = attributes["class"] { classes.append(style) }
    open.append((name, ""))
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    hasFailed = true
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if !open.isEmpty { open[open.count - 1].text += string }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard let element = open.popLast() else { return }
    texts[element.name, default: []].append(element.text)
  }
}

@Suite("Benchmarks: the picture") struct PictureTests {
  private static let svg = Picture(SampleFigures.all).svg

  private func reader(_ svg: String = Self.svg) throws -> PictureReader {
    try #require(PictureReader(svg), "not well-formed")
  }

  @Test func `it is well-formed, and names itself for whoever does not see it`() throws {
    let reader = try reader()
    #expect(reader.root["role"] == "img" && reader.root["aria-labelledby"] == "title description")
    #expect(reader.root["viewBox"]?.hasPrefix("0 0 960.0 ") == true)
    let description = try #require(reader.texts["desc"]?.first)
    // Rows with a goal or a limit, and two of the three comparisons: one row and one comparison are missed.
    #expect(description.contains("Goals met: 10 of 12."), "\(description)")
    for name in SampleFigures.rows.map(\.name) + SampleFigures.peers.map(\.name) {
      #expect(description.contains(name), "\(name)")
    }
  }

  @Test func `a text that is no XML is refused by the reader`() {
    #expect(PictureReader(Self.svg + "<") == nil)
    #expect(PictureReader("<svg><g></svg>") == nil)
  }

  @Test func `every figure is in it, by its name and its value`() throws {
    let reader = try reader()
    let titles = reader.texts["title"] ?? [], texts = reader.texts["text"] ?? []
    for figure in SampleFigures.rows {
      #expect(titles.contains { $0.hasPrefix(figure.name + ",") }, "\(figure.name)")
      guard !figure.name.hasPrefix("crypto.") else { continue }
      let value = figure.ratio == nil ? figure.text(figure.ours) : figure.ratioText
      #expect(texts.contains { $0.hasPrefix(value) }, "\(figure.name)")
    }
    for peer in SampleFigures.peers {
      #expect(titles.contains { $0.hasPrefix(peer.name + ",") } && texts.contains(peer.name), "\(peer.name)")
      #expect(texts.contains { $0.hasPrefix(PeerFigure.text(factor: peer.factor)) }, "\(peer.name)")
    }
  }

  @Test func `what is missed is hatched and said in words`() throws {
    let reader = try reader()
    let texts = reader.texts["text"] ?? []
    #expect(texts.contains("1.50  ✕ missed, goal 1.25") && texts.contains("1.20  ✓ met, goal 1.25"))
    #expect(texts.contains("10.0  ✕ missed, goal 100") && texts.contains("200  ✓ met, goal 150"))
    #expect(reader.classes.count { $0 == "bar missed" } == 2)
    #expect(reader.classes.count { $0 == "bar met" } == 3)
    #expect(reader.classes.count { $0 == "bar open" } == 2)
  }

  @Test func `crypto and growth are lines with a mark a figure`() throws {
    let classes = try reader().classes
    // Sealing and opening of ours and raw at two sizes each, and growth at two numbers of items.
    #expect(classes.count { $0 == "mark ours" } == 6 && classes.count { $0 == "mark raw" } == 6)
    #expect(classes.count { $0 == "mark data" } == 2)
    #expect(classes.count { $0 == "line raw" } == 3 && classes.count { $0 == "line ours" } == 3)
  }

  @Test func `a curve takes two points, and a part without figures is left out`() throws {
    let rows = SampleFigures.rows.filter { $0.items != 100_000 && !$0.name.hasPrefix("crypto.") }
    let figures = FigureSet(machine: "a machine", date: "2026-11-30", libraries: "SQLite", rows: rows)
    let reader = try reader(Picture(figures).svg)
    #expect(!reader.classes.contains { $0.hasPrefix("line ") || $0.hasPrefix("mark ") })
    #expect(reader.texts["text"]?.contains { $0.hasPrefix("Other stores") } == false)
    #expect(reader.texts["text"]?.contains("file.bytes") == true)
  }

  @Test func `it is the same for the same figures, and light and dark pages have their colours`() {
    #expect(Picture(SampleFigures.all).svg == Self.svg)
    #expect(Self.svg.contains("prefers-color-scheme: dark"))
  }

  @Test(arguments: [(1.0, 0.0), (10, 50), (100, 100), (0.1, 0), (1_000, 100)])
  func `a logarithmic axis gives every decade the same room`(value: Double, place: Double) {
    let scale = Scale(kind: .logarithmic, values: 1...100, from: 0, to: 100)
    #expect(abs(scale.place(value) - place) < 1e-9)
    #expect(scale.decades == [1, 10, 100])
  }

  @Test(arguments: [
    (0.0, 1.0, 1.0), (1, 1, 1), (1.1, 1, 2), (3, 2, 5), (7, 5, 10), (420, 200, 500), (0.03, 0.02, 0.05),
  ])
  func `an axis begins and ends at a round number`(value: Double, start: Double, end: Double) {
    #expect(abs(Scale.roundUp(value) - end) < 1e-9)
    #expect(abs(Scale.roundDown(value) - start) < 1e-9)
  }

  @Test func `one row at several numbers of items stands together, fewer items first`() throws {
    let rows = [SampleFigures.rows[1], SampleFigures.rows[4], SampleFigures.rows[0]]
    let figures = FigureSet(machine: "a machine", date: "2026-11-30", libraries: "SQLite", rows: rows)
    let texts = try reader(Picture(figures).svg).texts["text"] ?? []
    let names = texts.filter { $0.hasPrefix("lookup.data") || $0 == "file.bytes" }
    #expect(names == ["lookup.data.dictionary · 1,000", "lookup.data.dictionary · 100,000", "file.bytes"])
  }
}
