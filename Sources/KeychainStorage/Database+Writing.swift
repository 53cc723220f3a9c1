import Synchronization

extension Database {
  /// Runs `body` in a transaction of the writing connection, under the lock; commits durably, or rolls back where
  /// `body` throws.
  ///
  /// Waits for other threads without limit and for other processes for `patience`. A body must not write again.
  /// - Parameters:
  ///   - ledger: is told of the rows that `body` writes.
  ///   - committed: runs after the commit, still under the lock.
  /// - Throws: `.busy`, `.diskFull` and their like; what `body` throws.
  @discardableResult
  package func write<Result, Failure: StorageFailure>(
    telling ledger: RowLedger? = nil, committed: () -> Void = {},
    _ body: (borrowing WriteSession) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let connection: Connection
    do throws(StorageError) {
      connection = try beginWrite()
    } catch {
      throw Failure(error)
    }
    let result: Result
    do throws(Failure) {
      result = try body(WriteSession(connection: connection, ledger: ledger))
    } catch {
      abandonWrite(connection)
      throw error
    }
    do throws(StorageError) {
      try commitWrite(connection, committed)
    } catch {
      throw Failure(error)
    }
    return result
  }

  /// Takes gate and lock and begins a transaction; `commitWrite` or `abandonWrite` must follow.
  func beginWrite() throws(StorageError) -> Connection {
    let connection = try enter(within: patience)
    do throws(StorageError) {
      try connection.begin()
      return connection
    } catch {
      leave()
      throw error
    }
  }

  func commitWrite(_ connection: Connection, _ committed: () -> Void) throws(StorageError) {
    defer { leave() }
    do throws(StorageError) {
      try connection.commit()
    } catch {
      undo(on: connection)
      // After a failed flush the kernel forgets which pages it could not write; the same descriptor must not try again.
      discardWriter()
      throw error
    }
    commits.add(1, ordering: .relaxed)
    committed()
    checkpointIfDue(connection)
  }

  func abandonWrite(_ connection: Connection) {
    undo(on: connection)
    leave()
  }

  /// SQLite rolls back by itself after the graver errors; what it cannot undo, closing the connection does.
  private func undo(on connection: Connection) {
    guard connection.isInTransaction else { return discardWriter() }
    do throws(StorageError) {
      try connection.rollBack()
      // Pages that a failing disk gave to the rollback stay in the cache, and the next write would build on them.
      connection.forgetPages()
    } catch {
      discardWriter()
    }
  }

  private func checkpointIfDue(_ connection: Connection) {
    let frames = connection.logFrames
    // A log that began anew after a checkpoint counts from nothing.
    if frames < writer.framesAtCheckpoint { writer.framesAtCheckpoint = 0 }
    // The log did not begin anew after the checkpoint before: somebody reads without end, and each checkpoint is one
    // chance that nobody does in that moment.
    let isInUse = writer.framesAtCheckpoint > 0
    let step = ConnectionSettings.framesBetweenCheckpoints / (isInUse ? 4 : 1)
    guard frames - writer.framesAtCheckpoint >= step else { return }
    readers.withLock { $0.endStanding() }
    do throws(StorageError) {
      if isInUse { try lockFile.raiseFileEpoch() }
      writer.framesAtCheckpoint = frames
      try connection.checkpointPassively()
    } catch {
      // The commit is durable in the log, and the log stays as it is; a new connection tries again.
      discardWriter()
    }
  }
}

// MARK: - Gate and lock

extension Database {
  /// Takes the gate and the lock and gives the writing connection to the file that stands at the path now.
  func enter(within patience: Duration) throws(StorageError) -> Connection {
    try lockFile.requireOpeningProcess()
    writer.gate.lock()
    do throws(StorageError) {
      guard !writer.isClosed else { throw .closed }
      try lockFile.acquire(within: patience)
    } catch {
      writer.gate.unlock()
      throw error
    }
    do throws(StorageError) {
      return try writingConnection()
    } catch {
      leave()
      throw error
    }
  }

  func leave() {
    lockFile.release()
    writer.gate.unlock()
  }

  /// Closes the writing connection; the next write opens it again. The one in memory is the database, and stays.
  func discardWriter() {
    if place != nil { writer.drop() }
  }

  private func writingConnection() throws(StorageError) -> Connection {
    guard let place else {
      guard let connection = writer.connection else { throw .closed }
      return connection
    }
    guard let standing = try FileStatus(ofPath: place.path)?.identity else { throw .missingFile(path: place.given) }
    if let connection = writer.connection, writer.identity == standing { return connection }
    writer.drop()
    if identity != standing {
      // Nobody exchanges the file now, since we hold the lock; readers that are under way finish on the old one.
      let reader = try adoptFile(at: place, epoch: lockFile.epochs().file)
      giveBack(reader)
    }
    // What it would write is of a later version than the file.
    guard !readers.withLock({ $0.isOlder }) else { throw .readOnly(path: place.given) }
    guard let connection = try Connection.writer(place, of: standing) else { throw .busy }
    writer.connection = connection
    writer.identity = standing
    return connection
  }
}
