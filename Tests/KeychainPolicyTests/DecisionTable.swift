import Foundation
import Testing

/// The lines of the data files in Decisions, with where they stand.
struct DecisionTable {
  struct Line: CustomTestStringConvertible, Sendable {
    let text: String
    let place: String

    var testDescription: String { "\(place): \(text)" }
  }

  /// The table that a file holds; empty lines and those that begin with `#` are for the reader.
  static func lines(of file: String) throws -> [Line] {
    let url = Bundle.module.bundleURL.appending(path: "Decisions/\(file)")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
      let text = line.trimmed
      return text.isEmpty || text.hasPrefix("#") ? nil : Line(text: text, place: "\(file):\(number + 1)")
    }
  }

  /// The tables of decisions.
  static let decisionFiles = [
    "groups.txt", "wildcard.txt", "token.txt", "types.txt", "privileges.txt", "sharing.txt", "appclips.txt",
    "network-extensions.txt", "items.txt", "order.txt", "stages.txt",
  ]

  /// Every line of every table of decisions.
  static func decisions() throws -> [Line] { try decisionFiles.flatMap { try lines(of: $0) } }
}

extension StringProtocol {
  /// Without blanks at either end.
  var trimmed: String {
    let blanks = drop { $0 == " " }
    return String(blanks.reversed().drop { $0 == " " }.reversed())
  }

  /// The parts between separators, trimmed; none of an empty text.
  func words(_ separator: Character) -> [String] {
    trimmed.isEmpty ? [] : trimmed.split(separator: separator).map { $0.trimmed }
  }

  /// Whether it is the word, or the word and more.
  func isClause(_ word: String) -> Bool {
    self == word || hasPrefix(word + " ") || hasPrefix(word + ",")
  }

  /// What follows the word and the blank or comma behind it.
  func dropping(_ word: String) -> String {
    dropFirst(word.count + 1).trimmed
  }
}
