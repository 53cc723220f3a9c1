import Testing

@testable import KeychainCrypto

// In a build for the thread sanitizer the module has a lock of its own under that name.
#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Gives the bytes of a vector where random ones are drawn, in order.
final class ScriptedRandom: Sendable {
  private let rest: Mutex<[UInt8]>

  init(_ parts: [[UInt8]]) {
    rest = Mutex(Array(parts.joined()))
  }

  var isUsedUp: Bool { rest.withLock { $0.isEmpty } }

  func append(_ bytes: [UInt8]) {
    rest.withLock { $0 += bytes }
  }

  var source: RandomSource {
    // The script outlives no test, and the buffer is the caller's.
    unsafe RandomSource { buffer in
      let bytes = self.rest.withLock { rest in
        defer { rest.removeFirst(min(buffer.count, rest.count)) }
        return Array(rest.prefix(buffer.count))
      }
      precondition(bytes.count == buffer.count, "the script has a byte for every one that is drawn")
      unsafe buffer.copyBytes(from: bytes)
    }
  }
}
