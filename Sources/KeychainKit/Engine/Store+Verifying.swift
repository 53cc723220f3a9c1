import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Sums every row in one state of the database and compares.
  func verifyState() throws(KeychainError) -> StateReport {
    try judgeState()
    let (census, record) = try database.read { session throws(KeychainError) in
      _ = try storage { () throws(StorageError) in try session.keybagGeneration() }
      let record = try sealedState(in: session)?.record
      return (try RowCensus(of: session, keyring), record)
    }
    if let record { takeOver(census, of: record) }
    return StateReport(
      condition: state.condition, epoch: record?.epoch, recordedItemCount: record.map { Int(clamping: $0.itemCount) },
      itemCount: census.itemCount)
  }

  /// Keeps what a comparison found: what is wrong in memory, that all is well in the record.
  func takeOver(_ census: RowCensus, of record: StateRecord) {
    let agrees = census.agrees(with: record)
    state.setAlteration(agrees ? nil : .rowsDiffer)
    guard agrees, record.verifiedEpoch < record.epoch, state.rollback == nil else { return }
    do {
      try transaction(verified: record.epoch) { _ throws(KeychainError) in }
    } catch {
      // Nobody asked for this write; where it cannot be done, the rows are compared again another time.
    }
  }

  /// Writes a record of the rows as they are, later than every state that was anchored or seen.
  func acceptState() throws(KeychainError) {
    try noticeLock()
    var kept: StateWatch.Sealed?
    try database.write(
      committed: {
        guard let kept else { return }
        state.noteAccepted(kept)
        advanceAnchor(after: .zero)
      },
      { session throws(KeychainError) in
        _ = try refreshKeys(in: session)
        try mendGroups(in: session)
        let file = anchorFile
        let content = file?.read()
        let sealed = try keep(
          StateRecord(
            accepting: session, keybagGeneration: keyring.bagGeneration, anchor: content, seenEpoch: state.seenEpoch,
            isAnchored: file != nil, keyring),
          in: session)
        kept = sealed
        try acceptSalvage(in: session)
        // INVARIANT: an anchor exists before the first record that says so. One that is there is only raised after the
        // commit: raised before one that fails, it would make this file an older one.
        guard let file, content == .absent || content == .unreadable else { return }
        try anchor(sealed, in: file)
      })
  }

  private func anchor(_ sealed: StateWatch.Sealed, in file: AnchorFile) throws(KeychainError) {
    do {
      try file.advance(to: keyring.anchor(of: sealed.box, epoch: sealed.record.epoch))
    } catch let error as DeviceSecretError {
      throw KeychainError(error)
    } catch {
      throw .locked
    }
  }
}

extension StateRecord {
  /// A record of the rows as they are, later than every state that was anchored, recorded or seen.
  init(
    accepting session: borrowing WriteSession, keybagGeneration: UInt64, anchor: AnchorFile.Content?,
    seenEpoch: UInt64, isAnchored: Bool, _ keyring: Keyring
  ) throws(KeychainError) {
    let census = try RowCensus(of: session, keyring)
    var anchored: UInt64 = 0
    if case .anchor(let anchor) = anchor { anchored = anchor.epoch }
    let known: UInt64
    do {
      known = try session.meta(Store.stateKey).flatMap { try keyring.openState($0)?.epoch } ?? 0
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch {
      throw .locked
    }
    let epoch = max(known, anchored, seenEpoch) + 1
    self.init(
      epoch: epoch, itemCount: UInt64(census.itemCount), keybagGeneration: keybagGeneration, isAnchored: isAnchored,
      verifiedEpoch: epoch, sum: census.sum)
  }
}
