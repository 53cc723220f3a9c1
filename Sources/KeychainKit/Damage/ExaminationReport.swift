import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// Puts what an examination sees into words.
struct ExaminationReport {
  private(set) var findings: [KeychainExamination.Finding] = []

  private mutating func add(_ kind: KeychainExamination.Kind, _ count: Int, _ words: String) {
    guard count > 0 else { return }
    findings.append(KeychainExamination.Finding(kind: kind, count: count, description: words))
  }

  /// `1 item`, `2 items`.
  private static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

  /// The verb for a count.
  private static func `is`(_ count: Int) -> String { count == 1 ? "is" : "are" }
}

extension ExaminationReport {
  mutating func note(_ structure: FileStructure) {
    let limit = FileStructure.limit
    func counted(_ count: Int) -> String { count >= limit ? "\(limit) or more places" : "\(count) places" }
    add(
      .fileDamaged, structure.otherProblemCount,
      "SQLite finds \(counted(structure.otherProblemCount)) of the file that are not what they should be")
    add(
      .indexDamaged, structure.indexProblemCount,
      "SQLite finds \(counted(structure.indexProblemCount)) where an index is not what its table says")
  }

  mutating func note(_ tally: KeychainExamination.ItemTally, gaps: Int) {
    add(.itemsUnreachable, gaps, "stretches of the table of items that cannot be read: \(gaps)")
    let unreadable = tally.unreadableCount - tally.acceptedCount
    add(.itemsUnreadable, unreadable, "\(Self.items(unreadable)) cannot be opened; what is there is kept")
    let missing = tally.keyMissingCount
    add(
      .itemsKeyMissing, missing, "\(Self.items(missing)) \(Self.is(missing)) under a key that the key bag does not know"
    )
    add(
      .itemsInconsistent, tally.inconsistentCount,
      "\(Self.items(tally.inconsistentCount)) cannot be found by what they are called; rotating the keys mends that"
    )
    let newer = tally.newerCount
    add(.itemsNewer, newer, "\(Self.items(newer)) \(newer == 1 ? "was" : "were") written by a newer version")
    for protection in ProtectionClass.allCases {
      let count = tally.locked[protection] ?? 0
      add(.itemsLocked, count, "\(Self.items(count)) of class `\(protection.code)` were not examined: it is locked")
    }
    let destroyed = tally.keyDestroyedCount
    add(.itemsKeyDestroyed, destroyed, "\(Self.items(destroyed)) went with a key that was destroyed")
  }

  mutating func note(_ condition: KeychainCondition, setAside: [String]) {
    if let rollback = condition.rollback {
      add(.olderFile, 1, "the file is an older one, or may be, and is only read: \(rollback)")
    }
    if let alteration = condition.alteration { add(.rowsAltered, 1, "the file was changed by others: \(alteration)") }
    if condition.salvage != nil {
      add(.salvaged, 1, "the file is what was left of a damaged one, and nobody has accepted it yet")
    }
    add(.setAside, setAside.count, "files that a repair set aside and that are still there: \(setAside.count)")
  }

  mutating func noteQuarantine(_ rows: [QuarantinedRow], breaker: String?) {
    let accepted = rows.count { $0.isAccepted }
    let open = rows.count - accepted
    add(.quarantined, open, "\(Self.items(open)) in quarantine, not accepted")
    add(.quarantineAccepted, accepted, "\(Self.items(accepted)) in quarantine, accepted")
    if let breaker { add(.readOnly, 1, "the keychain is only read: \(breaker)") }
  }

  mutating func noteKeybag(unsoundRows: Int) {
    add(.keybagRowDamaged, unsoundRows, "copies of the key bag in the file that are not right: \(unsoundRows) of 2")
  }

  mutating func noteKeybagFile(_ bytes: [UInt8]?, expected: [UInt8]) {
    guard let bytes else { return add(.keybagFileMissing, 1, "the copy of the key bag beside the file is missing") }
    if bytes != expected { add(.keybagFileDiffers, 1, "the copy of the key bag beside the file is not the key bag") }
  }

  mutating func noteDeviceSecret(_ problem: String) {
    add(.deviceSecretUnusable, 1, "the keychain will not open again: of its device secret, \(problem)")
  }

  mutating func noteUnlockMethods(_ methods: [UnlockMethod]) {
    let hasCode = methods.contains { $0.kind == .recoveryCode }
    add(
      .noRecoveryCode, hasCode ? 0 : 1,
      "there is no recovery code, without which the keychain is lost with its passphrase or its device")
  }

  mutating func noteRotation() {
    add(.keysRotating, 1, "a change of keys is not finished; it goes on while the keychain is unlocked")
  }

  mutating func noteGroups(unnamed: Int) {
    add(.groupNameMissing, unnamed, "access groups whose names cannot be read: \(unnamed)")
  }

  mutating func noteChanges(_ count: Int) {
    add(.changesWaiting, count, "changes that wait for an unlock: \(count)")
  }

  /// - Parameter age: of the newest, in seconds; nil where there is none.
  mutating func noteSnapshots(age: Double?) {
    guard let age else { return add(.noSnapshot, 1, "there is no snapshot") }
    let days = Int(age / 86_400)
    add(.snapshotOld, days > 7 ? 1 : 0, "the newest snapshot is \(days) days old")
  }
}
