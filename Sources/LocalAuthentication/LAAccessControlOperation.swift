/// What an access control is evaluated for.
public enum LAAccessControlOperation: Int, Sendable {
  /// Adding an item.
  case createItem = 0
  /// Reading or changing one.
  case useItem = 1
  /// Making a key.
  case createKey = 2
  /// Signing with one.
  case useKeySign = 3
  /// Decrypting with one.
  case useKeyDecrypt = 4
  /// Agreeing upon a key with one.
  case useKeyKeyExchange = 5
}
