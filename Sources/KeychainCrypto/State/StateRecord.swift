package import KeychainSchema

/// What a database says of itself: how often it was written, and which rows it has.
///
/// Layout in bytes: `epoch u64 ‖ rows of item u64 ‖ bag generation u64 ‖ anchored u8 ‖ verified epoch u64 ‖ sum 32`.
/// - Source: schema/README.md.
package struct StateRecord: Equatable, Sendable {
  static let byteCount = 8 + 8 + 8 + 1 + 8 + RowSum.byteCount

  /// One more with every transaction that writes.
  package var epoch: UInt64
  /// How many rows `item` has.
  package var itemCount: UInt64
  /// The generation of the key bag that was written last.
  package var keybagGeneration: UInt64
  /// Whether there is an anchor beside the device secret.
  package var isAnchored: Bool
  /// The epoch at which the rows were last compared with the sum.
  package var verifiedEpoch: UInt64
  /// The sum of every row.
  package var sum: RowSum

  /// A record of its parts.
  package init(
    epoch: UInt64, itemCount: UInt64, keybagGeneration: UInt64, isAnchored: Bool, verifiedEpoch: UInt64, sum: RowSum
  ) {
    self.epoch = epoch
    self.itemCount = itemCount
    self.keybagGeneration = keybagGeneration
    self.isAnchored = isAnchored
    self.verifiedEpoch = verifiedEpoch
    self.sum = sum
  }

  /// The record of a database without rows, under its first bag.
  package static func first(isAnchored: Bool) -> StateRecord {
    StateRecord(
      epoch: 1, itemCount: 0, keybagGeneration: 1, isAnchored: isAnchored, verifiedEpoch: 1, sum: RowSum())
  }

  func write(to writer: inout ByteWriter) {
    writer.append(epoch)
    writer.append(itemCount)
    writer.append(keybagGeneration)
    writer.append(UInt8(isAnchored ? 1 : 0))
    writer.append(verifiedEpoch)
    writer.append(sum)
  }

  /// Nil where the length or the flag is none that this version writes.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard unsafe bytes.count == Self.byteCount && bytes[24] <= 1 else { return nil }
    func number(_ offset: Int) -> UInt64 {
      unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    self.init(
      epoch: number(0), itemCount: number(8), keybagGeneration: number(16), isAnchored: unsafe bytes[24] == 1,
      verifiedEpoch: number(25), sum: unsafe RowSum(UnsafeRawBufferPointer(rebasing: bytes[33...])))
  }
}
