import KeychainSchema

/// The first 72 bytes of a key bag.
///
/// `"KCBG" | version u16 = 1 | type u16 = 0 | bag uuid 16 | generation u64 | ds id 16 (zeros: portable) | db uuid 16 |
/// nslots u16 | ndev u16 | nfirst u16 | nuser u16`
struct KeybagHeader: Sendable {
  static let byteCount = 72
  static let magic: StaticString = "KCBG"
  static let version: UInt16 = 1
  static let slotLimit = 16
  static let entryLimit = 256

  var bagIdentifier: Identifier
  /// Grows with every change; 1 in a new bag.
  var generation: UInt64
  var deviceSecretIdentifier: Identifier
  var databaseIdentifier: Identifier
  var slotCount = 0
  var deviceEntryCount = 0
  var firstEntryCount = 0
  var userEntryCount = 0

  var isPortable: Bool { deviceSecretIdentifier == .zero }

  func entryCount(of body: KeybagBody) -> Int {
    switch body {
    case .device: deviceEntryCount
    case .first: firstEntryCount
    case .user: userEntryCount
    }
  }

  /// The whole bag's count of bytes.
  var keybagByteCount: Int {
    bodyStart(.user) + KeybagImage.bodyByteCount(userEntryCount) + KeybagImage.digestByteCount
  }

  /// Where the body's nonce begins.
  func bodyStart(_ body: KeybagBody) -> Int {
    switch body {
    case .device: Self.byteCount + slotCount * KeybagSlot.byteCount
    case .first: bodyStart(.device) + KeybagImage.bodyByteCount(deviceEntryCount)
    case .user: bodyStart(.first) + KeybagImage.bodyByteCount(firstEntryCount)
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.append(Self.magic)
    writer.append(Self.version)
    writer.append(UInt16(0))
    writer.append(bagIdentifier)
    writer.append(generation)
    writer.append(deviceSecretIdentifier)
    writer.append(databaseIdentifier)
    for count in [slotCount, deviceEntryCount, firstEntryCount, userEntryCount] { writer.append(UInt16(count)) }
  }
}

extension KeybagHeader {
  /// Reads a header whose bytes the digest has confirmed.
  init(parsing reader: inout ByteReader) throws(KeybagError) {
    guard reader.skip(Self.magic) else { throw .damaged }
    guard try reader.integer(UInt16.self) == Self.version, try reader.integer(UInt16.self) == 0 else { throw .newer }
    bagIdentifier = try reader.identifier()
    generation = try reader.integer(UInt64.self)
    deviceSecretIdentifier = try reader.identifier()
    databaseIdentifier = try reader.identifier()
    slotCount = Int(try reader.integer(UInt16.self))
    deviceEntryCount = Int(try reader.integer(UInt16.self))
    firstEntryCount = Int(try reader.integer(UInt16.self))
    userEntryCount = Int(try reader.integer(UInt16.self))
    guard slotCount <= Self.slotLimit, deviceEntryCount + firstEntryCount + userEntryCount <= Self.entryLimit else {
      throw .damaged
    }
  }
}
