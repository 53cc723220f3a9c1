import KeychainSchema

/// The first 56 bytes of a slot: how its key is come by and what it opens.
///
/// `kind u8 | opens u8 | ds u8 | flags u8 | ops u32 | mem u64 (bytes) | salt 16 | slot uuid 16 | zero 8`
struct SlotParameters: Sendable {
  static let byteCount = 56

  /// Whose secret the slot wants.
  enum Kind: UInt8, Sendable {
    case passphrase = 1
    case recoveryCode = 2
    case device = 3
    case externalSecret = 4
    /// MK_user itself, which so leads to MK_dev.
    case link = 5
  }

  /// Which master key the slot gives.
  enum MasterKey: UInt8, Sendable {
    case user = 1
    case device = 2
  }

  let kind: Kind
  let opens: MasterKey
  let bindsDeviceSecret: Bool
  /// The cost and salt of a passphrase; zeros in every other kind.
  let derivation: PasswordHash.Parameters
  let identifier: Identifier

  func write(to writer: inout ByteWriter) {
    writer.append(kind.rawValue)
    writer.append(opens.rawValue)
    writer.append(UInt8(bindsDeviceSecret ? 1 : 0))
    writer.append(UInt8(0))
    writer.append(derivation.operations)
    writer.append(derivation.memoryByteCount)
    writer.append(derivation.salt)
    writer.append(identifier)
    writer.append(UInt64(0))
  }
}

extension SlotParameters {
  /// Reads parameters whose bytes the digest has confirmed.
  init(parsing reader: inout ByteReader) throws(KeybagError) {
    let codes = (try reader.integer(UInt8.self), try reader.integer(UInt8.self))
    guard let kind = Kind(rawValue: codes.0), let opens = MasterKey(rawValue: codes.1) else { throw .newer }
    self.kind = kind
    self.opens = opens
    let binds = try reader.integer(UInt8.self)
    guard binds <= 1, try reader.integer(UInt8.self) == 0 else { throw .newer }
    bindsDeviceSecret = binds == 1
    let operations = try reader.integer(UInt32.self)
    let memoryByteCount = try reader.integer(UInt64.self)
    derivation = PasswordHash.Parameters(
      salt: try reader.identifier(), operations: operations, memoryByteCount: memoryByteCount)
    identifier = try reader.identifier()
    guard try reader.integer(UInt64.self) == 0 else { throw .newer }
    try judge()
  }

  /// What a kind may open and whether the device secret takes part.
  private func judge() throws(KeybagError) {
    let isSound =
      switch kind {
      case .passphrase, .externalSecret: opens == .user
      case .recoveryCode: opens == .user && !bindsDeviceSecret
      case .device: bindsDeviceSecret
      case .link: opens == .device && !bindsDeviceSecret
      }
    guard isSound else { throw .damaged }
    guard kind == .passphrase || derivation.isZero else { throw .newer }
  }
}

extension PasswordHash.Parameters {
  static let zero = PasswordHash.Parameters(salt: .zero, operations: 0, memoryByteCount: 0)

  var isZero: Bool { salt == .zero && operations == 0 && memoryByteCount == 0 }
}
