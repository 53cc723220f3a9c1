package import KeychainSchema

/// Makes the bytes of a backup, front to back: its header, a message an item, the manifest.
///
/// One thread at a time. Where they go is the caller's.
package final class BackupSealer {
  private let header: BackupHeader
  private let stream: SecretStream
  private var isFirst = true

  /// Begins a backup. Argon2id takes most of a second at the default cost.
  package convenience init(
    passphrase: SecretBytes, createdMilliseconds: UInt64, limits: KeyDerivationLimits
  ) throws(BackupError) {
    try self.init(
      passphrase: passphrase, createdMilliseconds: createdMilliseconds, limits: limits, random: .system)
  }

  init(
    passphrase: SecretBytes, createdMilliseconds: UInt64, limits: KeyDerivationLimits, random: RandomSource
  ) throws(BackupError) {
    let key: SecretBytes
    (header, key) = try BackupHeader.make(
      passphrase: passphrase, createdMilliseconds: createdMilliseconds, limits: limits, random: random)
    stream = header.stream(key)
  }

  /// What device parts are bound to.
  package var identifier: Identifier { header.identifier }

  /// What the file begins with.
  package var head: [UInt8] { header.bytes }

  /// The next item: `length u32 ‖ message`.
  package func seal(_ message: SecretBytes) -> [UInt8] {
    message.withBytes { frame($0, .message) }
  }

  /// The end of the backup. Nothing may follow it.
  package func seal(_ manifest: BackupManifest) -> [UInt8] {
    unsafe frame(manifest.encoded.span.bytes, .final)
  }

  private func frame(_ plaintext: RawSpan, _ tag: SecretStream.Tag) -> [UInt8] {
    precondition(plaintext.byteCount <= BackupReader.messageLimit, "a reader takes what is written")
    let associated = isFirst ? header.bytes : []
    isFirst = false
    let byteCount = plaintext.byteCount + SecretStream.overhead
    return unsafe [UInt8](unsafeUninitializedCapacity: 4 + byteCount) { buffer, count in
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: 4 + byteCount)
      guard let start = buffer.baseAddress else { return }
      unsafe start.storeBytes(of: UInt32(byteCount).littleEndian, as: UInt32.self)
      unsafe plaintext.withUnsafeBytes { plaintext in
        unsafe associated.withUnsafeBytes { associated in
          unsafe stream.push(plaintext, associated: associated, tag, into: start + 4)
        }
      }
      count = 4 + byteCount
    }
  }
}
