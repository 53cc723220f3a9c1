import Foundation

/// Bytes that end where a page begins which nobody may read: a reader that goes past them ends the process.
@safe
struct GuardedMemory: ~Copyable {
  private let mapping: UnsafeMutableRawPointer
  private let mappedByteCount: Int
  private let start: Int
  private let byteCount: Int

  init(_ bytes: [UInt8]) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let readable = (bytes.count / page + 1) * page
    let mapped = unsafe mmap(nil, readable + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping = unsafe mapped, unsafe mapping != MAP_FAILED,
      unsafe mprotect(mapping + readable, page, PROT_NONE) == 0
    else {
      preconditionFailure("no memory for a test")
    }
    unsafe self.mapping = unsafe mapping
    mappedByteCount = readable + page
    start = readable - bytes.count
    byteCount = bytes.count
    unsafe UnsafeMutableRawBufferPointer(start: mapping + start, count: byteCount).copyBytes(from: bytes)
  }

  deinit { unsafe _ = munmap(mapping, mappedByteCount) }

  /// Borrows the bytes.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: mapping + start, count: byteCount))
  }
}
