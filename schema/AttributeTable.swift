/// The attribute table, looked up by code.
///
/// Attributes are numbered in the order of their codes, so that the number also gives the order of sealed records.
public enum AttributeTable {
  /// One attribute with everything that is asked of it on the hot path; a class, so that a look-up copies one pointer.
  public final class Entry: Sendable {
    /// The case of the attribute.
    public let attribute: Attribute
    /// Its four-letter code.
    public let code: FourCharacterCode
    /// The code as a dictionary key.
    public let key: String
    /// What values it accepts.
    public let kind: AttributeKind
    /// The classes whose items have it.
    public let classes: ItemClassSet
    /// What else is true of it.
    public let traits: AttributeTraits
    /// Its whole row.
    public let row: AttributeRow

    init(_ attribute: Attribute) {
      self.attribute = attribute
      code = attribute.rawValue
      key = code.text
      row = attribute.row
      kind = row.kind
      classes = row.classes
      traits = row.traits
    }
  }

  /// Every attribute, in ascending order of its code.
  public static let entries: [Entry] = inDeclarationOrder.sorted { $0.code < $1.code }

  /// The same entries in the order in which `Attribute` declares its cases.
  static let inDeclarationOrder: [Entry] = Attribute.allCases.map { Entry($0) }

  /// The entry of an attribute.
  static func entry(of attribute: Attribute) -> Entry { inDeclarationOrder[attribute.ordinal] }

  /// The entry of `code`, or nil where no attribute has it.
  public static func entry(for code: FourCharacterCode) -> Entry? {
    let entries = Self.entries
    let slots = Self.slots
    var slot = Self.slot(of: code)
    while slots[slot] != Self.free {
      let index = Int(slots[slot])
      if entries[index].code == code { return entries[index] }
      slot = (slot + 1) % Self.slotCount
    }
    return nil
  }

  /// Open addressing over four times as many slots as codes: nearly every look-up takes one comparison.
  private static let slots: [UInt8] = {
    var slots = [UInt8](repeating: free, count: slotCount)
    for (index, entry) in entries.enumerated() {
      var slot = slot(of: entry.code)
      while slots[slot] != free { slot = (slot + 1) % slotCount }
      slots[slot] = UInt8(index)
    }
    return slots
  }()

  private static let slotCount = 512
  private static let free = UInt8.max

  private static func slot(of code: FourCharacterCode) -> Int {
    Int(truncatingIfNeeded: code.value &* 0x9E37_79B1) >> 7 & (slotCount - 1)
  }
}

extension Attribute {
  /// The attribute of a code in a query dictionary or a sealed record.
  public init?(code: FourCharacterCode) {
    guard let entry = AttributeTable.entry(for: code) else { return nil }
    self = entry.attribute
  }

  /// What values it accepts.
  public var kind: AttributeKind { AttributeTable.inDeclarationOrder[ordinal].kind }

  /// The four-letter code: the raw value, which the compiler would spell out of its letters each time.
  public var code: FourCharacterCode { AttributeTable.inDeclarationOrder[ordinal].code }

  /// The number of the case. A test holds it to the order of `allCases`.
  fileprivate var ordinal: Int {
    // An enumeration of fewer than 256 cases without payload is one byte, numbered as declared.
    Int(unsafe unsafeBitCast(self, to: UInt8.self))
  }

  /// Whether items of the class have the attribute.
  public func belongs(to itemClass: ItemClass) -> Bool {
    AttributeTable.inDeclarationOrder[ordinal].classes.contains(itemClass)
  }
}
