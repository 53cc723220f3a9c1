import Foundation
import Glibc
import Synchronization

/// The one thread of a process that looks after its keychains: it locks those that are unlocked, and has the rows of
/// those that were opened compared.
///
/// A thread and not a task: a program that keeps the pool of tasks busy must not keep its keychain unlocked.
final class LockClock: Sendable {
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
    /// When the rows are to be compared.
    var verifyTime = Double.infinity
    /// Tells an entry from the one that took its place meanwhile.
    var number = 0

    var dueTime: Double { min(nextLook, lockTime, verifyTime) }
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var lastNumber = 0
    var isRunning = false
    /// When the thread looks by itself; while it is awake, before anything that may come.
    var wakeTime = -Double.infinity
  }

  private let state = Mutex(State())
  private let bell = Bell()

  /// No wait is longer: after a sleep of the machine the clock of waits is behind.
  private static let longestWait = 5.0

  /// Begins to watch, in the place of any watch before.
  func watch(_ store: Store, _ watch: IdleWatch) {
    change(store) { entry in
      entry.watch = watch
      entry.nextLook = IdleWatch.Moment.now.elapsed + watch.pause
    }
  }

  /// Has a lock come after so many seconds; infinity calls it off.
  func lock(_ store: Store, after seconds: Double) {
    change(store) { $0.lockTime = IdleWatch.Moment.now.elapsed + seconds }
  }

  /// Has the rows compared after so many seconds.
  func verify(_ store: Store, after seconds: Double) {
    change(store) { $0.verifyTime = IdleWatch.Moment.now.elapsed + seconds }
  }

  private func change(_ store: Store, _ body: (inout Entry) -> Void) {
    let (mustStart, mustWake) = state.withLock { state in
      let key = ObjectIdentifier(store)
      // Where another store had the same place in memory, it is gone.
      var entry = state.entries[key].flatMap { $0.store === store ? $0 : nil } ?? Entry(store: store)
      body(&entry)
      state.lastNumber += 1
      entry.number = state.lastNumber
      state.entries[key] = entry.dueTime < .infinity ? entry : nil
      // To wake it is a good part of an opening.
      let mustWake = entry.dueTime < state.wakeTime
      guard !state.entries.isEmpty, !state.isRunning else { return (false, mustWake) }
      state.isRunning = true
      return (true, mustWake)
    }
    if mustStart { Thread.detachNewThread { [self] in run() } }
    if mustWake { bell.ring() }
  }

  private func run() {
    while true {
      let now = IdleWatch.Moment.now.elapsed
      let (due, wait) = state.withLock { state in
        let due = state.entries.filter { $0.value.dueTime <= now }
        let next = state.entries.values.map(\.dueTime).min() ?? .infinity
        let wait = min(max(next - now, 0), Self.longestWait)
        state.wakeTime = due.isEmpty ? now + wait : -.infinity
        return (due, wait)
      }
      if due.isEmpty {
        bell.wait(atMost: wait)
        continue
      }
      // Nothing of a keychain is called under the lock.
      let looked = look(due, at: now)
      state.withLock { state in
        for (key, entry) in looked where state.entries[key]?.number == entry.number {
          state.entries[key] = entry.dueTime < .infinity ? entry : nil
        }
      }
    }
  }

  /// What is left to do about keychains after they were looked at.
  ///
  /// Every one that has to be locked is wiped before anything is done that may wait for a file: a keychain must not
  /// stay
  /// open because another one's writer is busy.
  private func look(_ due: [ObjectIdentifier: Entry], at now: Double) -> [ObjectIdentifier: Entry] {
    var looked = due
    var closing: [(store: Store, isForAll: Bool)] = []
    for (key, entry) in due {
      looked[key] = Entry(number: entry.number)
      guard let store = entry.store else { continue }
      if entry.verifyTime <= now {
        store.beginVerification()
      } else if entry.verifyTime < .infinity {
        looked[key] = Entry(store: store, verifyTime: entry.verifyTime, number: entry.number)
      }
      if entry.lockTime <= now {
        closing.append((store, true))
        continue
      }
      guard var watch = entry.watch, let verdict = store.verdict(&watch) else {
        looked[key]?.store = store
        looked[key]?.lockTime = entry.lockTime
        continue
      }
      switch verdict {
      case .idle, .slept: closing.append((store, verdict == .slept))
      case .stay:
        looked[key]?.store = store
        looked[key]?.lockTime = entry.lockTime
        looked[key]?.watch = watch
        looked[key]?.nextLook = now + watch.pause
      }
    }
    for (store, _) in closing { store.wipe() }
    for (store, isForAll) in closing { isForAll ? store.lockUnasked() : store.lockHere() }
    return looked
  }
}

/// Wakes one thread that waits for a time, on the clock that nobody sets.
private struct Bell: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe nobody is woken early, and no wait is a long one.
    _ = unsafe pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  func ring() {
    var byte: UInt8 = 0
    // A pipe that is full has rung already.
    _ = unsafe write(writing, &byte, 1)
  }

  func wait(atMost seconds: Double) {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&entry, 1, Int32((seconds * 1_000).rounded(.up)))
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(reading, &bytes, bytes.count) > 0 {}
  }
}
