/// Bytes that nobody may see by accident: wiped when the last holder lets go of them, never printed, never compared
/// with `==`, never coded.
///
/// They are borrowed in a closure. What is copied out of the closure is the caller's to wipe.
@safe
public final class SecretBytes: Sendable {
  // Written by the initializer alone and only read afterwards, so that threads may share it.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer
  private let capacity: Int
  /// How many bytes there are.
  public let count: Int

  /// Lets `body` write up to `byteCount` bytes and keeps as many as it says it wrote.
  ///
  /// The memory is zero before `body` sees it, and wiped where `body` throws.
  package init<Failure: Error>(
    byteCount: Int, initializing body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    do {
      let written = try unsafe body(UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount]))
      precondition((0...byteCount).contains(written), "no more was written than there was room for")
      count = written
    } catch {
      unsafe Sodium.erase(memory)
      unsafe memory.deallocate()
      throw error
    }
    capacity = memory.count
    guard let start = memory.baseAddress else { preconditionFailure("at least one byte was allocated") }
    unsafe base = start
  }

  /// Copies the bytes.
  public convenience init(copying bytes: RawSpan) {
    unsafe self.init(byteCount: bytes.byteCount) { (memory: UnsafeMutableRawBufferPointer) in
      unsafe bytes.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
      return bytes.byteCount
    }
  }

  /// The UTF-8 of `text`, as it is: nothing is normalized.
  public convenience init(_ text: String) {
    var text = text
    let count = text.utf8.count
    unsafe self.init(byteCount: count) { (memory: UnsafeMutableRawBufferPointer) in
      text.withUTF8 { unsafe memory.copyMemory(from: UnsafeRawBufferPointer($0)) }
      return count
    }
  }

  /// Copies the bytes.
  public convenience init(_ bytes: [UInt8]) {
    unsafe self.init(copying: bytes.span.bytes)
  }

  deinit {
    let memory = unsafe UnsafeMutableRawBufferPointer(start: base, count: capacity)
    unsafe Sodium.erase(memory)
    unsafe memory.deallocate()
  }

  /// Random bytes from the system.
  public static func random(byteCount: Int) -> SecretBytes {
    RandomSource.system.secret(byteCount: byteCount)
  }

  /// Lends the bytes for the duration of `body`.
  public func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    let buffer = unsafe UnsafeRawBufferPointer(start: base, count: count)
    return try unsafe body(buffer.bytes)
  }

  /// Whether both hold the same bytes, in constant time for equal counts.
  public func isEqual(to other: SecretBytes) -> Bool {
    withBytes { mine in
      other.withBytes { theirs in Sodium.areEqual(mine, theirs) }
    }
  }
}

extension SecretBytes {
  /// Lends the bytes to C.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withBytes { (bytes) throws(Failure) in
      try unsafe bytes.withUnsafeBytes { (buffer) throws(Failure) in try unsafe body(buffer) }
    }
  }
}
