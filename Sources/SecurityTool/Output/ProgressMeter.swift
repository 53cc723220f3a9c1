import KeychainKit

/// Tells a person at a terminal how far a long work has come, on one line that goes when it is done.
final class ProgressMeter {
  private let sink: any ByteSink
  private let verb: String
  private var isShown = false

  /// - Parameter verb: what is done to items.
  init(_ command: SecurityCommand, _ verb: String) {
    sink = command.errors
    self.verb = verb
  }

  func show(_ progress: WorkProgress) {
    // What is done at once needs no meter.
    guard sink.isTerminal, progress.completed < progress.total || isShown else { return }
    sink.write("\r\(verb) \(progress.completed) of \(progress.total)")
    isShown = true
  }

  func clear() {
    if isShown { sink.write("\r\u{1B}[K") }
    isShown = false
  }
}

extension Invocation {
  /// A word in a colour by how grave it is: on a terminal, unless `NO_COLOR` is set.
  func emphasized(_ word: String, _ severity: KeychainExamination.Severity) -> String {
    guard output.isTerminal, command.environment["NO_COLOR"].map(\.isEmpty) ?? true else { return word }
    switch severity {
    case .note: return word
    case .warning: return "\u{1B}[33m\(word)\u{1B}[0m"
    case .damage: return "\u{1B}[31m\(word)\u{1B}[0m"
    }
  }
}
