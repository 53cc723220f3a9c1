/// Which rows a run is about.
struct RowFilter {
  /// Parts of names, or whole ones; none: every row.
  var texts: [String] = []

  /// What was asked for, in words.
  var words: String { texts.map { "`\($0)`" }.joined(separator: " or ") }

  /// Whether a row is wanted: one of the texts is in its name, or is its name where a row is called just that.
  func takes(_ name: String, among names: [String] = []) -> Bool {
    texts.isEmpty || texts.contains { text in names.contains(text) ? name == text : name.contains(text) }
  }
}
