import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Compares the anchor, the record and the key bag, and takes over what that says of the file.
  ///
  /// A portable keychain that is not yet unlocked cannot be judged, and is judged when it is.
  func judgeState() throws(KeychainError) {
    // INVARIANT: the anchor is read before the record, since both only grow and the record first: read in this order,
    // an anchor that is ahead was ahead.
    let anchor = anchorFile?.read()
    // For the same reason: another thread may commit, and have seen more, while this one reads.
    let seen = state.seenEpoch
    try database.read { session throws(KeychainError) in
      // Asked first, so that the record is of the same state.
      let generation = try storage { () throws(StorageError) in try session.keybagGeneration() }
      let mark = try storage { () throws(StorageError) in try session.meta(SalvageMark.key) }
      state.salvage = mark.map { SalvageMark($0) }
      try judgeState(against: anchor, seen: seen, keybagGeneration: generation, in: session)
    }
  }

  /// The same inside a session; under the lock, so that no order matters.
  func judgeState<Session: StorageSession & ~Copyable>(in session: borrowing Session) throws(KeychainError) {
    let generation = try storage { () throws(StorageError) in try session.keybagGeneration() }
    try judgeState(
      against: anchorFile?.read(), seen: state.seenEpoch, keybagGeneration: generation, in: session)
  }

  private func judgeState<Session: StorageSession & ~Copyable>(
    against anchor: AnchorFile.Content?, seen: UInt64, keybagGeneration: UInt64, in session: borrowing Session
  ) throws(KeychainError) {
    let sealed: (box: [UInt8], record: StateRecord?)?
    do throws(KeychainError) {
      sealed = try sealedState(in: session)
    } catch {
      guard case .locked = error else { throw error }
      return
    }
    guard let sealed, let record = sealed.record else {
      // Without the device's own word for it, a keychain that lost its record may be told from one that never had one
      // by nothing but the anchor.
      state.setAlteration(sealed == nil ? .recordMissing : .recordUnreadable)
      state.setRollback(anchor == nil || anchor == .absent ? nil : .recordMissing)
      return
    }
    let generation = try session.confirmedGeneration(
      keybagGeneration, expected: record.keybagGeneration, in: database)
    try state.setRollback(
      rollback(of: record, sealed.box, anchor, seen: seen, keybagGeneration: generation), epoch: record.epoch)
  }

  private func rollback(
    of record: StateRecord, _ box: [UInt8], _ anchor: AnchorFile.Content?, seen: UInt64, keybagGeneration: UInt64
  ) throws(KeychainError) -> KeychainCondition.Rollback? {
    if record.keybagGeneration > keybagGeneration { return .olderKeybag }
    if record.epoch < seen { return .olderThanSeen }
    switch anchor {
    case nil: return nil
    case .absent: return record.isAnchored ? .anchorMissing : nil
    case .unreadable: return .anchorUnreadable
    case .anchor(let anchor) where anchor.epoch > record.epoch: return .olderThanAnchor
    case .anchor(let anchor) where anchor.epoch == record.epoch:
      do {
        return try keyring.isAnchor(anchor, of: box) ? nil : .partedFromAnchor
      } catch {
        throw KeychainError(error)
      }
    case .anchor: return nil
    }
  }

  /// Refuses to write to a file that is an older one, unless its owner has accepted it meanwhile, in whatever process.
  func requireCurrentState() throws(KeychainError) {
    guard state.rollback != nil else { return }
    try judgeState()
    if let rollback = state.rollback { throw .rolledBack(rollback) }
  }
}
