/// Eight ASCII bytes that keep one use of a key apart from every other.
struct Label: Sendable {
  /// The bytes, as they lie in memory.
  let value: UInt64

  init(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount == 8, "a label has eight bytes")
    value = unsafe UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt64.self)
  }
}

extension Label {
  // Contexts of key derivation.
  static let body = Label("kcbody01")
  static let slot = Label("kcslot01")
  static let link = Label("kclink01")
  static let term = Label("kcterm01")
  static let state = Label("kcstate1")
  static let backup = Label("kcback01")
  static let metadataKey = Label("kcmeta01")
  static let secretKey = Label("kcsecr01")
  // Heads of associated data that is built on the way of a lookup.
  static let metadata = Label("kc1.meta")
  static let secret = Label("kc1.secr")
}
