import Glibc
import Synchronization

/// The time that dates and versions are taken from; it enters through the initializer.
package struct KeychainClock: Sendable {
  /// Seconds since 2001-01-01T00:00:00Z.
  package let now: @Sendable () -> Double

  /// A clock that asks the function given.
  package init(now: @escaping @Sendable () -> Double) {
    self.now = now
  }

  /// The system's clock.
  package static let system = KeychainClock {
    var time = timespec()
    // CLOCK_REALTIME cannot fail with a valid pointer.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - secondsFrom1970To2001 + Double(time.tv_nsec) / 1e9
  }

  static let secondsFrom1970To2001 = 978_307_200.0

  /// The time as formats have it that count milliseconds since 1970; 0 before then.
  var millisecondsSince1970: UInt64 {
    UInt64(max(0, (now() + Self.secondsFrom1970To2001) * 1_000))
  }
}

/// A hybrid logical clock: 48 bits of milliseconds since 1970, 16 bits of counter, never the same twice.
final class HybridLogicalClock: Sendable {
  private let last = Atomic<Int64>(0)

  /// A value later than any this clock gave and than `predecessor`.
  func tick(at seconds: Double, after predecessor: Int64 = 0) -> Int64 {
    let milliseconds = (seconds + KeychainClock.secondsFrom1970To2001) * 1_000
    let physical = Int64(max(0, min(milliseconds, 0x7FFF_FFFF_FFFF))) << 16
    var seen = last.load(ordering: .relaxed)
    while true {
      let next = max(physical, seen + 1, predecessor + 1)
      let (exchanged, original) = last.compareExchange(expected: seen, desired: next, ordering: .relaxed)
      if exchanged { return next }
      seen = original
    }
  }
}
