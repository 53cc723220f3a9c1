/// Where a command's bytes go.
protocol ByteSink: AnyObject {
  /// Whether a person is looking at it.
  var isTerminal: Bool { get }
  /// Whether something could not be written.
  var hasFailed: Bool { get }

  func write(_ bytes: RawSpan)
}

extension ByteSink {
  func write(_ text: String) {
    unsafe write(text.utf8Span.span.bytes)
  }

  /// Writes the text and ends the line.
  func line(_ text: String) {
    write(text + "\n")
  }

  /// Says something to the person who is looking; a script is told nothing.
  func tellPerson(_ lines: String...) {
    guard isTerminal else { return }
    for text in lines { line("security: \(text)") }
  }
}
