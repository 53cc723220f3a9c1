public import KeychainCrypto
public import KeychainPolicy
public import KeychainSchema

/// What an update changes; what is not named stays.
public struct ItemChanges: Sendable {
  /// Attributes with their new values; an attribute cannot be taken away.
  public var attributes = AttributeSet()
  /// The new secret.
  public var secret: SecretBytes?
  /// The group to move the item to; the caller must hold it.
  public var accessGroup: String?
  public var accessible: ProtectionClass?
  public var accessControl: AccessControl?
  public var isSynchronizable: Bool?

  public init() {}

  /// Changes the secret and nothing else.
  public static func secret(_ secret: SecretBytes) -> ItemChanges {
    var changes = ItemChanges()
    changes.secret = secret
    return changes
  }

  public var label: String? {
    get { attributes.text(.label) }
    set { attributes[.label] = newValue.map { .text($0) } }
  }

  public var comment: String? {
    get { attributes.text(.comment) }
    set { attributes[.comment] = newValue.map { .text($0) } }
  }
}
