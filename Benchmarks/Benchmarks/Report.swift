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

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(filePath: path), options: .atomic)
  }
}
