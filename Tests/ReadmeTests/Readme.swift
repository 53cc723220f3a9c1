import Foundation

/// The README at the root of the repository, or another page of words and code.
struct Readme {
  let text: String

  /// - Parameter path: of the page, seen from the root of the repository.
  init(_ path: String = "README.md") throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The content of the first block of code in a language, each line with its end; nil where there is none.
  func firstBlock(of language: String) -> String? {
    let lines = lines
    guard let start = lines.firstIndex(of: "```\(language)"), let end = lines[start...].firstIndex(of: "```") else {
      return nil
    }
    return lines[(start + 1)..<end].map { $0 + "\n" }.joined()
  }

  /// The content of every block of code in a language, one behind the other.
  func blocks(of language: String) -> String {
    var isInside = false
    var content = ""
    for line in lines {
      if isInside, line == "```" {
        isInside = false
      } else if isInside {
        content += line + "\n"
      } else if line == "```\(language)" {
        isInside = true
      }
    }
    return content
  }

  /// The text of a source that the README shows.
  static func source(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: path), encoding: .utf8)
  }
}
