/// What a program is entitled to: the property list that stands beside it, as typed values.
///
/// ```swift
/// let caller = Caller(entitlements: ["application-identifier": "TEAM.app", "keychain-access-groups": ["TEAM.shared"]])
/// ```
public struct Entitlements: Hashable, Sendable {
  /// The values by their keys.
  public let values: [String: EntitlementValue]

  /// The entitlements of a property list.
  public init(_ values: [String: EntitlementValue]) {
    self.values = values
  }
}

/// The value of one entitlement.
public enum EntitlementValue: Hashable, Sendable {
  /// True or false; an entitlement that is asked whether it holds, holds if this is true.
  case bool(Bool)
  /// Text.
  case string(String)
  /// An array of text and of nothing else.
  case strings([String])
  /// Everything else, mixed arrays included: it entitles to nothing.
  case other
}

extension Entitlements {
  /// The keys that are looked at, beside those of the privileges.
  enum Name {
    static let accessGroups = "keychain-access-groups"
    static let associatedIdentifiers = "com.apple.developer.associated-application-identifier"
    static let applicationIdentifier = "application-identifier"
    static let otherApplicationIdentifier = "com.apple.application-identifier"
    static let applicationGroups = "com.apple.security.application-groups"
    static let deny = "com.apple.private.keychain.deny"
    static let appClip = "com.apple.developer.on-demand-install-capable"
    static let networkExtension = "com.apple.developer.networking.networkextension"
    static let networkExtensionGroups = "com.apple.networkextension.keychain"
  }

  /// Whether `key` is true; any other value is not.
  func isTrue(_ key: String) -> Bool {
    values[key] == .bool(true)
  }

  /// The groups of an array; anything else names none. An empty name is no group.
  func groups(_ key: String) -> [AccessGroup] {
    guard case .strings(let names) = values[key] else { return [] }
    return names.filter { !$0.isEmpty }.map { AccessGroup($0) }
  }

  /// The application identifier, which is an access group too.
  var applicationIdentifier: AccessGroup? {
    for key in [Name.applicationIdentifier, Name.otherApplicationIdentifier] {
      if case .string(let name) = values[key], !name.isEmpty { return AccessGroup(name) }
    }
    return nil
  }

  /// Whether the program provides a network extension: the keychain's own entitlement, or any kind of provider.
  var isNetworkExtension: Bool {
    isTrue(Name.networkExtensionGroups) || !groups(Name.networkExtension).isEmpty
  }
}

extension Entitlements: ExpressibleByDictionaryLiteral {
  /// Entitlements are known by text.
  public typealias Key = String
  /// The values they have.
  public typealias Value = EntitlementValue

  /// Of a key that is given twice, the later value counts.
  public init(dictionaryLiteral elements: (String, EntitlementValue)...) {
    self.init(Dictionary(elements) { _, later in later })
  }
}

extension EntitlementValue: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// True or false.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  /// Text.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// An array of text.
  public init(arrayLiteral elements: String...) {
    self = .strings(elements)
  }
}
