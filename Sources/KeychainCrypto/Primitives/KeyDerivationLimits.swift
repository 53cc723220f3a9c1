/// What Argon2id may cost: the bounds within which a stored cost is believed, and the cost of what is new.
///
/// The bounds keep a changed file from asking for no work at all or for all of the machine's memory.
package struct KeyDerivationLimits: Sendable {
  /// Passes over the memory that are believed.
  let operations: ClosedRange<UInt32>
  /// Bytes of memory that are believed.
  let memoryByteCount: ClosedRange<UInt64>
  /// The most that passes times bytes may be.
  let workByteCount: UInt64
  /// Passes for a new slot.
  let defaultOperations: UInt32
  /// Bytes of memory for a new slot.
  let defaultMemoryByteCount: UInt64

  /// 1 to 64 passes over 64 MiB to 4 GiB, 16 GiB together; new slots take 3 passes over 256 MiB.
  package static let standard = KeyDerivationLimits(
    operations: 1...64, memoryByteCount: 64 << 20...4 << 30, workByteCount: 16 << 30,
    defaultOperations: 3, defaultMemoryByteCount: 256 << 20)

  #if DEBUG
    /// One pass over 8 KiB, so that tests are fast. A release build has no such limits.
    package static let testing = KeyDerivationLimits(
      operations: 1...64, memoryByteCount: 8 << 10...4 << 30, workByteCount: 16 << 30,
      defaultOperations: 1, defaultMemoryByteCount: 8 << 10)

    /// As `testing`, after the defaults have risen.
    package static let testingDearer = KeyDerivationLimits(
      operations: 1...64, memoryByteCount: 8 << 10...4 << 30, workByteCount: 16 << 30,
      defaultOperations: 2, defaultMemoryByteCount: 8 << 10)
  #endif

  /// Whether a stored cost may be paid.
  func allow(operations: UInt32, memoryByteCount: UInt64) -> Bool {
    self.operations.contains(operations) && self.memoryByteCount.contains(memoryByteCount)
      && UInt64(operations) * memoryByteCount <= workByteCount
  }
}
