public import KeychainSchema

/// What a backup holds, and what of its keychain it does not, and why.
///
/// The device secret is in no backup. It lies where copies of documents do not reach, so the manifest names it: without
/// it the items that are bound to the device open nowhere.
public struct BackupManifest: Sendable, Equatable {
  /// Why an item was left out.
  public enum Reason: UInt8, Sendable, CaseIterable {
    /// Its key was not there: the keychain was locked for it.
    case locked = 1
    /// It needs a passcode (`akpu`), and leaves its device in no form.
    case needsPasscode = 2
    /// It asks for a person or a password of its own before it opens.
    case asksForPerson = 3
    /// It stands for something on a hardware token.
    case onToken = 4
    /// It is in a sharing group that the caller does not see.
    case notVisible = 5
    /// It could not be read.
    case unreadable = 6
    /// A newer version wrote it.
    case newerVersion = 7
    /// Its key was destroyed, or no key bag knows it.
    case keyMissing = 8
    /// It lies in quarantine alone: it could not be read when every item was sealed anew.
    case quarantined = 9
  }

  /// An item that was left out.
  public struct Omission: Sendable, Hashable {
    /// Nil where not even that could be told.
    public let itemClass: ItemClass?
    /// Nil where not even that could be told.
    public let protection: ProtectionClass?
    /// Names the item in its keychain.
    public let identifier: Identifier
    /// Why.
    public let reason: Reason

    package init(itemClass: ItemClass?, protection: ProtectionClass?, identifier: Identifier, reason: Reason) {
      self.itemClass = itemClass
      self.protection = protection
      self.identifier = identifier
      self.reason = reason
    }
  }

  /// How many items of each class it holds.
  public var itemCounts: [ItemClass: Int] = [:]
  /// How many of them only the device opens from which they came.
  public var deviceBoundCount = 0
  /// Names the keychain whose device secret the device parts are sealed with; nil where the keychain has none, being
  /// portable or in memory.
  package var deviceSecretIdentifier: Identifier?
  /// How many items were left out.
  public var omittedCount = 0
  /// Those that were left out, the first half million of them.
  public var omissions: [Omission] = []

  /// Of nothing.
  package init() {}

  /// How many items it holds.
  public var itemCount: Int { itemCounts.values.reduce(0, +) }

  /// The name of the device secret's file in the state folder, and of a credential that stands for it; nil where the
  /// keychain has none.
  public var deviceSecretName: String? { deviceSecretIdentifier.map(DeviceSecretFile.name) }

  /// Whether it holds every item of its keychain.
  public var isComplete: Bool { omittedCount == 0 }

  /// Counts an item that it holds.
  package mutating func note(_ itemClass: ItemClass, isDeviceBound: Bool) {
    itemCounts[itemClass, default: 0] += 1
    if isDeviceBound { deviceBoundCount += 1 }
  }

  /// Counts an item that was left out.
  package mutating func note(_ omission: Omission) {
    omittedCount += 1
    if omissions.count < Self.omissionLimit { omissions.append(omission) }
  }

  private static let omissionLimit = 500_000
}

// MARK: - Its bytes

extension BackupManifest {
  private static let headByteCount = 44
  private static let omissionByteCount = 20

  /// `items u32 of each class from 1 to 4 | with a device part u32 | left out u32 | listed u32 | keychain of the device
  /// secret 16 (zeros: none) | of each listed: item class u8 (0: unknown) | protection u8 (0: unknown) | reason u8 |
  /// zero u8 | uuid 16`.
  package var encoded: [UInt8] {
    let byteCount = Self.headByteCount + omissions.count * Self.omissionByteCount
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: byteCount))
      for itemClass in ItemClass.allCases { writer.append(UInt32(clamping: itemCounts[itemClass] ?? 0)) }
      writer.append(UInt32(clamping: deviceBoundCount))
      writer.append(UInt32(clamping: omittedCount))
      writer.append(UInt32(clamping: omissions.count))
      writer.append(deviceSecretIdentifier ?? .zero)
      for omission in omissions {
        writer.append(omission.itemClass?.rawValue ?? 0)
        writer.append(omission.protection?.rawValue ?? 0)
        writer.append(omission.reason.rawValue)
        writer.append(UInt8(0))
        writer.append(omission.identifier)
      }
      count = writer.count
    }
  }

  /// Reads the last message of a backup.
  ///
  /// - Throws: `.damaged`; `.newer` where something has no meaning to this version.
  package init(parsing message: SecretBytes) throws(BackupError) {
    do {
      self = try unsafe message.withUnsafeBytes { (buffer) throws(KeybagError) in
        try unsafe Self.parsed(buffer)
      }
    } catch {
      throw BackupError(error)
    }
  }

  private static func parsed(_ buffer: UnsafeRawBufferPointer) throws(KeybagError) -> BackupManifest {
    var reader = unsafe ByteReader(buffer)
    var manifest = BackupManifest()
    for itemClass in ItemClass.allCases {
      let count = Int(try reader.integer(UInt32.self))
      if count > 0 { manifest.itemCounts[itemClass] = count }
    }
    manifest.deviceBoundCount = Int(try reader.integer(UInt32.self))
    manifest.omittedCount = Int(try reader.integer(UInt32.self))
    let listed = Int(try reader.integer(UInt32.self))
    let keychain = try reader.identifier()
    if keychain != .zero { manifest.deviceSecretIdentifier = keychain }
    guard buffer.count == headByteCount + listed * omissionByteCount, listed <= manifest.omittedCount else {
      throw .damaged
    }
    for _ in 0..<listed { manifest.omissions.append(try Omission(parsing: &reader)) }
    return manifest
  }
}

extension BackupManifest.Omission {
  fileprivate init(parsing reader: inout ByteReader) throws(KeybagError) {
    let codes = (
      try reader.integer(UInt8.self), try reader.integer(UInt8.self), try reader.integer(UInt8.self),
      try reader.integer(UInt8.self)
    )
    itemClass = ItemClass(rawValue: codes.0)
    protection = ProtectionClass(rawValue: codes.1)
    guard let reason = BackupManifest.Reason(rawValue: codes.2), codes.3 == 0, itemClass != nil || codes.0 == 0,
      protection != nil || codes.1 == 0
    else { throw .newer }
    self.reason = reason
    identifier = try reader.identifier()
  }
}

extension BackupManifest.Reason: CustomStringConvertible {
  /// The end of a sentence about items that were left out.
  public var description: String {
    switch self {
    case .locked: "because the keychain is locked for them"
    case .needsPasscode: "because they need a passcode on this device"
    case .asksForPerson: "because they ask for a person"
    case .onToken: "because they are on a hardware token"
    case .notVisible: "because they are in groups that are not to be seen"
    case .unreadable: "because they cannot be read"
    case .newerVersion: "because a newer version wrote them"
    case .keyMissing: "because their key is gone"
    case .quarantined: "because they are in quarantine"
    }
  }
}
