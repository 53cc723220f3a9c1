extension KeyTable {
  /// What a box's class and generation lead to.
  enum Lookup {
    /// The row whose pair of keys it is.
    case row(Int)
    case locked
    case destroyed
    case missing
  }

  /// The place of the body that holds an item class's keys, without the tour through the enums: a lookup is timed.
  private static func bodySlot(_ itemClass: UInt8) -> Int {
    switch itemClass {
    case 8, 11: 0
    case 7, 10: 1
    default: 2
    }
  }

  /// Finds a key; `itemClass` lies in 6…12.
  func lookUp(_ itemClass: UInt8, generation: UInt32) -> Lookup {
    let index = Int(itemClass - Self.firstItemClass)
    guard unsafe state.pointee.isOpen[Self.bodySlot(itemClass)] else { return .locked }
    let current = unsafe state.pointee.current[index]
    if current >= 0, unsafe rows[current].generation == generation { return .row(current) }
    for row in unsafe 0..<state.pointee.rowCount
    where unsafe rows[row].itemClass == itemClass && rows[row].generation == generation {
      return .row(row)
    }
    // Generations start at 1: no key ever had generation 0, destroyed or not.
    return unsafe generation > 0 && generation <= state.pointee.destroyedThrough[index] ? .destroyed : .missing
  }

  /// The row and generation under which items of a class are sealed now; nil where the body is closed or has none.
  func current(_ itemClass: UInt8) -> (row: Int, generation: UInt32)? {
    let row = unsafe state.pointee.current[Int(itemClass - Self.firstItemClass)]
    return row < 0 ? nil : unsafe (row, rows[row].generation)
  }

  func metadataKey(_ row: Int) -> UnsafeMutableRawPointer {
    unsafe arena.pointer(Slot.firstPair + 2 * row)
  }

  func secretKey(_ row: Int) -> UnsafeMutableRawPointer {
    unsafe arena.pointer(Slot.firstPair + 2 * row + 1)
  }
}
