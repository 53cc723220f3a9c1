import Glibc

/// What a row is measured by.
enum Clock {
  /// The processor time of this thread: other programs on the machine do not count.
  case threadTime
  /// Time as it passes, for rows that wait for the disk.
  case wallTime

  /// Nanoseconds since some moment.
  func now() -> Double {
    var time = timespec()
    // The structure is this function's own, and both clocks exist on every Linux.
    unsafe clock_gettime(self == .threadTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
