/// One Swift file: its lines as they stand, and the same lines with comments and string contents blanked.
struct SwiftSource {
  /// One `import`.
  struct Import: Equatable {
    let line: Int
    let module: String
  }

  /// The path, seen from the root of the repository.
  let path: String
  let lines: [String]
  /// As many lines; only what the compiler runs.
  let code: [String]
  /// For each line, whether it belongs to a declaration that is marked as laid out by hand.
  let isInTable: [Bool]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var blanker = CodeBlanker(text)
    code = blanker.blanked().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    isInTable = Self.tables(in: lines)
  }

  /// How many lines are left without the tables.
  var proseLineCount: Int { isInTable.count { !$0 } }

  /// The name of the file without its folder and ending.
  var name: String {
    String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
  }

  /// Every import, whatever stands before it: attributes, an access level, a condition around it.
  var imports: [Import] {
    let pattern =
      #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+/#
    let kind = #/^(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+/#
    return code.enumerated().flatMap { index, line in
      line.split(separator: ";").compactMap { statement -> Import? in
        guard let match = statement.prefixMatch(of: pattern) else { return nil }
        let name = statement[match.range.upperBound...].trimmingPrefix(kind)
        return Import(line: index + 1, module: String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      }
    }
  }

  /// A table starts at its mark and ends with the bracket that stands as far to the left.
  private static func tables(in lines: [String]) -> [Bool] {
    var tableIndent: Int?
    return lines.map { line in
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      if content == "// swift-format-ignore" { tableIndent = indent }
      defer { if indent == tableIndent, content.first == "}" || content.first == "]" { tableIndent = nil } }
      return tableIndent != nil
    }
  }
}
