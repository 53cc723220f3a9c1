import KeychainKit

/// Secret bytes that become more; memory that is outgrown is wiped.
@safe
final class SecretBuffer {
  private var memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    unsafe memory = .allocate(byteCount: 256, alignment: 16)
  }

  deinit {
    unsafe Sodium.erase(memory)
    unsafe memory.deallocate()
  }

  /// A copy of what was written.
  var bytes: SecretBytes {
    unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: memory[..<count]).bytes)
  }

  /// Lets `body` write up to `room` bytes behind the others; it says how many it wrote, or gives a negative number.
  ///
  /// - Returns: what `body` said; nil where the limit was reached.
  func append(atMost room: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int? {
    guard count + room <= limit else { return nil }
    reserve(count + room)
    let written = unsafe body(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + room]))
    count += max(0, min(written, room))
    return written
  }

  /// Takes the last byte away if it is this one.
  func dropLast(_ byte: UInt8) -> Bool {
    guard count > 0, unsafe memory[count - 1] == byte else { return false }
    count -= 1
    return true
  }

  private func reserve(_ byteCount: Int) {
    guard unsafe byteCount > memory.count else { return }
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(byteCount, memory.count * 2), alignment: 16)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    unsafe Sodium.erase(memory)
    unsafe memory.deallocate()
    unsafe memory = larger
  }
}
