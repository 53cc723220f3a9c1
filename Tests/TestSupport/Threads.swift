import Foundation
import Synchronization

/// Real threads, which may wait for each other, unlike tasks of a small pool.
package enum Threads {
  /// What went wrong on a thread; no thread of ours belongs to a test, so the test asks afterwards.
  package final class Report: Sendable {
    private let lines = Mutex<[String]>([])

    package func expect(_ isTrue: Bool, _ line: @autoclosure () -> String) {
      guard !isTrue else { return }
      let line = line()
      lines.withLock { $0.append(line) }
    }

    package var failures: [String] { lines.withLock { $0 } }
  }

  /// Runs `body` on a thread of its own: what computes for seconds must not keep the few threads of tests that wait.
  package static func alone<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  /// Runs `body` on `count` threads at once and returns, when all have ended, what they reported and threw.
  package static func run(
    _ count: Int, _ body: @escaping @Sendable (_ index: Int, Report) throws -> Void
  ) -> [String] {
    let group = DispatchGroup()
    let report = Report()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        do {
          try body(index, report)
        } catch {
          report.expect(false, "thread \(index): \(error)")
        }
        group.leave()
      }
    }
    group.wait()
    return report.failures
  }
}
