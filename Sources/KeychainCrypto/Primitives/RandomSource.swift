import CSodium
package import KeychainSchema

/// Random bytes for callers outside this module.
package enum RandomBytes {
  /// A fresh random identifier.
  package static func identifier() -> Identifier {
    RandomSource.system.identifier()
  }

  /// Fills the memory with random bytes.
  package static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe RandomSource.system.fill(buffer)
  }
}

/// Where keys, salts and nonces are drawn from: the system, or in a test what a vector prescribes.
@safe
struct RandomSource: Sendable {
  typealias Fill = @Sendable (UnsafeMutableRawBufferPointer) -> Void

  /// The system's random numbers; the only source outside tests.
  static let system = unsafe RandomSource(scripted: nil)

  private let scripted: Fill?

  /// A source that gives what `scripted` writes.
  init(scripted: Fill?) {
    unsafe self.scripted = scripted
  }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    if let scripted = unsafe scripted { return unsafe scripted(buffer) }
    Sodium.initialize()
    guard let base = buffer.baseAddress else { return }
    unsafe randombytes_buf(base, buffer.count)
  }

  func identifier() -> Identifier {
    var pair: (UInt64, UInt64) = (0, 0)
    unsafe withUnsafeMutableBytes(of: &pair) { unsafe fill($0) }
    return Identifier(first: pair.0, second: pair.1)
  }

  func secret(byteCount: Int) -> SecretBytes {
    unsafe SecretBytes(byteCount: byteCount) { (memory: UnsafeMutableRawBufferPointer) in
      unsafe fill(memory)
      return byteCount
    }
  }
}
