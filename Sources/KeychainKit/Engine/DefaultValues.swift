import KeychainSchema

/// The defaults that an add fills in, by class, taken from the attribute table.
enum DefaultValues {
  /// The attributes of each class that may be filled in, by the class's number less one.
  private static let entries = ItemClass.allCases.map { itemClass in
    AttributeTable.entries.filter { entry in
      switch entry.row.default {
      // The group and the protection class are decided before, the digest is computed when the item is sealed.
      case .firstGroup, .protectionOfClass, .computed, .absent: false
      default: entry.row.defaultIn.contains(itemClass)
      }
    }
  }

  /// Fills in what the caller left out, and the dates, which are always the time of the call.
  static func fill(_ attributes: inout AttributeSet, of itemClass: ItemClass, at seconds: Double) {
    for entry in entries[Int(itemClass.rawValue) - 1] {
      switch entry.row.default {
      case .now: attributes[entry.code] = .date(seconds)
      case .emptyText: fill(&attributes, entry.code, .text(""))
      case .emptyData: fill(&attributes, entry.code, .data([]))
      case .zero: fill(&attributes, entry.code, .number(0))
      case .epoch: fill(&attributes, entry.code, .date(0))
      case .firstGroup, .protectionOfClass, .computed, .absent: break
      }
    }
  }

  private static func fill(_ attributes: inout AttributeSet, _ code: FourCharacterCode, _ value: AttributeValue) {
    if attributes[code] == nil { attributes[code] = value }
  }
}
