import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  static let stateKey = "state"
  /// The least time between two anchors of a keychain in use.
  private static let anchorInterval = Duration.seconds(1)

  /// Runs a body in a transaction that keeps the state record: one epoch more, and the rows it wrote in the sum.
  ///
  /// INVARIANT: whatever writes to a summed table or to the key bag goes through here.
  func transaction<Result>(
    verified: UInt64? = nil, _ body: (borrowing WriteSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let ledger = RowLedger { [keyring] in keyring.rowSum($0, $1) }
    var kept: StateWatch.Sealed?
    return try database.write(
      telling: ledger,
      committed: {
        guard let kept else { return }
        state.noteCommitted(kept)
        advanceAnchor(after: Self.anchorInterval)
      },
      { session throws(KeychainError) in
        let before = session.writtenRowCount
        let record = try writableState(in: session)
        let result = try body(session)
        // Nothing written is nothing to keep; and a file whose record is gone has none until its owner accepts it.
        guard var record, session.writtenRowCount != before || verified != nil else { return result }
        guard !ledger.isLocked else { throw .locked }
        if let verified { record.verifiedEpoch = verified == record.epoch ? verified + 1 : verified }
        record.epoch += 1
        record.itemCount = record.itemCount &+ UInt64(bitPattern: ledger.itemCountChange)
        record.sum.toggle(ledger.sum)
        if ledger.hasKeybag {
          record.keybagGeneration = try storage { () throws(StorageError) in try session.keybagGeneration() }
        }
        kept = try keep(record, in: session)
        return result
      })
  }

  /// Seals a record and writes it.
  func keep(_ record: StateRecord, in session: borrowing WriteSession) throws(KeychainError) -> StateWatch.Sealed {
    let box: [UInt8]
    do {
      box = try keyring.sealState(record)
    } catch {
      throw KeychainError(error)
    }
    try storage { () throws(StorageError) in try session.setMeta(Self.stateKey, box) }
    return StateWatch.Sealed(record: record, box: box)
  }

  /// The record that a transaction goes on from; nil where there is none.
  ///
  /// - Throws: `.rolledBack` where the file is older than what this process has seen, or than its own record says.
  private func writableState(in session: borrowing WriteSession) throws(KeychainError) -> StateRecord? {
    guard let record = try confirmedState(in: session) else {
      // Where nobody took it away there is a record.
      try judgeState(in: session)
      if let rollback = state.rollback { throw .rolledBack(rollback) }
      return nil
    }
    let inTheClear = try storage { () throws(StorageError) in try session.keybagGeneration() }
    let generation = try session.confirmedGeneration(
      inTheClear, expected: record.keybagGeneration, in: database)
    let rollback: KeychainCondition.Rollback? =
      if record.epoch < state.seenEpoch {
        .olderThanSeen
      } else if record.keybagGeneration > generation {
        .olderKeybag
      } else {
        nil
      }
    guard let rollback else { return record }
    state.setRollback(rollback)
    throw .rolledBack(rollback)
  }

  /// The record in the database. One that does not open may have been read wrong: what is in the file counts.
  private func confirmedState(in session: borrowing WriteSession) throws(KeychainError) -> StateRecord? {
    guard let box = try stateBox(in: session) else { return nil }
    if let record = state.record(in: box) { return record }
    if let record = try opened(box) { return record }
    session.forgetPages()
    return try sealedState(in: session)?.record
  }

  /// The record in the database, sealed and opened; `record` is nil where it does not open.
  func sealedState<Session: StorageSession & ~Copyable>(
    in session: borrowing Session
  ) throws(KeychainError) -> (box: [UInt8], record: StateRecord?)? {
    guard let box = try stateBox(in: session) else { return nil }
    return (box, try opened(box))
  }

  private func stateBox<Session: StorageSession & ~Copyable>(
    in session: borrowing Session
  ) throws(KeychainError) -> [UInt8]? {
    try storage { () throws(StorageError) in try session.meta(Self.stateKey) }
  }

  private func opened(_ box: [UInt8]) throws(KeychainError) -> StateRecord? {
    do {
      return try keyring.openState(box)
    } catch {
      throw KeychainError(error)
    }
  }
}

// MARK: - The anchor

extension Store {
  /// Where the anchor lies; nil for a keychain that has none.
  var anchorFile: AnchorFile? {
    guard !keyring.isPortable, let folder = settings.deviceSecrets?.folder else { return nil }
    return AnchorFile(folder: folder, for: databaseIdentifier)
  }

  /// Anchors what this process committed last, unless it did so within the interval. Under the lock.
  func advanceAnchor(after interval: Duration) {
    guard let sealed = state.due(after: interval), let file = anchorFile else { return }
    var succeeded = false
    do {
      try file.advance(to: keyring.anchor(of: sealed.box, epoch: sealed.record.epoch))
      succeeded = true
    } catch {
      // The commit is done. An anchor that stays behind is one that notices less, and the next one catches up.
    }
    state.noteAnchoring(of: sealed.record.epoch, succeeded: succeeded)
  }

  /// Anchors what is not anchored yet, at lock and at close.
  func finishAnchor() {
    guard state.due(after: .zero) != nil else { return }
    do {
      try database.underLock { advanceAnchor(after: .zero) }
    } catch {
      // Another process is writing, and anchors a later state than ours.
    }
  }
}
