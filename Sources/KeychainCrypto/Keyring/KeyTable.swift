import KeychainSchema

/// Which keys a keyring has and where they lie. Every access happens under the keyring's lock.
///
/// The arena's first slots hold the body keys and the keys of tags, group names, settings and the state record; then
/// every generation of an item class has two: its metadata key and its secret key.
@safe
final class KeyTable: Sendable {
  /// The arena's fixed slots.
  enum Slot {
    static let tags = 3
    static let groupNames = 4
    static let settings = 5
    static let stateRecord = 6
    static let rowHash = 7
    static let anchor = 8
    static let firstPair = 10

    static func body(_ body: KeybagBody) -> Int {
      switch body {
      case .device: 0
      case .first: 1
      case .user: 2
      }
    }
  }

  /// One generation of an item class; class 0 is a free row.
  struct Row {
    var itemClass: UInt8 = 0
    var isRetired = false
    var generation: UInt32 = 0
  }

  /// What is known of the bag the keys came from.
  struct Bag {
    var identifier: Identifier
    var generation: UInt64
    var hasPassphrase: Bool
    var opensByItself: Bool
  }

  struct State {
    var bag: Bag
    var isOpen: InlineArray<3, Bool> = [false, false, false]
    /// Rows that were ever used lie below.
    var rowCount = 0
    /// The row of each item class's newest key, from class 6 on; -1 for none.
    var current = InlineArray<7, Int>(repeating: -1)
    /// The newest destroyed generation of each item class; 0 for none.
    var destroyedThrough = InlineArray<7, UInt32>(repeating: 0)
  }

  static let firstItemClass: UInt8 = 6
  static let rowLimit = KeybagHeader.entryLimit

  let arena: KeyArena
  // Pointers rather than stored properties, because a lookup must not pay for exclusivity checks. They never change,
  // and the keyring's lock guards what they point to.
  nonisolated(unsafe) let state: UnsafeMutablePointer<State>
  nonisolated(unsafe) let rows: UnsafeMutablePointer<Row>

  init(_ bag: Bag) throws(KeybagError) {
    arena = try KeyArena(slotCount: Slot.firstPair + 2 * Self.rowLimit)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(bag: bag))
    unsafe rows = .allocate(capacity: Self.rowLimit)
    unsafe rows.initialize(repeating: Row(), count: Self.rowLimit)
  }

  deinit {
    unsafe state.deallocate()
    unsafe rows.deallocate()
  }

  var bag: Bag {
    get { unsafe state.pointee.bag }
    set { unsafe state.pointee.bag = newValue }
  }

  func isOpen(_ body: KeybagBody) -> Bool {
    unsafe state.pointee.isOpen[Slot.body(body)]
  }

  /// Retired generations of item classes in the bodies that are open.
  var retired: [KeyName] {
    unsafe UnsafeBufferPointer(start: rows, count: state.pointee.rowCount).compactMap { row in
      guard row.isRetired, let protection = ProtectionClass(rawValue: row.itemClass) else { return nil }
      return KeyName(protection: protection, generation: row.generation)
    }
  }
}
