import Foundation
import KeychainCrypto

/// Secrets as `Data`: the memory is ours and is wiped when the last copy of the value goes.
///
/// Foundation keeps up to 14 bytes inside the value itself, where nobody can wipe them, and a changed copy is new
/// memory that nobody wipes: whoever needs more uses `SecretBytes`.
enum WipedData {
  static func make(copying bytes: UnsafeRawBufferPointer) -> Data {
    guard bytes.count > inlineLimit else { return unsafe Data(bytes) }
    let secret = unsafe SecretBytes(copying: bytes.bytes)
    // The memory lives as long as `secret`, which the deallocator holds; nobody writes to it, because a changed `Data`
    // copies first.
    return secret.withBytes { memory in
      unsafe memory.withUnsafeBytes { memory in
        guard let start = unsafe UnsafeMutableRawPointer(mutating: memory.baseAddress) else { return Data() }
        return unsafe Data(
          bytesNoCopy: start, count: memory.count,
          deallocator: .custom { _, _ in
            withExtendedLifetime(secret) {}
          })
      }
    }
  }

  private static let inlineLimit = 14
}
