/// The rules of the house that a reader of one file can check.
enum Tidiness {
  static let longestLine = 120
  /// Lines outside of tables; a table is as long as what it lists.
  static let longestFile = 400
  /// What a file should stay below; longer ones are listed.
  static let wantedFile = 250

  /// What is wrong with a source of any kind, in words.
  static func problems(in source: SwiftSource) -> [String] {
    // A file is named for the noun it holds.
    let layer = #/(?:Types|Common|Helpers?|Misc|\w*Util(?:s|ities)?)/#
    // Put together, so that this file does not hold the words.
    let leftOver = #/\b(?:TO[D]O|FIX[M]E|X[X]X)\b/#.wordBoundaryKind(.simple)
    let fatal = #/\bfatalError\b/#.wordBoundaryKind(.simple)
    var problems: [String] = []
    func report(_ line: Int, _ words: String) { problems.append("\(source.path):\(line): \(words)") }
    if source.name.wholeMatch(of: layer) != nil { report(1, "the file is named after a layer") }
    for (index, line) in source.code.enumerated() {
      if line.contains("try!") { report(index + 1, "a forced try") }
      if line.contains(fatal) {
        report(index + 1, "use `preconditionFailure` for a broken invariant")
      }
      if let claim = unprovenClaim(in: line), !hasReason(source, at: index) {
        report(index + 1, "`\(claim)` without the reason beside it")
      }
    }
    for (index, line) in source.lines.enumerated() {
      if line.contains(leftOver) { report(index + 1, "something left over") }
      if line.count > longestLine, !source.isInTable[index] {
        report(index + 1, "the line is longer than \(longestLine)")
      }
    }
    return problems
  }

  /// What is wrong with a source of a library, beside the rest.
  static func libraryProblems(in source: SwiftSource) -> [String] {
    source.code.enumerated().filter { $0.element.contains(#/(?:^|[^.\w])(?:Swift\.)?(?:debugP|p)rint\(/#) }
      .map { "\(source.path):\($0.offset + 1): a library prints nothing" }
  }

  /// A claim about threads that the compiler does not check.
  private static func unprovenClaim(in line: String) -> String? {
    if line.contains(#/@unchecked\s+Sendable/#) { return "@unchecked Sendable" }
    return line.contains("nonisolated(unsafe)") ? "nonisolated(unsafe)" : nil
  }

  /// Whether a comment stands on the line or right above the declaration that it is part of.
  private static func hasReason(_ source: SwiftSource, at index: Int) -> Bool {
    if source.lines[index].contains("//") { return true }
    // Attributes on lines of their own belong to the declaration, and neighbours share one comment.
    let above = source.lines[..<index].last { line in
      !line.drop { $0 == " " }.hasPrefix("@") && unprovenClaim(in: line) == nil
    }
    return above?.drop { $0 == " " }.hasPrefix("//") ?? false
  }
}
