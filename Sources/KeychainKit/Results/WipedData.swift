import Foundation
import Glibc
import KeychainCrypto

/// Secrets as `Data`: the memory is ours and is wiped when the last copy of the value goes.
///
/// Foundation keeps up to 14 bytes inside the value itself, where nobody can wipe them, and a changed copy is new
/// memory that nobody wipes: whoever needs more uses `SecretBytes`.
enum WipedData {
  static func make(copying bytes: UnsafeRawBufferPointer) -> Data {
    guard bytes.count > inlineLimit else { return unsafe Data(bytes) }
    guard let memory = unsafe malloc(headByteCount + bytes.count) else {
      preconditionFailure("there is memory for a secret")
    }
    unsafe memory.storeBytes(of: bytes.count, as: Int.self)
    let start = unsafe memory + headByteCount
    unsafe UnsafeMutableRawBufferPointer(start: start, count: bytes.count).copyMemory(from: bytes)
    return unsafe Data(bytesNoCopy: start, count: bytes.count, deallocator: .custom(wipeAndFree))
  }

  private static let inlineLimit = 14

  /// How many bytes there are stands before them: a value that was cut short knows of its own only.
  private static let headByteCount = 16

  private static func wipeAndFree(_ start: UnsafeMutableRawPointer, _: Int) {
    let memory = unsafe start - headByteCount
    let byteCount = unsafe memory.load(as: Int.self)
    unsafe Sodium.erase(UnsafeMutableRawBufferPointer(start: start, count: byteCount))
    unsafe free(memory)
  }
}
