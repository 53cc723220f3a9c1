/// Writes integers and bytes one after the other into memory somebody else owns.
///
/// All integers are little-endian. Writing past the end is a broken invariant: callers size the memory first.
@safe
public struct ByteWriter: ~Copyable {
  @usableFromInline let buffer: UnsafeMutableRawBufferPointer
  @usableFromInline var written = 0

  /// How many bytes were written.
  @inlinable public var count: Int { written }

  /// Starts at the first byte of the memory, which must outlive the writer.
  @inlinable
  public init(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe self.buffer = buffer
  }

  /// Appends an integer, its lowest byte first.
  @inlinable
  public mutating func append<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
    unsafe precondition(count + MemoryLayout<Value>.size <= buffer.count, "the buffer was sized for what is written")
    unsafe buffer.storeBytes(of: value.littleEndian, toByteOffset: count, as: Value.self)
    written += MemoryLayout<Value>.size
  }

  /// Writes an integer over bytes that were written before.
  @inlinable
  public mutating func overwrite<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value, at place: Int) {
    precondition(place >= 0 && place + MemoryLayout<Value>.size <= count, "those bytes were written before")
    unsafe buffer.storeBytes(of: value.littleEndian, toByteOffset: place, as: Value.self)
  }

  /// Goes back to, or on to, a place within the memory; what is there stays until it is written over.
  @inlinable
  public mutating func rewind(to place: Int) {
    unsafe precondition(place >= 0 && place <= buffer.count, "a writer stays in its memory")
    written = place
  }

  /// Appends the four letters in reading order.
  @inlinable
  public mutating func append(_ code: FourCharacterCode) {
    append(code.value.byteSwapped)
  }

  /// Appends the 16 bytes.
  @inlinable
  public mutating func append(_ identifier: Identifier) {
    unsafe precondition(count + Identifier.byteCount <= buffer.count, "the buffer was sized for what is written")
    unsafe buffer.storeBytes(of: identifier.first, toByteOffset: count, as: UInt64.self)
    unsafe buffer.storeBytes(of: identifier.second, toByteOffset: count + 8, as: UInt64.self)
    written += Identifier.byteCount
  }

  /// Appends bytes as they are.
  @inlinable
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    unsafe precondition(count + bytes.count <= buffer.count, "the buffer was sized for what is written")
    guard let source = bytes.baseAddress, let target = unsafe buffer.baseAddress else { return }
    unsafe (target + count).copyMemory(from: source, byteCount: bytes.count)
    written += bytes.count
  }

  /// Appends bytes as they are.
  @inlinable
  public mutating func append(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends bytes as they are.
  @inlinable
  public mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends the UTF-8 of text, and no length.
  @inlinable
  public mutating func append(_ text: String) {
    unsafe append(text.utf8.span.bytes)
  }

  /// Appends the UTF-8 of a label, and no length.
  @inlinable
  public mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends zero bytes.
  @inlinable
  public mutating func appendZeros(_ byteCount: Int) {
    unsafe precondition(count + byteCount <= buffer.count, "the buffer was sized for what is written")
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + byteCount]).initializeMemory(
      as: UInt8.self, repeating: 0)
    written += byteCount
  }
}
