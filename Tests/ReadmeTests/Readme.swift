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
    blocks(of: language).first
  }

  /// The content of every block of code in a language, each line with its end.
  func blocks(of language: String) -> [String] {
    var blocks: [String] = []
    var rest = lines[...]
    while let start = rest.firstIndex(of: "```\(language)"), let end = rest[start...].firstIndex(of: "```") {
      blocks.append(rest[(start + 1)..<end].map { $0 + "\n" }.joined())
      rest = rest[(end + 1)...]
    }
    return blocks
  }

  /// The text of a source that the README shows.
  static func source(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: path), encoding: .utf8)
  }
}
