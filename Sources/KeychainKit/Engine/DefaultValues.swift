import KeychainSchema

/// The defaults that an add fills in, by class, taken from the attribute table.
enum DefaultValues {
  /// Fills in what the caller left out, and the dates, which are always the time of the call.
  static func fill(_ attributes: inout AttributeSet, of itemClass: ItemClass, at seconds: Double) {
    for entry in AttributeTable.entries where entry.row.defaultIn.contains(itemClass) {
      switch entry.row.default {
      case .now: attributes[entry.code] = .date(seconds)
      case .emptyText: fill(&attributes, entry.code, .text(""))
      case .emptyData: fill(&attributes, entry.code, .data([]))
      case .zero: fill(&attributes, entry.code, .number(0))
      case .epoch: fill(&attributes, entry.code, .date(0))
      // The group and the protection class are decided before, the digest is computed when the item is sealed.
      case .firstGroup, .protectionOfClass, .computed, .absent: break
      }
    }
  }

  private static func fill(_ attributes: inout AttributeSet, _ code: FourCharacterCode, _ value: AttributeValue) {
    if attributes[code] == nil { attributes[code] = value }
  }
}
