import Synchronization

/// What one thread works on.
// Handed to one thread, which alone uses the store until it has ended.
struct StoreThread: @unchecked Sendable {
  let store: any Store
  let batch: ItemBatch

  /// Reads with all at once, the first on this thread and each other on one of its own, and waits for the last.
  static func read(_ threads: [StoreThread]) throws {
    let others = threads.dropFirst().map { thread in Errand { try thread.read() } }
    for other in others { other.start() }
    try threads.first?.read()
    for other in others { try other.wait() }
  }

  private func read() throws {
    try store.find(.data, batch, in: .kept)
  }

  /// Adds one item to begin with, and then on a thread of its own one after the other.
  func beginWriting() throws -> Writing {
    try store.addDurably(0, of: batch, to: .added)
    return Writing(self)
  }

  /// Commits that go on until they are ended, or the batch is.
  final class Writing {
    private let errand: Errand
    private let flag: Flag

    private final class Flag: Sendable {
      let isEnded = Atomic(false)
    }

    fileprivate init(_ thread: StoreThread) {
      let flag = Flag()
      self.flag = flag
      errand = Errand {
        for index in 1..<thread.batch.count where !flag.isEnded.load(ordering: .relaxed) {
          try thread.store.addDurably(index, of: thread.batch, to: .added)
        }
      }
      errand.start()
    }

    func end() throws {
      flag.isEnded.store(true, ordering: .relaxed)
      try errand.wait()
    }
  }
}
