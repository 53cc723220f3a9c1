import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Backups: vectors")
struct BackupVectorTests {
  struct Item: Decodable {
    let itemClass: UInt8
    let uuid, metadata, secret, plaintext, message: Hex
    let deviceSecret, database, devicePart: Hex?
  }

  struct Omission: Decodable {
    let itemClass, protection, reason: UInt8
    let uuid: Hex
  }

  struct Manifest: Decodable {
    let items: [Int]
    let deviceBound, omitted: Int
    let listed: [Omission]
    let deviceSecretOf: Hex?
    let plaintext, message: Hex

    var manifest: BackupManifest {
      get throws {
        var manifest = BackupManifest()
        for (itemClass, count) in zip(ItemClass.allCases, items) where count > 0 {
          manifest.itemCounts[itemClass] = count
        }
        manifest.deviceBoundCount = deviceBound
        manifest.deviceSecretIdentifier = try deviceSecretOf?.identifier
        manifest.omittedCount = omitted
        manifest.omissions = try listed.map { omission in
          BackupManifest.Omission(
            itemClass: ItemClass(rawValue: omission.itemClass),
            protection: ProtectionClass(rawValue: omission.protection), identifier: try omission.uuid.identifier,
            reason: try #require(BackupManifest.Reason(rawValue: omission.reason)))
        }
        return manifest
      }
    }
  }

  struct Backup: Decodable {
    let name, passphrase: String
    let backup, streamKey, drawn, bytes: Hex
    let created: UInt64
    let ops: UInt32
    let mem: UInt64
    let items: [Item]
    let manifest: Manifest

    var limits: KeyDerivationLimits {
      KeyDerivationLimits(
        operations: 1...64, memoryByteCount: 8 << 10...4 << 30, workByteCount: 16 << 30, defaultOperations: ops,
        defaultMemoryByteCount: mem)
    }
  }

  struct File: Decodable { let backups: [Backup] }

  static func all() throws -> [Backup] { try Vectors.load("backup", as: File.self).backups }

  @Test(arguments: try 0..<all().count)
  func `a backup opens with its passphrase, item by item`(index: Int) throws {
    let vector = try Self.all()[index]
    let reader = try BackupReader(vector.bytes.bytes)
    #expect(reader.header.identifier == (try vector.backup.identifier))
    #expect(reader.header.createdMilliseconds == vector.created)
    let key = try reader.header.key(passphrase: SecretBytes(vector.passphrase), limits: vector.limits)
    #expect(key.copy == vector.streamKey.bytes)
    reader.begin(key)
    for expected in vector.items {
      guard case .item(let item) = try reader.next() else {
        Issue.record("an item is missing")
        return
      }
      #expect(item.itemClass.rawValue == expected.itemClass)
      #expect(item.uuid == (try expected.uuid.identifier))
      #expect(item.hasDevicePart == (expected.devicePart != nil))
      #expect(item.withMetadata { unsafe $0.withUnsafeBytes { unsafe Array($0) } } == expected.metadata.bytes)
      #expect(try secret(of: item, vector, expected) == expected.secret.bytes)
    }
    guard case .manifest(let manifest) = try reader.next() else {
      Issue.record("the manifest is missing")
      return
    }
    #expect(manifest == (try vector.manifest.manifest))
  }

  private func secret(of item: BackupItem, _ vector: Backup, _ expected: Item) throws -> [UInt8] {
    let bytes = item.withSecret { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
    guard let devicePart = expected.devicePart else { return bytes }
    #expect(bytes == devicePart.bytes)
    let part = try #require(item.withSecret { DevicePart(parsing: $0) })
    #expect(part.database == (try expected.database?.identifier))
    let place = DevicePart.Place(
      backup: try vector.backup.identifier, itemClass: item.itemClass, uuid: try expected.uuid.identifier)
    let deviceSecretBytes = try #require(expected.deviceSecret).bytes
    let deviceSecret = try #require(DeviceSecret(SecretBytes(deviceSecretBytes)))
    #expect(part.open(with: .random(), for: place) == nil)
    let elsewhere = DevicePart.Place(backup: .zero, itemClass: item.itemClass, uuid: place.uuid)
    #expect(part.open(with: deviceSecret, for: elsewhere) == nil)
    return try #require(part.open(with: deviceSecret, for: place)).copy
  }

  @Test(arguments: try 0..<all().count)
  func `the same random bytes make the same backup`(index: Int) throws {
    let vector = try Self.all()[index]
    let random = ScriptedRandom([vector.drawn.bytes])
    let sealer = try BackupSealer(
      passphrase: SecretBytes(vector.passphrase), createdMilliseconds: vector.created, limits: vector.limits,
      random: random.source)
    var bytes = sealer.head
    for item in vector.items { bytes += sealer.seal(try message(item, in: vector, sealer, random.source)) }
    bytes += sealer.seal(try vector.manifest.manifest)
    #expect(bytes == vector.bytes.bytes)
    #expect(random.isUsedUp)
  }

  private func message(
    _ item: Item, in vector: Backup, _ sealer: BackupSealer, _ random: RandomSource
  ) throws -> SecretBytes {
    let itemClass = try #require(ItemClass(rawValue: item.itemClass))
    let uuid = try item.uuid.identifier
    var secret = item.secret.bytes
    if let database = item.database, let bytes = item.deviceSecret {
      let place = DevicePart.Place(backup: sealer.identifier, itemClass: itemClass, uuid: uuid)
      let deviceSecret = try #require(DeviceSecret(SecretBytes(bytes.bytes)))
      secret = DevicePart.seal(
        unsafe secret.span.bytes, with: deviceSecret, of: try database.identifier, for: place, random: random)
    }
    let message = unsafe BackupItem.message(
      itemClass, uuid, hasDevicePart: item.database != nil, metadata: item.metadata.bytes.span.bytes,
      secret: secret.span.bytes)
    #expect(message.copy == item.plaintext.bytes)
    return message
  }
}

extension BackupReader {
  /// Reads a backup that lies in memory.
  convenience init(_ bytes: [UInt8]) throws(BackupError) {
    var rest = bytes[...]
    try unsafe self.init { (buffer: UnsafeMutableRawBufferPointer) throws(BackupError) in
      let taken = rest.prefix(buffer.count)
      unsafe buffer.copyBytes(from: taken)
      rest = rest.dropFirst(taken.count)
      return taken.count
    }
  }
}
