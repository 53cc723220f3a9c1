import Foundation
import Synchronization

/// The one thread of a process that looks after its unlocked keychains.
///
/// A thread and not a task: a program that keeps the pool of tasks busy must not keep its keychain unlocked.
final class LockClock: @unchecked Sendable {  // the condition guards what changes
  static let shared = LockClock()

  /// What is to be done about one keychain, and when.
  private struct Entry {
    weak var store: Store?
    /// Nil where only a lock after a delay was asked for.
    var watch: IdleWatch?
    /// When to look next, on the clock that counts sleep.
    var nextLook = Double.infinity
    /// When a lock that was asked for comes.
    var lockTime = Double.infinity
    /// Tells an entry from the one that took its place meanwhile.
    var number = 0

    var dueTime: Double { min(nextLook, lockTime) }
  }

  private let condition = NSCondition()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var lastNumber = 0
  private var isRunning = false

  /// No wait is longer: the clock of waits may be set.
  private static let longestWait = 5.0

  /// Begins to watch, in the place of any watch before.
  func watch(_ store: Store, _ watch: IdleWatch) {
    change(store) { entry in
      entry.watch = watch
      entry.nextLook = IdleWatch.Moment.now.elapsed + watch.pause
      entry.lockTime = .infinity
    }
  }

  /// Has a lock come after so many seconds; infinity calls it off.
  func lock(_ store: Store, after seconds: Double) {
    change(store) { $0.lockTime = IdleWatch.Moment.now.elapsed + seconds }
  }

  private func change(_ store: Store, _ body: (inout Entry) -> Void) {
    condition.lock()
    defer { condition.unlock() }
    let key = ObjectIdentifier(store)
    // Where another store had the same place in memory, it is gone.
    var entry = entries[key].flatMap { $0.store === store ? $0 : nil } ?? Entry(store: store)
    body(&entry)
    lastNumber += 1
    entry.number = lastNumber
    entries[key] = entry.dueTime < .infinity ? entry : nil
    guard !entries.isEmpty else { return }
    if !isRunning {
      isRunning = true
      Thread.detachNewThread { [self] in run() }
    }
    condition.signal()
  }

  private func run() {
    condition.lock()
    while true {
      let now = IdleWatch.Moment.now.elapsed
      let due = entries.filter { $0.value.dueTime <= now }
      guard due.isEmpty else {
        // Nothing of a keychain is called under the lock.
        condition.unlock()
        let looked = due.mapValues { look($0, at: now) }
        condition.lock()
        for (key, entry) in looked where entries[key]?.number == entry.number {
          entries[key] = entry.dueTime < .infinity ? entry : nil
        }
        continue
      }
      let wait = (entries.values.map(\.dueTime).min() ?? .infinity) - now
      _ = condition.wait(until: Date(timeIntervalSinceNow: min(wait, Self.longestWait)))
    }
  }

  /// What is left to do about a keychain after it was looked at.
  private func look(_ entry: Entry, at now: Double) -> Entry {
    var entry = entry
    guard let store = entry.store else { return Entry(number: entry.number) }
    if entry.lockTime <= now {
      store.lockUnasked()
      return Entry(number: entry.number)
    }
    guard var watch = entry.watch, store.staysUnlocked(&watch) else {
      entry.nextLook = .infinity
      return entry
    }
    entry.watch = watch
    entry.nextLook = now + watch.pause
    return entry
  }
}
