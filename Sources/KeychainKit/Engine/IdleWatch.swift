import Glibc
import KeychainCrypto

/// When an unlocked keychain is to be locked: after so long without use, or after the machine slept.
struct IdleWatch: Sendable {
  /// A moment on the two clocks of the kernel that nobody sets.
  struct Moment: Sendable {
    /// Seconds since the machine started, with those that it slept.
    let elapsed: Double
    /// The same without.
    let awake: Double

    /// This moment.
    static var now: Moment { Moment(elapsed: seconds(CLOCK_BOOTTIME), awake: seconds(CLOCK_MONOTONIC)) }

    private static func seconds(_ clock: Int32) -> Double {
      var time = timespec()
      // Neither clock can fail with a valid pointer.
      unsafe clock_gettime(clock, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  enum Verdict: Equatable, Sendable {
    case stay
    case idle
    case slept
  }

  private let settings: KeychainSettings
  private var lastUse: Double
  private var asleep: Double

  init(_ settings: KeychainSettings, from moment: Moment) {
    self.settings = settings
    lastUse = moment.elapsed
    asleep = moment.elapsed - moment.awake
  }

  /// The seconds until the next look: a tenth of the timeout, and never long, since other processes may have locked.
  var pause: Double {
    settings.timeoutSeconds == 0 ? 5 : min(5, Double(settings.timeoutSeconds) / 10)
  }

  /// - Parameter wasUsed: since the look before.
  mutating func verdict(at moment: Moment, wasUsed: Bool) -> Verdict {
    let asleep = moment.elapsed - moment.awake
    let hasSlept = asleep - self.asleep > Self.shortestSleep
    self.asleep = asleep
    if hasSlept, settings.locksOnSleep { return .slept }
    if wasUsed { lastUse = moment.elapsed }
    guard settings.timeoutSeconds > 0, moment.elapsed - lastUse >= Double(settings.timeoutSeconds) else { return .stay }
    return .idle
  }

  /// The two clocks are read one after the other.
  private static let shortestSleep = 1.0
}
