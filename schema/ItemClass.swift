/// The four stored classes of items. The raw value is what column `class` holds and what tags and boxes bind.
public enum ItemClass: UInt8, CaseIterable, Sendable {
  /// A password or any other secret of a program (`kSecClassGenericPassword`).
  case genericPassword = 1
  /// A password for a server (`kSecClassInternetPassword`).
  case internetPassword = 2
  /// An X.509 certificate (`kSecClassCertificate`).
  case certificate = 3
  /// A cryptographic key (`kSecClassKey`).
  case key = 4

  /// The code in query dictionaries and at the front of persistent references.
  public var code: FourCharacterCode {
    switch self {
    case .genericPassword: "genp"
    case .internetPassword: "inet"
    case .certificate: "cert"
    case .key: "keys"
    }
  }

  /// The class of a code; nil for every other, those of identities and AppleShare passwords among them.
  public init?(code: FourCharacterCode) {
    guard let itemClass = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = itemClass
  }

  /// The protection an add gives where the caller named none.
  public var defaultProtection: ProtectionClass {
    self == .certificate ? .always : .whenUnlocked
  }

  /// The uniqueness tuple in its fixed order: two items with the same tuple are the same item.
  public var uniqueness: [Attribute] {
    Self.uniquenessTable[Int(rawValue) - 1]
  }

  private static let uniquenessTable = allCases.map(\.uniquenessRow)

  /// The class that a row's column names; nil where it names none, as in a row that was changed.
  package init?(column: Int64) {
    guard let code = UInt8(exactly: column) else { return nil }
    self.init(rawValue: code)
  }

  private var uniquenessRow: [Attribute] {
    let own: [Attribute] =
      switch self {
      case .genericPassword:
        [.account, .service]
      case .internetPassword:
        [.account, .securityDomain, .server, .protocol, .authenticationType, .port, .path]
      case .certificate:
        [.certificateType, .issuer, .serialNumber]
      case .key:
        [
          .keyClass, .applicationLabel, .applicationTag, .creator, .type, .keySizeInBits, .effectiveKeySize,
          .startDate, .endDate,
        ]
      }
    return own + [.accessGroup, .synchronizable, .syncViewHint, .tokenID, .multiUser, .sharingGroup]
  }

  /// The attributes behind `term1` to `term5`; an empty row is a term the class does not use.
  public var terms: [[Attribute]] {
    Self.termTable[Int(rawValue) - 1]
  }

  /// Made once: a lookup asks for it.
  private static let termTable = allCases.map(\.termRow)

  /// The same table for a lookup, which copies no array.
  package var termShapes: InlineArray<5, TermShape> {
    Self.shapeTable[Int(rawValue) - 1]
  }

  private static let shapeTable = allCases.map { itemClass in
    InlineArray<5, TermShape> { TermShape(itemClass.termRow[$0], isJoin: $0 == itemClass.joinTerm) }
  }

  /// A change here is a new version of the term table (`currentTermVersion`) and a migration that rewrites rows.
  private var termRow: [[Attribute]] {
    switch self {
    case .genericPassword: [[.service, .account], [.service], [.account], [.label], [.generic]]
    case .internetPassword: [[.server, .account], [.server], [.account], [.label], [.securityDomain]]
    case .certificate: [[.issuer, .serialNumber], [.subject], [.publicKeyHash], [.label], [.subjectKeyID]]
    case .key: [[.applicationLabel], [.applicationTag], [], [.label], [.alias]]
    }
  }

  /// The term (0 to 4) on which identities join a key to its certificate; it leaves the access group out.
  public var joinTerm: Int? {
    switch self {
    case .genericPassword, .internetPassword: nil
    case .certificate: 2
    case .key: 0
    }
  }

  /// The version of the table of terms that this build writes into column `terms`.
  public static let currentTermVersion: UInt32 = 1
  /// How many terms a row has.
  public static let termCount = 5
}

/// A set of item classes.
public struct ItemClassSet: OptionSet, Sendable {
  /// One bit a class.
  public let rawValue: UInt8

  /// The classes whose bits are set.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Generic passwords alone.
  public static let genericPassword = ItemClassSet(rawValue: 1)
  /// Internet passwords alone.
  public static let internetPassword = ItemClassSet(rawValue: 2)
  /// Certificates alone.
  public static let certificate = ItemClassSet(rawValue: 4)
  /// Keys alone.
  public static let key = ItemClassSet(rawValue: 8)
  /// Both kinds of passwords.
  public static let passwords: ItemClassSet = [.genericPassword, .internetPassword]
  /// Every class.
  public static let all: ItemClassSet = [.passwords, .certificate, .key]

  /// Whether the class is in the set.
  @inlinable
  public func contains(_ itemClass: ItemClass) -> Bool {
    rawValue & (1 << (itemClass.rawValue - 1)) != 0
  }
}

/// One term of a class: no, one or two attributes.
package struct TermShape: Sendable {
  package let first: Attribute?
  package let second: Attribute?
  /// Whether identities are joined on it; it is of one attribute then.
  package let isJoin: Bool

  init(_ attributes: [Attribute], isJoin: Bool) {
    precondition(attributes.count <= 2, "a term has two attributes at most")
    self.isJoin = isJoin
    first = attributes.first
    second = attributes.dropFirst().first
  }

  /// How many attributes it has.
  package var count: Int { (first == nil ? 0 : 1) + (second == nil ? 0 : 1) }
}
