package import KeychainSchema

/// How far a database had come when this was written: what stands outside of it, so that an older file is known.
///
/// Layout in bytes, 64 together: `"KCAN" | version u16 = 1 | zero u16 | db uuid 16 | epoch u64 | mac 32`.
/// - Source: schema/README.md.
package struct Anchor: Equatable, Sendable {
  package static let byteCount = 64
  static let macByteCount = 32
  private static let version: UInt16 = 1

  /// The database it is about.
  package let databaseIdentifier: Identifier
  /// The epoch of the record it was made from.
  package let epoch: UInt64
  let mac: [UInt8]

  init(databaseIdentifier: Identifier, epoch: UInt64, mac: [UInt8]) {
    self.databaseIdentifier = databaseIdentifier
    self.epoch = epoch
    self.mac = mac
  }

  /// Nil where the bytes are no anchor of this version; whose it is and whether it is right the keyring says.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.head) else { return nil }
    guard let identifier = Identifier([UInt8](bytes[8..<24])) else { return nil }
    databaseIdentifier = identifier
    epoch = bytes[24..<32].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mac = [UInt8](bytes[32...])
  }

  /// The 64 bytes.
  package var bytes: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      writer.append(Self.head)
      writer.append(databaseIdentifier)
      writer.append(epoch)
      writer.append(mac)
      count = writer.count
    }
  }

  private static let head = [UInt8]("KCAN".utf8) + [UInt8(version), UInt8(version >> 8), 0, 0]
}
