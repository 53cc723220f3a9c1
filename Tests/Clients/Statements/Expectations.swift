import Foundation

/// What a program of this package expects, and what did not hold.
final class Expectations {
  private(set) var count = 0
  private var failures: [String] = []

  func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    count += 1
    if !holds { failures.append(what()) }
  }

  /// Says how it went, and ends the program.
  func finish() -> Never {
    for failure in failures { print("not so: \(failure)") }
    print("\(count - failures.count) passed, \(failures.count) failed")
    exit(failures.isEmpty ? 0 : 1)
  }
}
