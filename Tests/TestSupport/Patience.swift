/// Waits for what comes by itself, in the background or by a timer.
///
/// Much longer than a machine takes on which everything runs at once: what does not come then never comes.
package enum Patience {
  private static let longest = Duration.seconds(120)
  private static let pause = Duration.milliseconds(20)
  /// A task that sleeps may come on again after minutes: so often is looked in any case.
  private static let leastLooks = 500

  /// Whether it came true.
  package static func comesTrue(
    isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool
  ) async throws -> Bool {
    let end = ContinuousClock.now + longest
    var looks = 0
    while looks < leastLooks || ContinuousClock.now < end {
      if try condition() { return true }
      looks += 1
      try await Task.sleep(for: pause)
    }
    return try condition()
  }
}
