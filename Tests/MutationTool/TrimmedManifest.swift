import Foundation
import Mutation

/// The package with one test target and what it needs: nothing else has to be built.
struct TrimmedManifest {
  let text: String

  init(for target: String) throws {
    let whole = try String(contentsOf: VerificationGuard.root.appending(path: "Package.swift"), encoding: .utf8)
    let blocks = Self.blocks(in: whole)
    var needed: Set<String> = []
    var open = [target]
    while let name = open.popLast() {
      guard needed.insert(name).inserted, let block = blocks.first(where: { $0.name == name }) else { continue }
      open += block.dependencies
    }
    var text = whole
    for block in blocks.reversed() where !needed.contains(block.name) { text.removeSubrange(block.range) }
    guard let products = text.firstMatch(of: #/ {2}products: \[\n(?:.*\n)*? {2}\],\n/#) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    text.removeSubrange(products.range)
    self.text = text
  }

  private struct Block {
    let name: String
    let dependencies: [String]
    /// From the point to the comma behind the parenthesis that closes it.
    let range: Range<String.Index>
  }

  private static func blocks(in text: String) -> [Block] {
    guard let targets = text.range(of: "  targets: [\n") else { return [] }
    return text[targets.upperBound...].matches(of: #/\.(?:target|executableTarget|testTarget|systemLibrary)\(/#).map {
      match in
      var depth = 1
      let end = text[match.range.upperBound...].firstIndex { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth == 0
      }
      let last = end.map { text.index(after: $0) } ?? text.endIndex
      let body = text[match.range.upperBound..<last]
      let list = body.firstMatch(of: #/dependencies: \[([^\]]*)\]/#)?.1 ?? ""
      return Block(
        name: String(body.firstMatch(of: #/name: "(\w+)"/#)?.1 ?? ""),
        dependencies: list.matches(of: #/"(\w+)"/#).map { String($0.1) },
        range: match.range.lowerBound..<(text[last...].first == "," ? text.index(after: last) : last))
    }
  }
}
