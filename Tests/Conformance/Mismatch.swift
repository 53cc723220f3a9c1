/// The two halves of a `FAIL` line: what a case expects and what there was instead.
package struct Mismatch: Error, Equatable, CustomStringConvertible {
  /// What the case wants, in a few words.
  package let expected: String
  /// What there was, in a few words.
  package let got: String

  /// - Parameters:
  ///   - expected: what the case wants.
  ///   - got: what there was.
  package init(expected: String, got: String) {
    self.expected = expected
    self.got = got
  }

  /// The end of a `FAIL` line.
  package var description: String { "expected \(expected), got \(got)" }
}

extension Mismatch {
  /// What a word of a case file turned out not to be.
  static func unknown(_ kind: String, _ word: String) -> Mismatch {
    Mismatch(expected: "a known \(kind)", got: "`\(word)`")
  }
}
