import KeychainPolicy
import KeychainSchema

/// What an add puts into an item beside what the caller gave: what was decided before, and defaults from the attribute
/// table.
struct DefaultValues {
  let group: AccessGroup
  let protection: ProtectionClass
  let accessControl: AccessControl?
  let isSynchronizable: Bool
  /// The time of the call, in seconds since 2001.
  let seconds: Double

  /// The attributes of each class that may be filled in or left out, by the class's number less one, ascending.
  private static let entries = ItemClass.allCases.map { itemClass in
    AttributeTable.entries.filter { entry in
      entry.row.defaultIn.contains(itemClass) || decided.contains(entry.attribute)
    }
  }

  /// What has no default of the table's alone.
  private static let decided: [Attribute] = [.accessControl, .digest, .sharingGroup]

  /// The attributes with all of it. Both ascend by code, so this is a merge.
  func filling(_ given: AttributeSet, of itemClass: ItemClass) -> AttributeSet {
    let entries = Self.entries[Int(itemClass.rawValue) - 1]
    var filled = AttributeSet(minimumCapacity: given.entries.count + entries.count)
    var next = 0
    for entry in entries {
      while next < given.entries.count, given.entries[next].code < entry.code {
        filled.append(given.entries[next].code, given.entries[next].value)
        next += 1
      }
      let isGiven = next < given.entries.count && given.entries[next].code == entry.code
      if let value = value(of: entry, given: isGiven ? given.entries[next].value : nil) {
        filled.append(entry.code, value)
      }
      if isGiven { next += 1 }
    }
    for entry in given.entries[next...] { filled.append(entry.code, entry.value) }
    return filled
  }

  private func value(of entry: AttributeTable.Entry, given: AttributeValue?) -> AttributeValue? {
    switch entry.attribute {
    case .accessControl: return accessControl.map { .data($0.encoded) }
    case .synchronizable: return .number(isSynchronizable ? 1 : 0)
    case .sharingGroup: return given.isEmptyText ? nil : given
    default: break
    }
    return switch entry.row.default {
    case .firstGroup: .text(group.name)
    case .protectionOfClass: .text(protection.code)
    case .computed: nil
    // The dates are always the time of the call.
    case .now: .date(seconds)
    case .emptyText: given ?? .text("")
    case .emptyData: given ?? .data([])
    case .zero: given ?? .number(0)
    case .epoch: given ?? .date(0)
    case .absent: given
    }
  }
}

extension AttributeValue? {
  fileprivate var isEmptyText: Bool {
    if case .text("") = self { true } else { false }
  }
}
