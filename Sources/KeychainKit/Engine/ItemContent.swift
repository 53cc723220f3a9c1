import KeychainCrypto
import KeychainPolicy
import KeychainSchema

/// Everything an item holds, before it is sealed.
struct ItemContent: Sendable {
  let itemClass: ItemClass
  /// Every attribute with its defaults, except what a seal adds: the digest, the clock, the secret's generation.
  var attributes: AttributeSet
  var secret = SecretContent()
  /// What the secret is to be sealed under inside the box of its class; nil where it asks for no password, or stays as
  /// its password sealed it.
  var passwordKey: ApplicationPasswordKey?

  var protection: ProtectionClass {
    get throws(KeychainError) {
      guard let code = attributes.text(.accessible), let protection = ProtectionClass(code: code) else {
        throw .internalInconsistency("an item without a protection class")
      }
      return protection
    }
  }

  var isSynchronizable: Bool { attributes.number(.synchronizable) == 1 }

  var isTombstone: Bool { attributes.number(.tombstone) == 1 }

  var groupName: GroupName {
    GroupName(
      accessGroup: attributes.text(.accessGroup) ?? "", sharingGroup: attributes.text(.sharingGroup) ?? "",
      multiUser: attributes.data(.multiUser) ?? [])
  }
}

extension ItemContent {
  /// What a deletion leaves of an item: its identity and its dates, without secret and without label.
  func tombstone(at seconds: Double) -> ItemContent {
    var kept = AttributeSet(minimumCapacity: 16)
    let identity = Set(itemClass.uniqueness + [.accessible, .creationDate, .itemUUID])
    for entry in attributes.entries {
      guard let attribute = Attribute(code: entry.code), identity.contains(attribute) else { continue }
      kept.append(entry.code, entry.value)
    }
    kept[.modificationDate] = .date(later(at: seconds))
    kept[.tombstone] = .number(1)
    return ItemContent(itemClass: itemClass, attributes: kept)
  }

  /// The date of a change made now: at least a millisecond after the one before it.
  func later(at seconds: Double) -> Double {
    Self.later(than: attributes.date(.modificationDate), at: seconds)
  }

  /// The same after a date, where there is one.
  static func later(than last: Double?, at seconds: Double) -> Double {
    guard let last, seconds < last + 0.001 else { return seconds }
    return last + 0.001
  }
}
