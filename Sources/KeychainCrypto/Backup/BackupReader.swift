import KeychainSchema

/// Reads a backup front to back, judging each message before any of it is used.
///
/// No bytes make it trap. One thread at a time.
@safe
package final class BackupReader {
  /// Fills as much of the memory as there are bytes left; fewer than asked for: the backup ends there.
  package typealias Source = (UnsafeMutableRawBufferPointer) throws(BackupError) -> Int

  /// What comes next.
  package enum Content {
    case item(BackupItem)
    case manifest(BackupManifest)
  }

  /// More than the largest item: metadata of 1 MiB and secrets of 16 MiB, with heads and padding.
  package static let messageLimit = RecordCoding.secretLimit + RecordCoding.metadataLimit + (64 << 10)

  /// What the file begins with.
  package let header: BackupHeader
  private let source: Source
  private var stream: SecretStream?
  private var isFirst = true

  /// Reads the header.
  ///
  /// - Throws: `.notABackup`, `.truncated`, `.newer`, `.damaged`; what `source` throws.
  package init(_ source: @escaping Source) throws(BackupError) {
    unsafe self.source = source
    header = try BackupHeader(parsing: unsafe Self.bytes(upTo: BackupHeader.byteCount, source))
  }

  /// Goes on with the key that `header.key` gave.
  package func begin(_ key: SecretBytes) {
    stream = header.stream(key)
    isFirst = true
  }

  /// The next message; the manifest is the last, and nothing may follow it.
  package func next() throws(BackupError) -> Content {
    guard let stream else { throw .damaged }
    let (message, tag) = try opened(by: stream)
    switch SecretStream.Tag(rawValue: tag) {
    case .message: return .item(try BackupItem(parsing: message))
    case .final:
      guard try unsafe Self.bytes(upTo: 1, source).isEmpty else { throw .damaged }
      self.stream = nil
      return .manifest(try BackupManifest(parsing: message))
    case nil: throw .newer
    }
  }

  private func opened(by stream: SecretStream) throws(BackupError) -> (SecretBytes, UInt8) {
    let sealed = try sealedMessage()
    let associated = isFirst ? header.bytes : []
    isFirst = false
    var tag: UInt8?
    let message = unsafe SecretBytes(byteCount: sealed.count - SecretStream.overhead) {
      (memory: UnsafeMutableRawBufferPointer) in
      unsafe sealed.withUnsafeBytes { sealed in
        unsafe associated.withUnsafeBytes { associated in
          // Where nothing was sealed there is no output; the library still wants an address.
          guard let output = unsafe memory.baseAddress ?? UnsafeMutableRawPointer(mutating: sealed.baseAddress) else {
            return
          }
          tag = unsafe stream.pull(sealed, associated: associated, into: output)
        }
      }
      return memory.count
    }
    guard let tag else { throw .damaged }
    return (message, tag)
  }

  private func sealedMessage() throws(BackupError) -> [UInt8] {
    let head = try bytes(4)
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (SecretStream.overhead...Self.messageLimit + SecretStream.overhead).contains(count) else { throw .damaged }
    return try bytes(count)
  }

  private func bytes(_ count: Int) throws(BackupError) -> [UInt8] {
    let bytes = try unsafe Self.bytes(upTo: count, source)
    guard bytes.count == count else { throw .truncated }
    return bytes
  }

  /// As many as there are left.
  private static func bytes(upTo count: Int, _ source: Source) throws(BackupError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let read = try unsafe span.withUnsafeMutableBytes { (buffer) throws(BackupError) in try unsafe source(buffer) }
    bytes.removeLast(count - read)
    return bytes
  }
}
