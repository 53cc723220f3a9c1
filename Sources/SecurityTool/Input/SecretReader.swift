import Glibc
import KeychainKit

/// Reads secrets from a file descriptor; no byte of them stays in memory that is not wiped.
struct SecretReader {
  let descriptor: Int32
  /// More than any secret or line of commands has.
  private static let limit = 16 << 20

  /// The bytes up to the end of the line, without it; nil at the end of the input.
  ///
  /// Bytes are taken one at a time: what follows the line stays in the descriptor for whoever reads next.
  func line() throws(CommandFailure) -> SecretBytes? {
    let buffer = SecretBuffer(limit: Self.limit)
    while try read(into: buffer, atMost: 1) {
      if buffer.dropLast(UInt8(ascii: "\n")) { return buffer.bytes }
    }
    return buffer.count == 0 ? nil : buffer.bytes
  }

  /// Every byte up to the end, as it is.
  func everything() throws(CommandFailure) -> SecretBytes {
    let buffer = SecretBuffer(limit: Self.limit)
    while try read(into: buffer, atMost: 4_096) {}
    return buffer.bytes
  }

  /// Whether there was more to read.
  private func read(into buffer: SecretBuffer, atMost count: Int) throws(CommandFailure) -> Bool {
    while true {
      let result = unsafe buffer.append(atMost: count) { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      guard let result else { throw .tool("more than \(Self.limit >> 20) MiB were given") }
      if result >= 0 { return result > 0 }
      let code = errno
      guard code == EINTR else { throw .tool("descriptor \(descriptor) cannot be read (error \(code))") }
    }
  }
}
