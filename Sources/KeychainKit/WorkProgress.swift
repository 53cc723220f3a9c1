/// How far long work has come, in steps of about the same length.
public struct WorkProgress: Sendable, Equatable {
  public private(set) var completed: Int
  /// Never less than `completed`.
  public private(set) var total: Int

  package init(completed: Int = 0, total: Int) {
    self.completed = completed
    self.total = max(completed, total)
  }

  /// Rows that came meanwhile make the total grow.
  package mutating func advance(by steps: Int) {
    completed += steps
    total = max(completed, total)
  }

  /// From 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
}

/// Is told how far the work has come, between two of its steps.
public typealias ProgressReport = (WorkProgress) -> Void
