import KeychainKit

/// What must be true of whoever opens an item.
public struct SecAccessControlCreateFlags: OptionSet, Hashable, Sendable {
  /// The bits, as everywhere.
  public let rawValue: CFOptionFlags

  /// The flags whose bits are set.
  public init(rawValue: CFOptionFlags) {
    self.rawValue = rawValue
  }

  private init(_ flags: AccessControlFlags) {
    rawValue = CFOptionFlags(flags.rawValue)
  }

  /// The same as KeychainKit knows it.
  var value: AccessControlFlags { AccessControlFlags(rawValue: UInt64(rawValue)) }

  /// Biometry or the passcode.
  public static let userPresence = Self(.userPresence)
  /// Any enrolled finger or face.
  public static let biometryAny = Self(.biometryAny)
  /// Any enrolled finger or face, by an older name.
  public static let touchIDAny = biometryAny
  /// The fingers or face enrolled when the item was made.
  public static let biometryCurrentSet = Self(.biometryCurrentSet)
  /// The fingers or face enrolled when the item was made, by an older name.
  public static let touchIDCurrentSet = biometryCurrentSet
  /// The passcode: here, the passphrase of the keychain.
  public static let devicePasscode = Self(.devicePasscode)
  /// A companion device nearby.
  public static let companion = Self(.companion)
  /// A companion device nearby, by an older name.
  public static let watch = companion
  /// One of the constraints is enough.
  public static let or = Self(.or)
  /// All constraints together.
  public static let and = Self(.and)
  /// The key signs and decrypts; no constraint by itself.
  public static let privateKeyUsage = Self(.privateKeyUsage)
  /// A password of the application's own seals the item as well.
  public static let applicationPassword = Self(.applicationPassword)
}
