/// Waits for what comes by itself, in the background or by a timer.
///
/// Much longer than a machine takes on which everything runs at once: what does not come then never comes.
package enum Patience {
  private static let longest = Duration.seconds(120)
  private static let pause = Duration.milliseconds(20)

  /// Whether it came true.
  package static func comesTrue(
    isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool
  ) async throws -> Bool {
    let end = ContinuousClock.now + longest
    while ContinuousClock.now < end {
      if try condition() { return true }
      try await Task.sleep(for: pause)
    }
    return try condition()
  }
}
