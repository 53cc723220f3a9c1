/// What a person is asked to show.
///
/// There is no biometry on this system, and no watch: a policy that knows no other way cannot be met, and is never said
/// to have been.
public enum LAPolicy: Int, Sendable {
  /// Biometry alone.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// Biometry, or the passcode: here the passphrase of the keychain.
  case deviceOwnerAuthentication = 2
  /// A watch nearby alone.
  case deviceOwnerAuthenticationWithWatch = 3
  /// Biometry or a watch nearby.
  case deviceOwnerAuthenticationWithBiometricsOrWatch = 4
  /// The passcode of a watch that is worn.
  case deviceOwnerAuthenticationWithWristDetection = 5

  /// The newer name of the watch's.
  public static var deviceOwnerAuthenticationWithCompanion: LAPolicy { .deviceOwnerAuthenticationWithWatch }
  /// The newer name of biometry or the watch's.
  public static var deviceOwnerAuthenticationWithBiometricsOrCompanion: LAPolicy {
    .deviceOwnerAuthenticationWithBiometricsOrWatch
  }
}
