import CRawReference
import Glibc

/// What a row is measured by.
enum Clock {
  /// The processor time of this thread: other programs on the machine do not count.
  case threadTime
  /// The same without what the thread spends on deriving keys from passphrases.
  case threadTimeWithoutDerivation
  /// Time as it passes, for rows that wait for the disk.
  case wallTime

  /// Nanoseconds since some moment.
  func now() -> Double {
    var time = timespec()
    // The structure is this function's own, and both clocks exist on every Linux.
    unsafe clock_gettime(self == .wallTime ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    let derivation = self == .threadTimeWithoutDerivation ? raw_derivation_nanoseconds() : 0
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec) - derivation
  }
}
