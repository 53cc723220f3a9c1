/// Which biometry a device has.
public enum LABiometryType: Int, Sendable {
  /// None: what every context here says.
  case none = 0
  /// Fingers.
  case touchID = 1
  /// A face.
  case faceID = 2
  /// Eyes.
  case opticID = 4

  /// The older name of none.
  @available(*, deprecated, renamed: "none")
  public static var LABiometryNone: LABiometryType { .none }
}
