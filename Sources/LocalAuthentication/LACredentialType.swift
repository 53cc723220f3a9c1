/// What kind of credential a context may hold.
public enum LACredentialType: Int, Sendable {
  /// The password of an item with `applicationPassword` in its access control.
  case applicationPassword = 0
  /// The PIN of a smart card, which nothing here asks for.
  case smartCardPIN = -3
}
