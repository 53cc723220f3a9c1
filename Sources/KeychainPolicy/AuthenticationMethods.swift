/// The ways in which a person shows that it is them.
public struct AuthenticationMethods: OptionSet, Hashable, Sendable {
  /// One bit a method.
  public let rawValue: UInt8

  /// The methods whose bits are set.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// They know the passphrase of the keychain, which stands for a device's passcode.
  public static let passcode = AuthenticationMethods(rawValue: 1)
  /// A finger or a face.
  ///
  /// Which fingers were enrolled when an item was made is not recorded here: whoever offers the method answers for
  /// `biometryCurrentSet` as it does for `biometryAny`.
  public static let biometry = AuthenticationMethods(rawValue: 2)
  /// A companion device nearby.
  public static let companion = AuthenticationMethods(rawValue: 4)

  /// Every method there is.
  public static let all: AuthenticationMethods = [.passcode, .biometry, .companion]
}
