import KeychainSchema

/// The keys that the raw reference works with: those of one protection class of the product's keychain.
struct RawKeys {
  /// 32 bytes: what metadata boxes of the class and generation are sealed under.
  var metadataKey: [UInt8]
  /// 32 bytes: the same for secrets.
  var secretKey: [UInt8]
  /// 32 bytes: what tags and terms are hashed under.
  var termKey: [UInt8]
  var databaseIdentifier: Identifier
  var protection: ProtectionClass
  var generation: UInt32

  /// Keys of no keychain.
  static func random() -> RawKeys {
    var generator = SystemRandomNumberGenerator()
    func key() -> [UInt8] { (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) } }
    let database = Identifier(first: generator.next(), second: generator.next())
    return RawKeys(
      metadataKey: key(), secretKey: key(), termKey: key(), databaseIdentifier: database, protection: .whenUnlocked,
      generation: 1)
  }
}
