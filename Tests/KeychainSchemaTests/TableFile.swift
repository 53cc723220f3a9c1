import Foundation

/// A table of facts from the folder Tables: the expected values of these tests, written down apart from the code.
///
/// A line is a row, ` | ` separates its columns, the first line names them; lines that start with `#` are comments.
struct TableFile {
  /// One row, by the names of the columns.
  struct Row: Sendable {
    fileprivate let cells: [String: String]

    /// The cell of a column, which the table has.
    subscript(column: String) -> String {
      guard let cell = cells[column] else { preconditionFailure("the table has no column `\(column)`") }
      return cell
    }

    /// The words of a cell; none where it holds "-".
    func words(_ column: String) -> [String] {
      self[column] == "-" ? [] : self[column].split(separator: " ").map(String.init)
    }

    /// Whether a cell says "yes" rather than "no".
    func flag(_ column: String) throws -> Bool {
      switch self[column] {
      case "yes": true
      case "no": false
      case let other: throw Malformed(line: other)
      }
    }
  }

  struct Malformed: Error {
    let line: String
  }

  let rows: [Row]

  init(_ name: String) throws {
    let url = Bundle.module.bundleURL.appending(path: "Tables/\(name).txt")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let table = lines.map { $0.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) } }
    guard let names = table.first else { throw Malformed(line: "") }
    rows = try zip(lines, table).dropFirst().map { line, cells in
      guard cells.count == names.count else { throw Malformed(line: String(line)) }
      return Row(cells: Dictionary(uniqueKeysWithValues: zip(names, cells)))
    }
  }
}
