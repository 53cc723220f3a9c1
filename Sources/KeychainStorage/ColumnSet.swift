import KeychainSchema

/// A set of columns of `item`, by their place in the table.
struct ColumnSet: Equatable {
  private(set) var bits: UInt32

  /// Every column but the row's number, the sealed ones included.
  static let allButNumber = ColumnSet(bits: 0b1_1111_1111_1111_1110)
  /// Every column but the row's number and the sealed ones.
  static let plain = ColumnSet(bits: 0b0_0111_1111_1111_1110)

  private init(bits: UInt32) {
    self.bits = bits
  }

  /// The plain columns that differ.
  init(from old: ItemColumns, to new: ItemColumns) {
    bits = 0
    insert(1, if: old.uuid != new.uuid)
    insert(2, if: old.identity != new.identity)
    insert(3, if: old.itemClass != new.itemClass)
    insert(4, if: old.accessGroup != new.accessGroup)
    insert(5, if: old.protection != new.protection)
    insert(6, if: old.synchronizable != new.synchronizable)
    insert(7, if: old.tombstone != new.tombstone)
    insert(8, if: old.generation != new.generation)
    insert(9, if: old.termVersion != new.termVersion)
    for index in old.terms.indices { insert(10 + index, if: old.terms[index] != new.terms[index]) }
  }

  func contains(_ place: Int) -> Bool { bits & (1 << UInt32(place)) != 0 }

  mutating func insert(_ place: Int, if isMember: Bool = true) {
    if isMember { bits |= 1 << UInt32(place) }
  }
}
