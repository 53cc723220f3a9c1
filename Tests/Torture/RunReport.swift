/// What a kind of run came to: a row of the table.
package struct RunReport: Sendable {
  package let name: String
  /// How often the keychain was put to the test.
  package var runs = 0
  /// How many of the faults were met by a call that then failed.
  package var failedCalls = 0
  /// What should not have happened, one line each.
  package var failures: [String] = []
  /// Why some of the runs, or all of them, cannot be made here.
  package var obstacle: String?

  package init(_ name: String) {
    self.name = name
  }

  mutating func merge(_ other: RunReport) {
    runs += other.runs
    failedCalls += other.failedCalls
    failures += other.failures
    obstacle = obstacle ?? other.obstacle
  }

  package static func + (left: RunReport, right: RunReport) -> RunReport {
    var sum = left
    sum.merge(right)
    return sum
  }
}

/// Hears how far a run is.
package typealias RunProgress = (_ done: Int, _ of: Int) -> Void

extension Int {
  /// So many numbers from 1 to this one, evenly spread; all of them where there are no more.
  package func spread(_ count: Int) -> [Int] {
    guard count < self else { return Array(1..<self + 1) }
    return (0..<count).map { 1 + $0 * self / count }
  }
}
