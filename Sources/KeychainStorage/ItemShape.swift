/// Which conditions a statement about items has; small, so that a kept statement is found without building text.
struct ItemShape: OptionSet, Hashable {
  let rawValue: UInt32

  static let identity = ItemShape(rawValue: 1 << 0)
  static let uuid = ItemShape(rawValue: 1 << 1)
  static let rowID = ItemShape(rawValue: 1 << 2)
  static let itemClass = ItemShape(rawValue: 1 << 3)
  static let accessGroup = ItemShape(rawValue: 1 << 4)
  static func term(_ index: Int) -> ItemShape { ItemShape(rawValue: 1 << (5 + UInt32(index))) }
  static let protection = ItemShape(rawValue: 1 << 10)
  static let synchronizable = ItemShape(rawValue: 1 << 11)
  static let tombstone = ItemShape(rawValue: 1 << 12)
  /// The conditions above.
  static let conditions = ItemShape(rawValue: (1 << 13) - 1)

  /// The secret itself is a column of the result.
  static let secret = ItemShape(rawValue: 1 << 13)
  /// A page before this one has been read.
  static let after = ItemShape(rawValue: 1 << 14)

  /// At most one row answers, so there is nothing to order and nothing to page.
  var isUnique: Bool { !isDisjoint(with: [.identity, .uuid, .rowID]) }

  var driver: ItemDriver {
    ItemDriver.allCases.first { contains($0.condition) } ?? .rows
  }
}

/// The one column, or index, that SQLite looks rows up by; in the order of preference.
/// - Source: ARCHITECTURE.md.
enum ItemDriver: CaseIterable {
  case identity
  case uuid
  case rowID
  case term1
  case term3
  case term2
  case term5
  case term4
  /// Group and class together: within both, the index has the rows in order of their numbers.
  case group
  /// Every row in order of its number.
  case rows

  /// The condition, or both, that must be given for it to drive.
  var condition: ItemShape {
    switch self {
    case .identity: .identity
    case .uuid: .uuid
    case .rowID: .rowID
    case .term1: .term(0)
    case .term2: .term(1)
    case .term3: .term(2)
    case .term4: .term(3)
    case .term5: .term(4)
    case .group: [.accessGroup, .itemClass]
    case .rows: []
    }
  }

  /// The index that is named in the statement, so that not even statistics make SQLite choose another.
  var index: String? {
    switch self {
    case .identity, .uuid, .rowID, .rows: nil
    case .term1: "item_term1"
    case .term2: "item_term2"
    case .term3: "item_term3"
    case .term4: "item_term4"
    case .term5: "item_term5"
    case .group: "item_group"
    }
  }
}
