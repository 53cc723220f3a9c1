package import Foundation

/// A line that refuses something, and what the code is without it.
package struct VerificationGuard: Sendable {
  package let file: String
  package let line: String
  package let replacement: String
  /// The test target that is asked.
  package let target: String
  /// Which of its tests, as a pattern of their names.
  package let tests: String

  /// The root of the repository, found from where this file lies.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  /// Every one that is listed.
  package static func listed() throws -> [VerificationGuard] {
    let list = try String(contentsOf: root.appending(path: "Tests/Mutation/guards.txt"), encoding: .utf8)
    return try list.components(separatedBy: "\n\n").compactMap { paragraph in
      let lines = paragraph.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
      return lines.isEmpty ? nil : try VerificationGuard(lines)
    }
  }

  /// A paragraph of the list that is none.
  package struct Malformed: Error {
    package let lines: [String]
  }

  private init(_ lines: [String]) throws {
    func text(_ index: Int, _ mark: String) throws -> String {
      guard index < lines.count, lines[index].hasPrefix(mark) else { throw Malformed(lines: lines) }
      return lines[index].dropFirst(mark.count).trimmingCharacters(in: .whitespaces)
    }
    guard lines.count == 4 else { throw Malformed(lines: lines) }
    file = lines[0]
    line = try text(1, "-")
    replacement = try text(2, "+")
    let asked = try text(3, "?").split(separator: " ").map(String.init)
    guard let target = asked.first, asked.count <= 2 else { throw Malformed(lines: lines) }
    self.target = target
    tests = asked.last ?? target
  }

  /// Where the line stands in a text: exactly one place, or the guard is out of date.
  package func places(in text: String) -> [Int] {
    text.components(separatedBy: "\n").enumerated().filter { $0.element.trimmingCharacters(in: .whitespaces) == line }
      .map(\.offset)
  }

  /// The text without the guard; where the line opens a block, the block loses its sense and stays.
  package func removed(from text: String) -> String? {
    var lines = text.components(separatedBy: "\n")
    guard let place = places(in: text).first, places(in: text).count == 1 else { return nil }
    lines[place] = replacement
    return lines.joined(separator: "\n")
  }
}
