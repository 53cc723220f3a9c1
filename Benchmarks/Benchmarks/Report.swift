import BenchmarkReports
import CRawReference
import Foundation

/// The figures of a run as a JSON file.
struct Report: Encodable {
  let items: Int
  let rounds: Int
  let libraries: String
  let rows: [Figure]

  init(arguments: Arguments, figures: [Figure]) {
    items = arguments.items
    rounds = arguments.rounds
    libraries = Self.libraries
    rows = figures
  }

  /// The versions of the libraries in use.
  static var libraries: String { unsafe String(cString: raw_library_versions()) }

}

/// The figures of a comparison with other stores as a JSON file.
struct PeerReport: Encodable {
  let rounds: Int
  let peers: [PeerFigure]
}

extension Encodable {
  /// Writes it as JSON whose lines change only where a figure does.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(filePath: path), options: .atomic)
  }
}
