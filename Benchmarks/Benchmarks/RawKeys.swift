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
}
