import CSodium

/// The library behind every primitive of this module.
package enum Sodium {
  private static let outcome = sodium_init()

  /// Makes the library ready, once a process; later calls cost one load.
  package static func initialize() {
    // -1 means that the system gives no random numbers: nothing that seals may run then.
    precondition(outcome >= 0, "libsodium cannot be initialized")
  }

  /// Overwrites memory with zeros in a way the optimizer keeps.
  @usableFromInline
  package static func erase(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let base = buffer.baseAddress else { return }
    unsafe sodium_memzero(base, buffer.count)
  }

  /// Compares in a time that depends on the count only; different counts are unequal at once.
  package static func areEqual(_ left: RawSpan, _ right: RawSpan) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    return unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        // Only empty buffers have no address, and those are equal.
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return unsafe sodium_memcmp(first, second, left.count) == 0
      }
    }
  }
}
