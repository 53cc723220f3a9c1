import Glibc
import Synchronization

/// Ctrl-C and a polite kill: noticed between turns, so that the folder with the keychains is removed all the same.
enum Interruption {
  private static let flag = Atomic(false)

  static func watch() {
    // Made before a signal can come: a handler must not be the first to touch a global.
    flag.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      // The handler does nothing but store into an atomic.
      _ = signal(number) { _ in Interruption.flag.store(true, ordering: .relaxed) }
    }
  }

  static func check() throws(Failure) {
    try require(!flag.load(ordering: .relaxed), "interrupted")
  }
}
