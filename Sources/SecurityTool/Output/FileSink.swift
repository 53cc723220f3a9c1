import Glibc

/// A file descriptor that is written to, unbuffered: what was written before a crash is there.
final class FileSink: ByteSink {
  private let descriptor: Int32
  private(set) var hasFailed = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          hasFailed = true
          return
        }
        unsafe rest = rest.dropFirst(count)
      }
    }
  }
}
