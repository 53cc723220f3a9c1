import CSodium

/// crypto_secretstream_xchacha20poly1305: messages in one order under one key, each `tag and ciphertext n + 1 ‖ mac
/// 16`.
///
/// A message that was changed, left out, repeated or moved does not open, and neither does any behind it.
/// - Source: libsodium's documentation; draft-irtf-cfrg-xchacha-03 for the key of the stream.
@safe
final class SecretStream {
  static let headerByteCount = 24
  /// What a message has beyond its plaintext.
  static let overhead = 17

  /// Whether more follows.
  enum Tag: UInt8 {
    case message = 0
    case final = 3
  }

  // The state holds a key: it lies in memory of its own, so that it can be wiped.
  private let state: UnsafeMutablePointer<crypto_secretstream_xchacha20poly1305_state>

  /// Both directions begin alike, so that whoever writes may draw the header from a source of its own.
  init(key: SecretBytes, header: RawSpan) {
    precondition(
      key.count == Subkey.byteCount && header.byteCount == Self.headerByteCount, "a stream has key and header")
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: crypto_secretstream_xchacha20poly1305_state())
    unsafe header.withUnsafeBytes { header in
      unsafe key.withUnsafeBytes { key in
        guard let header = header.baseAddress, let key = key.baseAddress else { return }
        unsafe crypto_secretstream_xchacha20poly1305_init_pull(
          state, header.assumingMemoryBound(to: UInt8.self), key.assumingMemoryBound(to: UInt8.self))
      }
    }
  }

  deinit {
    unsafe Sodium.erase(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: state, count: 1)))
    unsafe state.deallocate()
  }

  /// Writes `plaintext.count + 17` bytes to `output`.
  func push(
    _ plaintext: UnsafeRawBufferPointer, associated: UnsafeRawBufferPointer, _ tag: Tag,
    into output: UnsafeMutableRawPointer
  ) {
    unsafe crypto_secretstream_xchacha20poly1305_push(
      state, output.assumingMemoryBound(to: UInt8.self), nil,
      plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(plaintext.count),
      associated.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(associated.count), tag.rawValue)
  }

  /// Writes `sealed.count - 17` bytes to `output`, and gives the tag's number; nil where the message does not open.
  func pull(
    _ sealed: UnsafeRawBufferPointer, associated: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer
  ) -> UInt8? {
    guard sealed.count >= Self.overhead, let start = sealed.baseAddress else { return nil }
    var tag: UInt8 = 0
    let failed = unsafe crypto_secretstream_xchacha20poly1305_pull(
      state, output.assumingMemoryBound(to: UInt8.self), nil, &tag, start.assumingMemoryBound(to: UInt8.self),
      UInt64(sealed.count), associated.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(associated.count))
    return failed == 0 ? tag : nil
  }
}
