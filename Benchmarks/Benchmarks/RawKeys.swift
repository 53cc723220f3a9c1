import KeychainSchema

/// The keys that the raw reference works with: those of one protection class of the product's keychain.
struct RawKeys {
  /// 32 bytes: what metadata boxes of the class and generation are sealed under.
  var metadataKey: [UInt8]
  /// 32 bytes: the same for secrets.
  var secretKey: [UInt8]
  /// 32 bytes: what tags and terms are hashed under.
  var termKey: [UInt8]
  /// 32 bytes: what the state record is sealed under.
  var recordKey: [UInt8]
  /// 32 bytes: what the rows that it sums are hashed under.
  var rowKey: [UInt8]
  var databaseIdentifier: Identifier
  var protection: ProtectionClass
  var generation: UInt32
}
