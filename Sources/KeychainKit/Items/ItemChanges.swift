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
  /// The new protection class; it and `accessControl` exclude each other.
  public var accessible: ProtectionClass?
  /// A new protection class together with what must be met beside it.
  public var accessControl: AccessControl?
  /// Whether the item is to be meant for other devices too.
  public var isSynchronizable: Bool?

  /// Changes nothing yet.
  public init() {}

  /// Changes the secret and nothing else.
  public static func secret(_ secret: SecretBytes) -> ItemChanges {
    var changes = ItemChanges()
    changes.secret = secret
    return changes
  }

  /// What people are to call the item; nil leaves it.
  public var label: String? {
    get { attributes.text(.label) }
    set { attributes[.label] = newValue.map { .text($0) } }
  }

  /// A new remark; nil leaves it.
  public var comment: String? {
    get { attributes.text(.comment) }
    set { attributes[.comment] = newValue.map { .text($0) } }
  }
}
