import KeychainSchema

/// Reads the parts of a key bag, or of a backup, one after the other; what would lie behind the end is damage.
@safe
struct ByteReader: ~Copyable {
  private let buffer: UnsafeRawBufferPointer
  private var offset = 0

  init(_ buffer: UnsafeRawBufferPointer) {
    unsafe self.buffer = buffer
  }

  mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type
  ) throws(KeybagError) -> Value {
    let start = try advance(MemoryLayout<Value>.size)
    return unsafe Value(littleEndian: buffer.loadUnaligned(fromByteOffset: start, as: type))
  }

  mutating func identifier() throws(KeybagError) -> Identifier {
    let start = try advance(Identifier.byteCount)
    return unsafe Identifier(
      first: buffer.loadUnaligned(fromByteOffset: start, as: UInt64.self),
      second: buffer.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
  }

  mutating func bytes(_ count: Int) throws(KeybagError) -> [UInt8] {
    let start = try advance(count)
    return unsafe [UInt8](buffer[start..<start + count])
  }

  mutating func secret(_ count: Int) throws(KeybagError) -> SecretBytes {
    let start = try advance(count)
    return unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: buffer[start..<start + count]).bytes)
  }

  /// Steps over bytes; where they lie.
  mutating func range(_ count: Int) throws(KeybagError) -> Range<Int> {
    let start = try advance(count)
    return start..<offset
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { unsafe offset == buffer.count }

  /// Steps over `text` where it comes next.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard unsafe buffer.count - offset >= count else { return false }
    let matches = text.withUTF8Buffer { unsafe $0.elementsEqual(buffer[offset..<offset + count]) }
    offset += count
    return matches
  }

  private mutating func advance(_ count: Int) throws(KeybagError) -> Int {
    guard unsafe buffer.count - offset >= count else { throw .damaged }
    defer { offset += count }
    return offset
  }
}
