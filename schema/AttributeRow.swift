/// One row of the attribute table.
public struct AttributeRow: Sendable {
  /// The `kSec…` constants whose value is the attribute's code; none for an attribute without a public name.
  public let constants: [String]
  /// What values it accepts and how they are kept.
  public let kind: AttributeKind
  /// The classes whose items have the attribute.
  public let classes: ItemClassSet
  /// The classes whose uniqueness tuple it is part of.
  public let uniqueIn: ItemClassSet
  /// What an add fills in where the caller gave nothing.
  public let `default`: AttributeDefault
  /// The classes where the default is filled in; elsewhere the attribute is simply absent.
  public let defaultIn: ItemClassSet
  /// What else is true of it.
  public let traits: AttributeTraits
  /// The entitlement without which an add or update that names the attribute is refused.
  public let privilege: Privilege?

  init(
    _ constants: [String], _ kind: AttributeKind, in classes: ItemClassSet, unique: ItemClassSet = [],
    default: AttributeDefault = .absent, defaultIn: ItemClassSet? = nil, traits: AttributeTraits = [],
    privilege: Privilege? = nil
  ) {
    self.constants = constants
    self.kind = kind
    self.classes = classes
    self.uniqueIn = unique
    self.default = `default`
    self.defaultIn = defaultIn ?? (`default` == .absent ? [] : classes)
    self.traits = privilege == nil ? traits : traits.union(.privileged)
    self.privilege = privilege
  }

  /// Whether the attribute's column is never NULL in the published schema of the class.
  ///
  /// Some attributes, such as `crtr`, are part of the uniqueness tuple of keys and optional in passwords.
  public func isNeverNull(in itemClass: ItemClass) -> Bool {
    traits.contains(.neverNull) && defaultIn.contains(itemClass)
  }
}

/// What values an attribute accepts and how they are kept (the conversions: ValueConversion.swift).
public enum AttributeKind: Sendable {
  /// Text, data or a number, kept as it came; two values are one where their bytes are.
  case blob
  /// Data; text counts by its UTF-8, a number by its four little-endian bytes.
  case data
  /// Text; data is read as UTF-8.
  case string
  /// A protection class by its code, `ak` to `akpu`.
  case access
  /// A number; a boolean counts as 0 or 1, and text that is a number in its shortest form becomes one.
  case number
  /// A number, or the text `syna`.
  case sync
  /// A number.
  case tombstone
  /// A date, kept to the bit.
  case date
  /// Exactly 20 bytes.
  case digest
  /// No bytes or 16.
  case uuid
  /// An access-control value.
  case accessControl
}

/// What an add fills in where the caller gave nothing.
public enum AttributeDefault: Sendable {
  /// Nothing: the item is without the attribute.
  case absent
  /// Text of no bytes.
  case emptyText
  /// No bytes.
  case emptyData
  /// The number 0.
  case zero
  /// 2001-01-01T00:00:00Z.
  case epoch
  /// The time of the call, whatever the caller gave.
  case now
  /// The first group of the caller.
  case firstGroup
  /// `ak`; certificates `dk`; the group `com.apple.apsd` `dku`.
  case protectionOfClass
  /// Computed from the other attributes.
  case computed
}

/// What else is true of an attribute.
public struct AttributeTraits: OptionSet, Sendable {
  /// One bit a trait.
  public let rawValue: UInt8

  /// The traits whose bits are set.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// An add that asks for attributes returns it.
  public static let returnedByAdd = AttributeTraits(rawValue: 1)
  /// It takes part in the item's digest (`kSecAttrSHA1`).
  public static let digested = AttributeTraits(rawValue: 2)
  /// It is sealed with the secret, and comes back only where the secret was asked for.
  public static let sealedWithSecret = AttributeTraits(rawValue: 4)
  /// An add or update that names it needs an entitlement.
  public static let privileged = AttributeTraits(rawValue: 16)
  /// Its column is never NULL in the published schema.
  public static let neverNull = AttributeTraits(rawValue: 8)
}

/// An entitlement that some attributes need, by its key.
public enum Privilege: String, CaseIterable, Sendable {
  /// Names attributes that a sync engine reads in the clear.
  case plaintextFields = "com.apple.private.ckks.plaintextfields"
  /// Names the extra fields that are sealed with an internet password.
  case internetExpansionFields = "com.apple.private.keychain.inet_expansion_fields"
  /// Names the attribute that makes an item the system's.
  case systemBound = "com.apple.private.keychain.sysbound"
  /// Sees and makes items in sharing groups.
  case sharingClient = "com.apple.private.keychain.kcsharing.client"
}
