public import Foundation

/// The domain of every `LAError`.
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// Why an authentication did not succeed, or cannot.
public struct LAError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
  /// The reasons, by their published numbers.
  public enum Code: Int, Sendable {
    /// The person did not show that it is them.
    case authenticationFailed = -1
    /// The person declined.
    case userCancel = -2
    /// The person wants another way than the one offered.
    case userFallback = -3
    /// The system ended it.
    case systemCancel = -4
    /// There is no passcode: the keychain has no passphrase.
    case passcodeNotSet = -5
    /// There is no biometry.
    case biometryNotAvailable = -6
    /// Nobody is enrolled.
    case biometryNotEnrolled = -7
    /// Too many attempts failed.
    case biometryLockout = -8
    /// The program ended it.
    case appCancel = -9
    /// The context was invalidated.
    case invalidContext = -10
    /// There is no watch nearby.
    case watchNotAvailable = -11
    /// No accessory with biometry was ever paired.
    case biometryNotPaired = -12
    /// The accessory with biometry is not connected.
    case biometryDisconnected = -13
    /// What was embedded is of the wrong size.
    case invalidDimensions = -14
    /// Somebody would have to be asked, and that is not allowed.
    case notInteractive = -1004

    // The newer name has the number of the older one.
    /// There is no companion device nearby.
    public static var companionNotAvailable: Code { .watchNotAvailable }
    /// The older name of biometry's.
    public static var touchIDNotAvailable: Code { .biometryNotAvailable }
    /// The older name of biometry's.
    public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
    /// The older name of biometry's.
    public static var touchIDLockout: Code { .biometryLockout }
  }

  /// The reason.
  public let code: Code
  /// What it says in words, where that is not what its reason says.
  private let description: String?

  /// What the error says beside its reason: `NSLocalizedDescriptionKey`, in words.
  public var userInfo: [String: Any] { [NSLocalizedDescriptionKey: localizedDescription] }
  /// The same, as Foundation asks for it.
  public var errorUserInfo: [String: Any] { userInfo }

  /// An error with this reason.
  ///
  /// - Parameter userInfo: a description in words counts; there is no place for anything else.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    description = userInfo[NSLocalizedDescriptionKey] as? String
  }

  /// The domain of every one.
  public static var errorDomain: String { LAErrorDomain }
  /// The number of the reason.
  public var errorCode: Int { code.rawValue }
  /// The reason in words.
  public var errorDescription: String? { localizedDescription }
  /// The same, as sources for Apple's platforms ask for it.
  public var localizedDescription: String { description ?? code.words }
}

// Sources write `LAError.userCancel` for the code.
extension LAError {
  /// The person did not show that it is them.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// The person declined.
  public static var userCancel: Code { .userCancel }
  /// The person wants another way than the one offered.
  public static var userFallback: Code { .userFallback }
  /// The system ended it.
  public static var systemCancel: Code { .systemCancel }
  /// There is no passcode.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// There is no biometry.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// Nobody is enrolled.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// Too many attempts failed.
  public static var biometryLockout: Code { .biometryLockout }
  /// The older name of biometry's.
  public static var touchIDNotAvailable: Code { .biometryNotAvailable }
  /// The older name of biometry's.
  public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }
  /// The older name of biometry's.
  public static var touchIDLockout: Code { .biometryLockout }
  /// The program ended it.
  public static var appCancel: Code { .appCancel }
  /// The context was invalidated.
  public static var invalidContext: Code { .invalidContext }
  /// There is no watch nearby.
  public static var watchNotAvailable: Code { .watchNotAvailable }
  /// There is no companion device nearby.
  public static var companionNotAvailable: Code { .watchNotAvailable }
  /// No accessory with biometry was ever paired.
  public static var biometryNotPaired: Code { .biometryNotPaired }
  /// The accessory with biometry is not connected.
  public static var biometryDisconnected: Code { .biometryDisconnected }
  /// What was embedded is of the wrong size.
  public static var invalidDimensions: Code { .invalidDimensions }
  /// Somebody would have to be asked, and that is not allowed.
  public static var notInteractive: Code { .notInteractive }
}

/// Lets `catch LAError.userCancel` match an error.
public func ~= (code: LAError.Code, error: any Error) -> Bool {
  (error as? LAError)?.code == code
}

extension LAError.Code {
  // swift-format-ignore
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .authenticationFailed: "The authentication did not succeed."
    case .userCancel: "The person who was asked declined."
    case .userFallback: "The person who was asked wants another way."
    case .systemCancel: "The system ended the authentication."
    case .passcodeNotSet: "The keychain has no passphrase that could be asked for."
    case .biometryNotAvailable: "There is no biometry on this system."
    case .biometryNotEnrolled: "Nobody is enrolled for biometry."
    case .biometryLockout: "Biometry is shut after too many failed attempts."
    case .appCancel: "The program ended the authentication."
    case .invalidContext: "The context was invalidated."
    case .watchNotAvailable: "There is no companion device nearby."
    case .biometryNotPaired: "No accessory with biometry was ever paired."
    case .biometryDisconnected: "The accessory with biometry is not connected."
    case .invalidDimensions: "What was to be embedded has the wrong size."
    case .notInteractive: "Somebody would have to be asked, and that is not allowed."
    }
  }
}
