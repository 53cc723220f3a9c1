import Foundation
import Synchronization

/// Something that a thread of its own does.
final class Errand: Sendable {
  private let work: @Sendable () throws -> Void
  private let result = Mutex<Result<Void, any Error>?>(nil)
  private let ended = NSCondition()

  init(_ work: @escaping @Sendable () throws -> Void) {
    self.work = work
  }

  func start() {
    Thread {
      let result = Result { try self.work() }
      self.ended.lock()
      self.result.withLock { $0 = result }
      self.ended.signal()
      self.ended.unlock()
    }.start()
  }

  /// Waits for the end, and throws what the work threw.
  func wait() throws {
    ended.lock()
    defer { ended.unlock() }
    while true {
      if let result = result.withLock({ $0 }) { return try result.get() }
      ended.wait()
    }
  }
}
