import CSQLite

// A read transaction costs two system calls, a fifth of a look-up. So one that is followed by the next within moments
// is kept open between them, as long as nobody has committed: the state that it sees is the newest one all the while.
extension Connection {
  /// Sees to it that a session that begins now sees the newest state: in the transaction that was kept, if that is it.
  ///
  /// - Parameter isWanted: whether one may be kept open.
  /// - Returns: whether one that was kept had been overtaken.
  func stand(_ isWanted: Bool) -> Bool {
    guard let standing else {
      if isWanted { beginStanding() }
      return false
    }
    let isNewest = standing.isNewest && isInTransaction
    if isWanted, isNewest { return false }
    endStanding()
    return !isNewest
  }

  /// Lets go of the transaction that was kept, if there is one.
  func endStanding() {
    guard standing != nil else { return }
    standing = nil
    endSnapshot()
    // After an error SQLite may have ended it by itself; what cannot be ended now ends with the connection.
    guard isInTransaction else { return }
    do throws(StorageError) { try commit() } catch {}
  }

  /// The state is noted before the transaction begins: a commit in between makes it one that was overtaken.
  private func beginStanding() {
    do throws(StorageError) {
      guard let index = try mappedLogIndex(), let state = LogState(index) else { return }
      try run(.beginReading).finish()
      standing = state
    } catch {
      // Reads do without.
    }
  }

  /// Nil where the database has no log.
  private func mappedLogIndex() throws(StorageError) -> LogIndex? {
    if logIndex == nil, try hasLogMode { logIndex = LogIndex(of: self) }
    return logIndex
  }
}
