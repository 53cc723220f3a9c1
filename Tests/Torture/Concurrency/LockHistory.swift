/// Whether anything that needs the passphrase was read after a lock.
package enum LockHistory {
  /// The reads that gave what they could not have had: whoever began after a lock had ended, and has not unlocked in
  /// its own process since the lock began.
  package static func violations(in operations: [Operation], needsPassphrase: (Int) -> Bool) -> [Operation] {
    let locks = operations.filter { $0.kind == .lock && $0.outcome == .done }.sorted { $0.returned < $1.returned }
    let unlocks = Dictionary(grouping: operations.filter { $0.kind == .unlock && $0.outcome == .done }, by: \.process)
    return operations.filter { read in
      guard read.kind == .read, case .value = read.outcome, needsPassphrase(read.item) else { return false }
      let before = locks.prefix { $0.returned < read.invoked }
      // The latest beginning is the one that most unlocks came before.
      guard let lastLock = before.map(\.invoked).max() else { return false }
      return !(unlocks[read.process] ?? []).contains { $0.returned > lastLock && $0.invoked < read.returned }
    }
  }
}
