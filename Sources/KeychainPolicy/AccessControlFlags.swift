/// What must be true of whoever opens an item. The bits are those of `SecAccessControlCreateFlags`.
public struct AccessControlFlags: OptionSet, Hashable, Sendable {
  /// The bits, as `SecAccessControlCreateFlags` numbers them.
  public let rawValue: UInt64

  /// The flags whose bits are set, bits without a meaning among them.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Biometry or the passcode.
  public static let userPresence = AccessControlFlags(rawValue: 1 << 0)
  /// Any enrolled finger or face.
  public static let biometryAny = AccessControlFlags(rawValue: 1 << 1)
  /// The fingers or face enrolled when the item was made.
  public static let biometryCurrentSet = AccessControlFlags(rawValue: 1 << 3)
  /// The passphrase of the keychain.
  public static let devicePasscode = AccessControlFlags(rawValue: 1 << 4)
  /// A companion device nearby.
  public static let companion = AccessControlFlags(rawValue: 1 << 5)
  /// One of the constraints is enough.
  public static let or = AccessControlFlags(rawValue: 1 << 14)
  /// All constraints together.
  public static let and = AccessControlFlags(rawValue: 1 << 15)
  /// The key signs and decrypts; no constraint by itself.
  public static let privateKeyUsage = AccessControlFlags(rawValue: 1 << 30)
  /// A password of the application's own seals the item as well.
  public static let applicationPassword = AccessControlFlags(rawValue: 1 << 31)

  /// Two ways to ask for the same, of which an item has one at most.
  static let biometry: AccessControlFlags = [.biometryAny, .biometryCurrentSet]
  /// What has to be met before an item opens.
  static let constraints: AccessControlFlags = [
    .userPresence, .biometry, .devicePasscode, .companion, .applicationPassword,
  ]
  /// Every bit with a meaning.
  static let known: AccessControlFlags = [.constraints, .or, .and, .privateKeyUsage]
}
