import Foundation
import Glibc

/// A descriptor that holds bytes and then ends; a file, so that any amount fits.
final class FilledPipe {
  let descriptor: Int32

  init(_ bytes: [UInt8]) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "security-input-\(UUID().uuidString)")
    try Data(bytes).write(to: path)
    descriptor = unsafe open(path.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    try FileManager.default.removeItem(at: path)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
  }

  deinit {
    close(descriptor)
  }
}
