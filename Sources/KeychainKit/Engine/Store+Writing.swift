import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage
import Synchronization

extension Store {
  /// Runs a write under the file's lock, in one transaction.
  ///
  /// Rows that reads found undecodable are copied into quarantine first, in a transaction of their own, so that a write
  /// that fails does not take them back. Nothing is written under a key that the current bag does not hold.
  ///
  /// - Parameter isRepair: whether it is done because so much cannot be read, so that this is no reason against it.
  func write<Result>(
    isRepair: Bool = false, _ body: (borrowing WriteSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    wasUsed.store(true, ordering: .relaxed)
    while true {
      try noticeLock()
      try requireCurrentState()
      try quarantinePending()
      if !isRepair, let reason = undecodable.breaker { throw .readOnly(reason) }
      let result = try transaction { session throws(KeychainError) -> Result? in
        // The turn may have been long in coming. A lock that came meanwhile is acted upon outside the transaction, and
        // the write then begins anew, under the keys that are left.
        guard try lockEpoch() == seenLockEpoch.load(ordering: .acquiring) else { return nil }
        _ = try refreshKeys(in: session)
        return try body(session)
      }
      guard let result else { continue }
      recountQuarantined()
      return result
    }
  }

  /// Runs a write to its end and takes it back: what it gives, and nothing changed.
  func rehearse<Result>(
    _ body: (borrowing WriteSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try noticeLock()
    try requireCurrentState()
    if let reason = undecodable.breaker { throw .readOnly(reason) }
    var result: Result?
    do throws(KeychainError) {
      try transaction { session throws(KeychainError) -> Void in
        _ = try refreshKeys(in: session)
        result = try body(session)
        // Whatever is thrown takes the transaction back.
        throw .itemChanged
      }
    } catch {
      if result == nil { throw error }
    }
    guard let result else { preconditionFailure("a body that ended has a result") }
    return result
  }

  /// Counts anew what a committed write put into quarantine.
  private func recountQuarantined() {
    guard undecodable.takeStaleness() else { return }
    do {
      try database.read { session throws(KeychainError) in try countQuarantined(in: session) }
    } catch {
      // The write is done all the same, and must not be called failed; the next one counts again.
      undecodable.noteQuarantining()
    }
  }

  private func quarantinePending() throws(KeychainError) {
    let pending = undecodable.takePending()
    if !pending.isEmpty {
      do {
        try transaction { session throws(KeychainError) in
          for row in pending { try quarantine(row, in: session) }
        }
      } catch {
        undecodable.restore(pending)
        throw error
      }
    }
    if undecodable.takeStaleness() {
      try database.read { session throws(KeychainError) in try countQuarantined(in: session) }
    }
  }

  func countQuarantined<Session: StorageSession & ~Copyable>(in session: borrowing Session) throws(KeychainError) {
    let (digests, unaccepted) = try storage { () throws(StorageError) in
      (try session.quarantineDigests(), try session.quarantineCount())
    }
    undecodable.setQuarantined(digests, unaccepted: unaccepted)
  }

  func quarantine(
    _ row: UndecodableRows.Row, why reason: QuarantineReason = .undecodable, in session: borrowing WriteSession
  ) throws(KeychainError) {
    undecodable.noteQuarantining()
    let seconds = Int64(settings.clock.now())
    try storage { () throws(StorageError) in
      _ = try session.quarantine(
        digest: row.digest, uuid: row.uuid, at: seconds, why: reason.rawValue, row: row.bytes)
    }
  }

  /// Cuts the log to nothing, where nothing is in the way.
  ///
  /// What was asked for is done and committed before, and a call that did it must not seem to have failed. The log
  /// holds sealed rows only, and the next write of the kind tries again.
  func truncateLog() {
    do throws(StorageError) { try database.truncateLog() } catch {}
  }

  /// Makes sure that the group of a row is listed.
  func listGroup(
    _ name: @autoclosure () -> GroupName, tag: Int64, in session: borrowing WriteSession
  ) throws(KeychainError) {
    guard try storage({ () throws(StorageError) in try !session.hasAccessGroup(tag) }) else { return }
    let sealed: [UInt8]
    do {
      sealed = try keyring.sealGroupName(name(), tag: tag)
    } catch {
      throw KeychainError(error)
    }
    try storage { () throws(StorageError) in try session.insertAccessGroup(tag: tag, name: sealed) }
  }
}

/// Why a row lies in quarantine, as column `why` holds it.
enum QuarantineReason: Int64 {
  case undecodable = 1
  /// It did not open while all rows were sealed anew.
  case rekey = 2
  /// It did not open while a damaged file was salvaged.
  case salvage = 3
}
