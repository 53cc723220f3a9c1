import KeychainSchema
import KeychainStorage

extension KeychainExamination.ItemTally {
  /// Counts a row by how it opened.
  mutating func count(_ state: RowState, isConsistent: Bool) {
    switch state {
    case .opened(let item):
      if !isConsistent { inconsistentCount += 1 }
      if item.content.isTombstone { tombstoneCount += 1 } else { opened[item.content.itemClass, default: 0] += 1 }
    case .locked(let columns):
      guard let number = UInt8(exactly: columns.protection), let protection = ProtectionClass(rawValue: number) else {
        unreadableCount += 1
        return
      }
      locked[protection, default: 0] += 1
    case .newer: newerCount += 1
    case .keyMissing: keyMissingCount += 1
    case .keyDestroyed: keyDestroyedCount += 1
    case .undecodable: unreadableCount += 1
    case .absent: break
    }
  }

  /// Puts the counts of other rows to these.
  mutating func add(_ other: Self) {
    opened.merge(other.opened, uniquingKeysWith: +)
    locked.merge(other.locked, uniquingKeysWith: +)
    tombstoneCount += other.tombstoneCount
    newerCount += other.newerCount
    keyMissingCount += other.keyMissingCount
    keyDestroyedCount += other.keyDestroyedCount
    unreadableCount += other.unreadableCount
    acceptedCount += other.acceptedCount
    inconsistentCount += other.inconsistentCount
  }

  /// Every row that was counted.
  var rowCount: Int {
    openedCount + lockedCount + tombstoneCount + newerCount + keyMissingCount + keyDestroyedCount + unreadableCount
  }
}
