import Synchronization

/// Set when a task has ended.
final class EndFlag: Sendable {
  private let flag = Atomic(false)

  init(_ task: Task<Void, Never>) {
    Task.detached { [self] in
      await task.value
      flag.store(true, ordering: .releasing)
    }
  }

  var isSet: Bool { flag.load(ordering: .acquiring) }
}
