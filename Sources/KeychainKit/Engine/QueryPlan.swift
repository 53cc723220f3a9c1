import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// How a query is answered: what SQLite selects for each group, and what is left to compare after opening.
struct QueryPlan {
  let itemClass: ItemClass
  /// One selection a group, in the caller's order.
  var selections: [(group: GroupScope, selection: ItemSelection)] = []
  let filter: RecordFilter
  let host: String?
  /// Whether every condition of the query is in WHERE, so that a row which cannot be opened still matches for sure.
  let isTestedByColumns: Bool
  /// A query that can match nothing, such as one for the protection class `f`.
  let isEmpty: Bool

  init(_ query: ItemQuery, itemClass: ItemClass, groups: [GroupScope], keyring: Keyring) throws(KeychainError) {
    self.itemClass = itemClass
    filter = RecordFilter(query.attributes)
    host = query.matches.host
    let terms = PlannedTerms(query.attributes, of: itemClass)
    isTestedByColumns = terms.coversEverything && query.matches.host == nil
    isEmpty = query.protection.map { if case .untilReboot = $0 { true } else { false } } ?? false
    let shared = Self.selection(for: query, itemClass: itemClass)
    selections.reserveCapacity(groups.count)
    for group in groups {
      var selection = shared
      selection.accessGroup = group.tag
      selection.terms = try terms.values(in: group.name.accessGroup, keyring: keyring)
      selections.append((group, selection))
    }
  }

  /// The conditions that are the same in every group.
  private static func selection(for query: ItemQuery, itemClass: ItemClass) -> ItemSelection {
    var selection = ItemSelection()
    selection.itemClass = Int64(itemClass.rawValue)
    if case .of(let protection) = query.protection { selection.protection = Int64(protection.rawValue) }
    switch query.synchronizable {
    case .local: selection.synchronizable = 0
    case .synchronizable: selection.synchronizable = 1
    case .any: break
    case .unspecified: if query.reference == nil { selection.synchronizable = 0 }
    }
    selection.tombstone = query.isTombstone == true ? 1 : 0
    switch query.reference?.locator {
    case .uuid(let uuid): selection.uuid = uuid
    case .row(let row): selection.rowID = row
    case nil: break
    }
    selection.wantsSecret = true
    return selection
  }
}

/// The search terms that a query's attributes allow.
struct PlannedTerms {
  private let itemClass: ItemClass
  private let attributes: AttributeSet
  private let shapes: InlineArray<5, TermShape>
  private var isPlanned: InlineArray<5, Bool> = .init(repeating: false)
  /// Whether every attribute of the query is in some term.
  let coversEverything: Bool

  init(_ attributes: AttributeSet, of itemClass: ItemClass) {
    self.itemClass = itemClass
    self.attributes = attributes
    shapes = itemClass.termShapes
    var covered = 0
    var pair: TermShape?
    for index in shapes.indices {
      let term = shapes[index]
      guard let first = term.first, attributes.contains(first) else { continue }
      if let second = term.second {
        guard attributes.contains(second) else { continue }
        pair = term
      } else if let pair, first == pair.first || first == pair.second {
        // A term inside a pair that is there adds nothing but a second hash.
        continue
      }
      isPlanned[index] = true
      covered += term.count
    }
    // Sharing group and persona are part of the group's tag, so they are tested wherever the group is.
    if attributes.contains(.sharingGroup) { covered += 1 }
    if attributes.contains(.multiUser) { covered += 1 }
    coversEverything = covered == attributes.entries.count
  }

  func values(in group: String, keyring: Keyring) throws(KeychainError) -> InlineArray<5, Int64?> {
    var values: InlineArray<5, Int64?> = .init(repeating: nil)
    for index in shapes.indices where isPlanned[index] {
      values[index] = try keyring.term(shapes[index], of: itemClass, group: group, attributes: attributes)
    }
    return values
  }
}
