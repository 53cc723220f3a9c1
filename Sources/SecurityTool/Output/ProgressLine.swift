import KeychainKit

/// A line that a person sees change: how far a long command has come. Nothing is written where nobody looks.
final class ProgressLine {
  private let sink: any ByteSink
  private let unit: String
  private var isShown = false

  init(sink: any ByteSink, unit: String) {
    self.sink = sink
    self.unit = unit
  }

  func show(_ progress: WorkProgress) {
    guard sink.isTerminal else { return }
    isShown = true
    sink.write("\r\(progress.completed) of \(progress.total) \(unit)")
  }

  /// What comes next begins a line of its own.
  func end() {
    if isShown { sink.write("\n") }
  }
}
