import KeychainStorage

extension Store {
  private static let secondsBetweenSnapshots = 86_400.0

  func snapshots() throws(KeychainError) -> [KeychainSnapshot] {
    try storage { () throws(StorageError) in try database.snapshots() }.map { KeychainSnapshot($0) }
  }

  func makeSnapshot(ifDue: Bool) throws(KeychainError) -> KeychainSnapshot? {
    let now = settings.clock.now()
    guard ifDue else { return try snapshot(at: now, patience: .seconds(30)) { _ in true } }
    // All are asked, not the newest alone: one from the future, made by a clock that was wrong, is always that.
    let isDue = { (snapshots: [Snapshot]) in
      !snapshots.contains { (0..<Self.secondsBetweenSnapshots).contains(now - $0.time) }
    }
    // Asked without the lock first: nearly every call finds that it is not.
    guard isDue(try storage { () throws(StorageError) in try database.snapshots() }) else { return nil }
    try judgeState()
    // Rows that do not open are the first thing a repair wants from a snapshot: until their owner has accepted them, no
    // copy with such rows takes the place of one without.
    guard state.condition.isSound, undecodable.breaker == nil, undecodable.count == 0 else { return nil }
    do {
      return try snapshot(at: now, patience: .zero, isDue: isDue)
    } catch {
      guard case .busy = error else { throw error }
      return nil
    }
  }

  private func snapshot(
    at time: Double, patience: Duration, isDue: ([Snapshot]) -> Bool
  ) throws(KeychainError) -> KeychainSnapshot? {
    try storage { () throws(StorageError) in
      try database.makeSnapshot(at: time, patience: patience, isDue: isDue)
    }.map { KeychainSnapshot($0) }
  }

  /// Removes every snapshot: after a change of keys, old copies would open with what the change took away.
  @discardableResult
  func dropSnapshots() throws(KeychainError) -> Int {
    try storage { () throws(StorageError) in try database.dropSnapshots() }
  }
}
