import KeychainPolicy
import KeychainSchema

/// What a call looks for, or what identifies the item it writes.
///
/// Query dictionaries are parsed into this value, and Swift code builds it: `.genericPassword(service: "mail")`.
/// Below it there is no `Any` and no dictionary.
public struct ItemQuery: Sendable {
  /// Which rows the query is about.
  package enum Target: Sendable, Equatable {
    case items(ItemClass)
    /// Pairs of a private key and its certificate, joined when the query runs.
    case identities
  }

  /// Whether a query is about items of this keychain only, about those that a sync engine carries, or about both.
  public enum SynchronizableFilter: Sendable {
    /// Local items, except where a persistent reference names the item.
    case unspecified
    /// Local items alone.
    case local
    /// Synchronizable items alone.
    case synchronizable
    /// Both.
    case any
  }

  /// Items of one class, or identities.
  package var target: Target
  /// The attributes that must be equal; group, protection, sync and tombstone stand apart.
  package var attributes = AttributeSet()
  /// The access group that was named.
  package var group = AskedGroup.absent
  /// The protection class that was named.
  package var protection: ProtectionFilter?
  /// Local items, synchronizable ones, or both.
  package var synchronizable = SynchronizableFilter.unspecified
  /// Whether tombstones are meant; nil: items.
  package var isTombstone: Bool?
  /// The one item that was named.
  package var reference: PersistentReference?
  /// The match keys.
  package var matches = MatchFilters()
  /// How many results, and whether as an array.
  package var limit = Limit.one
  /// What is returned of each.
  package var results = ResultOptions()
  /// `kSecUseTombstones`.
  package var leavesTombstones: Bool?
  /// What an item that is added asks for; a search does not look at it.
  package var accessControl: AccessControl?
  /// What happens where somebody would have to be asked.
  package var authenticationUI = AuthenticationUI.allow

  /// A query that nothing narrows yet.
  package init(_ target: Target) {
    self.target = target
  }

  /// How many attributes narrow the query, for the rules on persistent references.
  package var hasAttributes: Bool {
    !attributes.entries.isEmpty || group != .absent || protection != nil || isTombstone != nil
      || synchronizable == .local || synchronizable == .synchronizable
  }
}

/// A protection class in a query; `f` is a valid word that no item has.
package enum ProtectionFilter: Sendable {
  case of(ProtectionClass)
  case untilReboot
}

/// How many results a copy gives, and whether as an array.
package enum Limit: Sendable, Equatable {
  case one
  case atMost(Int)
  case all
  /// The number 0: nothing is ever found.
  case none

  /// Whether the results come as an array, be there one or none.
  package var isArray: Bool { self != .one }

  /// The most results there may be; nil: any number.
  package var count: Int? {
    switch self {
    case .one: 1
    case .atMost(let count): count
    case .all: nil
    case .none: 0
    }
  }
}

/// The four return keys.
package struct ResultOptions: OptionSet, Sendable {
  /// One bit a key.
  package let rawValue: UInt8

  /// The options whose bits are set.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The secret.
  package static let data = ResultOptions(rawValue: 1)
  /// The attributes.
  package static let attributes = ResultOptions(rawValue: 2)
  /// A reference to an object.
  package static let reference = ResultOptions(rawValue: 4)
  /// The 20 bytes that name the item for good.
  package static let persistentReference = ResultOptions(rawValue: 8)
}

/// `kSecUseAuthenticationUI`.
package enum AuthenticationUI: Sendable {
  case allow
  case fail
  case skip
}

/// The match keys that do something.
package struct MatchFilters: Sendable {
  /// Whether any match key was given, known or not.
  package var isPresent = false
  /// The names, in DER, of which one must stand in the chain of issuers above a certificate.
  package var issuers: [[UInt8]] = []
  /// The server is this host or a subdomain of it.
  package var host: String?
  /// The e-mail address a certificate must carry.
  package var emailAddress: String?
  /// When a certificate must be valid.
  package var validity: Validity?
  /// Whether only trusted certificates are asked for, which nobody can say here.
  package var isTrustedOnly = false

  /// `kSecMatchValidOnDate`.
  package enum Validity: Sendable {
    case now
    /// Seconds since 2001-01-01 UTC.
    case on(Double)
  }
}
