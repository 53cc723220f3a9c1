import KeychainCrypto
import Synchronization

/// What a process knows of the state of its file: what is wrong with it, how far it has come, what is not yet anchored.
final class StateWatch: Sendable {
  /// A record as it lies in the database.
  struct Sealed: Sendable {
    let record: StateRecord
    let box: [UInt8]
  }

  private struct Values {
    var alteration: KeychainCondition.Alteration?
    var rollback: KeychainCondition.Rollback?
    var salvage: SalvageMark?
    /// The newest epoch this process has read or written.
    var seenEpoch: UInt64 = 0
    /// What this process committed last.
    var committed: Sealed?
    /// The same where it is not yet anchored.
    var unanchored: Sealed?
    var anchoredAt: ContinuousClock.Instant?
  }

  private let values = Mutex(Values())

  var condition: KeychainCondition {
    values.withLock { values in
      KeychainCondition(
        alteration: values.alteration, rollback: values.rollback,
        salvage: values.salvage.flatMap { $0.isAccepted ? nil : KeychainCondition.Salvage($0) })
    }
  }

  var rollback: KeychainCondition.Rollback? {
    values.withLock { $0.rollback }
  }

  var seenEpoch: UInt64 {
    values.withLock { $0.seenEpoch }
  }

  /// Takes over what anchor and record say; where there is no rollback, the epoch has been seen.
  func setRollback(_ rollback: KeychainCondition.Rollback?, epoch: UInt64? = nil) {
    values.withLock { values in
      values.rollback = rollback
      // There is a record after all.
      if epoch != nil, values.alteration != .rowsDiffer { values.alteration = nil }
      if rollback == nil, let epoch { values.seenEpoch = max(values.seenEpoch, epoch) }
    }
  }

  /// Takes over what a comparison of the rows found, or that there is no record for one.
  func setAlteration(_ alteration: KeychainCondition.Alteration?) {
    values.withLock { $0.alteration = alteration }
  }

  /// What the file says of having been salvaged; nil: nothing.
  var salvage: SalvageMark? {
    get { values.withLock { $0.salvage } }
    set { values.withLock { $0.salvage = newValue } }
  }

  func noteCommitted(_ sealed: Sealed) {
    values.withLock { values in
      values.seenEpoch = max(values.seenEpoch, sealed.record.epoch)
      values.committed = sealed
      if sealed.record.isAnchored { values.unanchored = sealed }
    }
  }

  /// The record in a box, where this process made that very box: most transactions go on from its own last one.
  func record(in box: [UInt8]) -> StateRecord? {
    values.withLock { values in
      guard let committed = values.committed, committed.box == box else { return nil }
      return committed.record
    }
  }

  /// The owner has accepted the file as it is.
  func noteAccepted(_ sealed: Sealed) {
    values.withLock { values in
      values.alteration = nil
      values.rollback = nil
      values.salvage?.isAccepted = true
      values.salvage = values.salvage?.kept
    }
    noteCommitted(sealed)
  }

  /// What is to be anchored; nil where nothing is, or where the last anchor is younger than `interval`.
  func due(after interval: Duration) -> Sealed? {
    values.withLock { values in
      guard let sealed = values.unanchored, values.rollback == nil else { return nil }
      if let last = values.anchoredAt, ContinuousClock.now - last < interval { return nil }
      return sealed
    }
  }

  /// An anchor was written, or could not be: either way the next one has time.
  func noteAnchoring(of epoch: UInt64, succeeded: Bool) {
    values.withLock { values in
      values.anchoredAt = ContinuousClock.now
      if succeeded, values.unanchored?.record.epoch == epoch { values.unanchored = nil }
    }
  }
}
