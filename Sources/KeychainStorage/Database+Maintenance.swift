import Synchronization

extension Database {
  /// Moves the log into the database and cuts it to nothing, so that it shows no earlier states.
  ///
  /// Waits for no other process, and for readers no longer than one takes to begin anew; gives false where one was in
  /// the way.
  @discardableResult
  package func truncateLog() throws(StorageError) -> Bool {
    do throws(StorageError) {
      let connection = try enter(within: .zero)
      defer { leave() }
      return try cutLog(connection)
    } catch .busy {
      return false
    }
  }

  /// The same under the lock.
  @discardableResult
  private func cutLog(_ connection: Connection) throws(StorageError) -> Bool {
    readers.withLock { $0.endStanding() }
    guard try lockFile.truncateLog(through: connection) else { return false }
    writer.framesAtCheckpoint = 0
    return true
  }

  /// Runs `body` under the lock, without a transaction; waits for no other process.
  /// - Throws: `.busy` where another process has the lock.
  package func underLock(_ body: () -> Void) throws(StorageError) {
    try lockFile.requireOpeningProcess()
    writer.gate.lock()
    defer { writer.gate.unlock() }
    try lockFile.acquire(within: .zero)
    defer { lockFile.release() }
    body()
  }

  /// Rebuilds the database without the pages that are free, and cuts the log.
  ///
  /// What SQLite copies it does not read as rows, and a page that a disk gave wrong without an error would be written
  /// back so. So all pages are read into memory before, and judged there; a file that is too large for that is read
  /// anew.
  /// - Parameter judge: whether the rows are those that should be there. Asked again, with everything read again, where
  ///   they are not; at last the file is taken for what it is.
  package func vacuum(_ judge: (borrowing WriteSession) -> Bool) throws(StorageError) {
    let connection = try enter(within: patience)
    defer { leave() }
    try place?.removeUnfinished()
    try connection.holdPages { judge(WriteSession(connection: connection)) }
    defer { connection.letPagesGo() }
    try connection.vacuum()
    commits.add(1, ordering: .relaxed)
    try cutLog(connection)
  }

  /// Cuts the log where this value wrote to it, and closes every connection; what is still under way finishes.
  ///
  /// From then on every call throws `.closed`. A value that is dropped without it loses nothing: the log is read at
  /// the next opening.
  package func close() {
    writer.gate.lock()
    let hasWritten = writer.connection != nil && place != nil
    writer.gate.unlock()
    if hasWritten {
      // A log that cannot be cut stays, and loses nothing: closing has nobody to tell.
      do throws(StorageError) { try truncateLog() } catch {}
    }
    readers.withLock { $0.close() }
    watcher.withLock { $0 = nil }
    writer.gate.lock()
    writer.isClosed = true
    writer.drop()
    writer.gate.unlock()
  }
}
