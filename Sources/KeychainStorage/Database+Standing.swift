import Glibc

// Reads that follow each other closely share a transaction, which blocks nobody for long: it is given up where somebody
// committed, where somebody asks for the log, and when no read has followed for ten milliseconds.
extension Database {
  /// Gives a connection back that may keep its transaction.
  func giveBackStanding(_ connection: Connection) {
    connection.endSnapshot()
    guard place != nil else { return writer.gate.unlock() }
    let mustBeTended = readers.withLock { pool in
      pool.giveBack(connection)
      guard connection.standing != nil, !pool.isTended else { return false }
      pool.isTended = true
      return true
    }
    if mustBeTended { tend() }
  }

  /// Has a thread end what is kept once the reads have ceased.
  private func tend() {
    let isTended = DetachedThread.run { [readers] in
      while !readers.withLock({ $0.endStandingIfOver() }) { usleep(10_000) }
    }
    guard !isTended else { return }
    readers.withLock { pool in
      pool.endStanding()
      pool.isTended = false
      pool.pace.pause()
    }
  }
}

extension LockFile {
  private static let patienceWithReaders = Duration.milliseconds(40)

  /// Moves the log into the database and cuts it to nothing; false where a reader or writer stays in the way.
  ///
  /// Readers who only keep a transaction for the next read let go of it when they look at the file again, or have done
  /// so by themselves soon.
  func truncateLog(through connection: Connection) throws(StorageError) -> Bool {
    if try connection.truncateLog() { return true }
    try raiseFileEpoch()
    let deadline = ContinuousClock.now + Self.patienceWithReaders
    while ContinuousClock.now < deadline {
      usleep(1_000)
      if try connection.truncateLog() { return true }
    }
    return false
  }
}
