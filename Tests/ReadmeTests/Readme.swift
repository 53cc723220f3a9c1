import Foundation

/// A text of the repository with code in it: the README at its root, unless another is named.
struct Readme {
  let text: String

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

  /// The text of a source that the README shows.
  static func source(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: path), encoding: .utf8)
  }
}
