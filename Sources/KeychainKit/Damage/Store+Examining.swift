import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Examines everything there is; see `Keychain.verify`.
  func examine(_ progress: (WorkProgress) -> Void) throws(KeychainError) -> KeychainExamination {
    var report = ExaminationReport()
    report.note(
      try database.read { session throws(KeychainError) in
        try storage { () throws(StorageError) in try session.examineStructure() }
      })
    var walk = ReadableWalk()
    let quarantined = try quarantined()
    let accepted = Set(quarantined.filter(\.isAccepted).map(\.digest))
    let tally = try tally(&walk, accepted: accepted, progress)
    report.note(tally, gaps: walk.gapCount)
    report.note(try examinedCondition(), setAside: try setAsideNames())
    report.noteQuarantine(quarantined, breaker: undecodable.breaker)
    try examineKeys(&report)
    try examineGroups(&report)
    let snapshots = try storage { () throws(StorageError) in try database.snapshots() }
    if database.path != nil { report.noteSnapshots(age: snapshots.first.map { settings.clock.now() - $0.time }) }
    return KeychainExamination(
      findings: report.findings, items: tally, condition: state.condition,
      snapshots: snapshots.map { KeychainSnapshot($0) })
  }

  /// The sum over the rows; a table that cannot be read to its end has none.
  private func examinedCondition() throws(KeychainError) -> KeychainCondition {
    do throws(KeychainError) {
      return try verifyState().condition
    } catch {
      switch error {
      // Both are said of the items already.
      case .locked, .damaged: return state.condition
      default: throw error
      }
    }
  }

  /// Files that a repair put aside and nobody has removed.
  private func setAsideNames() throws(KeychainError) -> [String] {
    try storage { () throws(StorageError) in try database.setAsideNames() }
  }
}

// MARK: - Items

extension Store {
  private static let examinedAtOnce = 256

  private func tally(
    _ walk: inout ReadableWalk, accepted: Set<[UInt8]>, _ progress: (WorkProgress) -> Void
  ) throws(KeychainError) -> KeychainExamination.ItemTally {
    var tally = KeychainExamination.ItemTally()
    let total = try readableItemCount()
    while !walk.isFinished {
      // A lock that comes meanwhile makes the page be read again, under the keys that are left.
      let start = walk
      let (page, next) = try read { session throws(KeychainError) in
        var walk = start
        let page = try tallyPage(&walk, accepted: accepted, in: session)
        return (page, walk)
      }
      walk = next
      tally.add(page)
      progress(WorkProgress(completed: tally.rowCount, total: max(total, tally.rowCount)))
    }
    return tally
  }

  /// How many rows there are, as far as that can be counted.
  private func readableItemCount() throws(KeychainError) -> Int {
    do throws(KeychainError) {
      return try database.read { session throws(KeychainError) in
        try storage { () throws(StorageError) in try session.countItems(ItemSelection()) }
      }
    } catch {
      guard case .damaged = error else { throw error }
      return 0
    }
  }

  private func tallyPage(
    _ walk: inout ReadableWalk, accepted: Set<[UInt8]>, in session: borrowing ReadSession
  ) throws(KeychainError) -> KeychainExamination.ItemTally {
    _ = try refreshKeys(in: session)
    var tally = KeychainExamination.ItemTally()
    var doubtful: [Int64] = []
    try session.lendReadableItems(&walk, limit: Self.examinedAtOnce) { row throws(KeychainError) in
      switch try wholeState(of: row) {
      case .undecodable, .keyMissing: doubtful.append(row.columns.id)
      case let state: tally.count(state, isConsistent: try isConsistent(state))
      }
    }
    for id in doubtful {
      // Read once more from the file itself: a bad read is not a bad row.
      let state = try wholeState(ofRow: id, session)
      tally.count(state, isConsistent: try isConsistent(state))
      if case .undecodable(let row) = state {
        undecodable.note(row)
        if accepted.contains(row.digest) { tally.acceptedCount += 1 }
      }
      if case .keyMissing = state { _ = try missingKey(in: session) }
    }
    return tally
  }

  /// Whether the columns by which an item is found are those of its attributes; the box binds them, so that only a
  /// faulty writer can have written others.
  private func isConsistent(_ state: RowState) throws(KeychainError) -> Bool {
    guard case .opened(let item) = state, item.columns.termVersion == Int64(ItemClass.currentTermVersion) else {
      return true
    }
    let columns = item.columns
    let expected = try sealer.columns(of: item.content, uuid: columns.uuid, generation: columns.generation)
    return columns.identity == expected.identity && columns.accessGroup == expected.accessGroup
      && columns.terms.indices.allSatisfy { columns.terms[$0] == expected.terms[$0] }
  }
}

// MARK: - Keys and groups

extension Store {
  private func examineKeys(_ report: inout ExaminationReport) throws(KeychainError) {
    let copies = try database.read { session throws(KeychainError) in
      try storage { () throws(StorageError) in try session.keybag() }
    }
    let image = try currentKeybag()
    report.noteKeybag(unsoundRows: 2 - copies.count { $0 == image.bytes })
    if let file = database.keybagFile { report.noteKeybagFile(file.read(), expected: image.bytes) }
    if database.path != nil { report.noteUnlockMethods(image.unlockMethods) }
    if keyring.state.isOpen, try keyRotation() != .finished { report.noteRotation() }
    guard !keyring.isPortable, settings.deviceSecrets != nil else { return }
    do throws(DeviceSecretError) {
      let secret = try settings.deviceSecret(of: databaseIdentifier)
      guard let secret else { return report.noteDeviceSecret("its file is gone") }
      if secret.identifier(for: databaseIdentifier) != image.deviceSecretIdentifier {
        report.noteDeviceSecret("its file holds another one")
      }
    } catch {
      report.noteDeviceSecret("\(KeychainError(error))")
    }
  }

  private func examineGroups(_ report: inout ExaminationReport) throws(KeychainError) {
    let (groups, changes) = try database.read { session throws(KeychainError) in
      try storage { () throws(StorageError) in (try session.accessGroups(), try session.changes().count) }
    }
    var unnamed = 0
    for (tag, name) in groups {
      do {
        let opened = try keyring.openGroupName(name, tag: tag)
        guard let opened, try scope(of: opened).tag == tag else {
          unnamed += 1
          continue
        }
      } catch is KeyringError {
        // A portable keychain that is locked has no key for names.
        return
      } catch let error as KeychainError {
        throw error
      } catch {
        throw .internalInconsistency("a group's name could not be opened, without a reason")
      }
    }
    report.noteGroups(unnamed: unnamed)
    report.noteChanges(changes)
  }
}
