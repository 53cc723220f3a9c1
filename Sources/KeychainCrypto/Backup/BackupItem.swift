package import KeychainSchema

/// One item of a backup, opened: its memory is wiped when it goes.
///
/// `item class u8 | uuid 16 | flags u8 (1: device part) | zero 6 | lp(metadata records) | lp(secret records)`, both
/// padded as in their boxes; no secret has no bytes at all. A device part stands in the place of the secret where the
/// item's class is bound to a device.
package struct BackupItem: Sendable {
  static let headByteCount = 24
  private static let devicePartFlag: UInt8 = 1
  /// What the two lengths take.
  private static let lengthByteCount = 8

  /// The class of the item.
  package let itemClass: ItemClass
  /// Its name for good, where it came from.
  package let uuid: Identifier
  /// Whether `withSecret` gives a device part.
  package let hasDevicePart: Bool
  private let message: SecretBytes
  private let metadata: Range<Int>
  private let secret: Range<Int>

  /// Takes a message apart.
  ///
  /// - Throws: `.damaged` or `.newer`.
  init(parsing message: SecretBytes) throws(BackupError) {
    self.message = message
    do {
      (itemClass, uuid, hasDevicePart, metadata, secret) = try unsafe message.withUnsafeBytes {
        (buffer) throws(KeybagError) in
        var reader = unsafe ByteReader(buffer)
        return try Self.fields(&reader)
      }
    } catch {
      throw BackupError(error)
    }
  }

  private static func fields(
    _ reader: inout ByteReader
  ) throws(KeybagError) -> (ItemClass, Identifier, Bool, Range<Int>, Range<Int>) {
    let code = try reader.integer(UInt8.self)
    let uuid = try reader.identifier()
    let flags = try reader.integer(UInt8.self)
    let zeros = (try reader.integer(UInt16.self), try reader.integer(UInt32.self))
    guard let itemClass = ItemClass(rawValue: code), flags & ~devicePartFlag == 0, zeros == (0, 0) else {
      throw .newer
    }
    let metadata = try reader.range(Int(reader.integer(UInt32.self)))
    let secret = try reader.range(Int(reader.integer(UInt32.self)))
    guard reader.isAtEnd else { throw .damaged }
    return (itemClass, uuid, flags == devicePartFlag, metadata, secret)
  }

  /// Lends the padded records of the metadata.
  package func withMetadata<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try message.withBytes { (bytes) throws(Failure) in try body(bytes.extracting(metadata)) }
  }

  /// Lends the padded records of the secret, or the device part; no bytes where there is no secret.
  package func withSecret<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try message.withBytes { (bytes) throws(Failure) in try body(bytes.extracting(secret)) }
  }
}

extension BackupItem {
  /// A message in the making: what `BackupSealer` seals.
  package static func message(
    _ itemClass: ItemClass, _ uuid: Identifier, hasDevicePart: Bool, metadata: RawSpan, secret: RawSpan
  ) -> SecretBytes {
    let byteCount = headByteCount + lengthByteCount + metadata.byteCount + secret.byteCount
    return unsafe SecretBytes(byteCount: byteCount) { (memory: UnsafeMutableRawBufferPointer) in
      var writer = unsafe ByteWriter(memory)
      writer.append(itemClass.rawValue)
      writer.append(uuid)
      writer.append(hasDevicePart ? devicePartFlag : 0)
      writer.appendZeros(6)
      writer.append(UInt32(metadata.byteCount))
      writer.append(metadata)
      writer.append(UInt32(secret.byteCount))
      writer.append(secret)
      return byteCount
    }
  }
}
