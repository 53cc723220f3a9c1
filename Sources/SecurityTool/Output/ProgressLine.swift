import KeychainKit

/// A line that a person sees change, and that goes when it is done: how far a long command has come. Nothing is written
/// where nobody looks.
final class ProgressLine {
  private let sink: any ByteSink
  private let unit: String
  private var isShown = false

  init(sink: any ByteSink, unit: String) {
    self.sink = sink
    self.unit = unit
  }

  func show(_ progress: WorkProgress) {
    // What is done at once needs no line.
    guard sink.isTerminal, progress.completed < progress.total || isShown else { return }
    isShown = true
    sink.write("\r\(progress.completed) of \(progress.total) \(unit)")
  }

  /// Takes the line away, for a result or for an error.
  func end() {
    if isShown { sink.write("\r\u{1B}[K") }
    isShown = false
  }
}
