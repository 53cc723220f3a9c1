extension SecretBytes: ExpressibleByStringLiteral {
  /// The UTF-8 of a literal, so that examples and tests can write `secret: "correct horse"`.
  ///
  /// A literal stands in the program's own file for everybody to read, and wiping the copy here does not change that:
  /// real secrets come from a prompt, a file or the network, through `init(_:)` or `init(copying:)`.
  public convenience init(stringLiteral text: String) {
    self.init(text)
  }
}

extension String {
  /// The secret as text, byte for byte; nil where it is not UTF-8.
  ///
  /// Nobody can wipe a `String`: it is for the moment at which a secret leaves the program anyway, and `withBytes` for
  /// everything else.
  public init?(copying secret: SecretBytes) {
    let text = unsafe secret.withUnsafeBytes { bytes in unsafe String(validating: bytes, as: UTF8.self) }
    guard let text else { return nil }
    self = text
  }
}
