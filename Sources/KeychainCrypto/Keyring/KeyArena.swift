import CSodium

/// The one piece of memory in which a keyring's keys lie: slots of 32 bytes, zero while unused.
@safe
final class KeyArena: Sendable {
  // The keyring's lock guards what is in it.
  let memory: LockedMemory
  private let slotCount: Int

  init(slotCount: Int) throws(KeybagError) {
    guard let memory = LockedMemory(byteCount: slotCount * Subkey.byteCount) else { throw .outOfMemory }
    self.memory = memory
    self.slotCount = slotCount
  }

  /// Where the key of a slot lies.
  func pointer(_ slot: Int) -> UnsafeMutableRawPointer {
    precondition((0..<slotCount).contains(slot), "the arena has the slot")
    return unsafe memory.pointer(slot * Subkey.byteCount)
  }

  func store(_ key: SecretBytes, in slot: Int) {
    precondition(key.count == Subkey.byteCount, "a slot holds one key")
    unsafe key.withUnsafeBytes { key in
      guard let key = key.baseAddress else { return }
      unsafe pointer(slot).copyMemory(from: key, byteCount: Subkey.byteCount)
    }
  }

  /// A copy of a slot's key.
  func key(in slot: Int) -> SecretBytes {
    unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: pointer(slot), count: Subkey.byteCount).bytes)
  }

  func erase(_ slot: Int) {
    unsafe sodium_memzero(pointer(slot), Subkey.byteCount)
  }

  /// Whether a slot is zero.
  func isErased(_ slot: Int) -> Bool {
    unsafe sodium_is_zero(pointer(slot).assumingMemoryBound(to: UInt8.self), Subkey.byteCount) == 1
  }
}
