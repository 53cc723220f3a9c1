import Glibc
import KeychainKit

/// Small files of the tool's own, which are either whole or the older ones.
enum TextFile {
  /// The text; nil where there is no such file.
  static func read(_ path: String) throws(KeychainError) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .inputOutput(code: errno) }
      return nil
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe Glibc.read(descriptor, &page, page.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .inputOutput(code: errno) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += page[..<count]
    }
  }

  /// Writes a file of mode 0600 under another name and renames it, so that a reader never sees half of it.
  static func replace(_ path: String, with text: String) throws(KeychainError) {
    let temporary = "\(path).new-\(getpid())"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .inputOutput(code: errno) }
    let sink = FileSink(descriptor: descriptor)
    sink.write(text)
    let isWritten = !sink.hasFailed && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten, unsafe rename(temporary, path) == 0 else {
      let reason = isWritten ? errno : code
      unsafe unlink(temporary)
      throw .inputOutput(code: reason)
    }
  }
}
