import CFaults
import Synchronization

/// Says which run it was that crashed or hung the process; for a program that does nothing but runs, one at a time.
package enum RunWatch {
  private static let isOn = Atomic(false)
  /// More than any run takes on a slow machine.
  private static let patienceSeconds: UInt32 = 120

  package static func start() {
    isOn.store(true, ordering: .relaxed)
  }

  static func begin(_ run: @autoclosure () -> String) {
    if isOn.load(ordering: .relaxed) { unsafe cfaults_watch(run(), patienceSeconds) }
  }
}
