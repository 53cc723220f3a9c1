/// Reads sealed records one after the other, judging each.
///
/// A malformed input never gives a record past its first fault: `next` throws.
@safe
package struct RecordReader: ~Copyable {
  /// One record; its value lies in the memory the reader was made over.
  @safe
  package struct Record {
    /// The code of the attribute.
    package let code: FourCharacterCode
    /// The type of the value, one of `RecordCoding.ValueType`.
    package let type: UInt8
    /// The value's bytes, valid as long as the reader's memory.
    package let bytes: UnsafeRawBufferPointer

    /// The whole record: the value and what stands before it.
    package var wholeBytes: UnsafeRawBufferPointer {
      let headByteCount = unsafe RecordCoding.recordByteCount(valueByteCount: bytes.count) - bytes.count
      return unsafe UnsafeRawBufferPointer(
        start: bytes.baseAddress.map { unsafe $0 - headByteCount }, count: headByteCount + bytes.count)
    }
  }

  /// The memory does not hold well-formed records.
  package struct Malformed: Error {}

  private let buffer: UnsafeRawBufferPointer
  private let end: Int
  private var offset = 0
  /// The least code that the next record may have; beyond every code once the greatest was there.
  private var leastCode: UInt64 = 0

  /// Strips the padding and starts at the first record.
  package init(padded buffer: UnsafeRawBufferPointer) throws(Malformed) {
    unsafe self.buffer = buffer
    var end = buffer.count
    while end >= 8, unsafe buffer.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
    while end > 0, unsafe buffer[end - 1] == 0 { end -= 1 }
    guard end > 0, unsafe buffer[end - 1] == 0x80 else { throw Malformed() }
    self.end = end - 1
  }

  /// Starts at the first record of records without padding.
  package init(_ buffer: UnsafeRawBufferPointer) {
    unsafe self.buffer = buffer
    end = buffer.count
  }

  /// How many bytes the records have without their padding.
  package var recordByteCount: Int { end }

  /// The next record, or nil behind the last.
  package mutating func next() throws(Malformed) -> Record? {
    guard offset < end else { return nil }
    guard end - offset >= 7 else { throw Malformed() }
    let code = FourCharacterCode(value: load(offset, UInt32.self).byteSwapped)
    let type = load(offset + 4, UInt8.self)
    let short = load(offset + 5, UInt16.self)
    offset += 7
    var byteCount = Int(short)
    if short == 0xFFFF {
      guard end - offset >= 4 else { throw Malformed() }
      byteCount = Int(load(offset, UInt32.self))
      offset += 4
      guard byteCount >= 0xFFFF else { throw Malformed() }
    }
    guard end - offset >= byteCount, UInt64(code.value) >= leastCode else { throw Malformed() }
    guard Self.accepts(type: type, byteCount: byteCount) else { throw Malformed() }
    leastCode = UInt64(code.value) + 1
    defer { offset += byteCount }
    return unsafe Record(code: code, type: type, bytes: .init(rebasing: buffer[offset..<offset + byteCount]))
  }

  private func load<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ type: Value.Type) -> Value {
    unsafe Value(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: type))
  }

  private static func accepts(type: UInt8, byteCount: Int) -> Bool {
    switch type {
    case RecordCoding.ValueType.text, RecordCoding.ValueType.data: true
    case RecordCoding.ValueType.number, RecordCoding.ValueType.date: byteCount == 8
    case RecordCoding.ValueType.boolean: byteCount == 1
    case RecordCoding.ValueType.null: byteCount == 0
    default: false
    }
  }
}

extension RecordReader.Record {
  /// The value, copied out; text that is no UTF-8 and a boolean that is neither 0 nor 1 are malformed.
  package func value() throws(RecordReader.Malformed) -> AttributeValue {
    switch type {
    case RecordCoding.ValueType.text: return .text(try text())
    case RecordCoding.ValueType.number: return .number(Int64(bitPattern: word))
    case RecordCoding.ValueType.date: return .date(Double(bitPattern: word))
    case RecordCoding.ValueType.boolean:
      // A value has one coding: whatever is read is written back as the same bytes.
      guard unsafe bytes[0] <= 1 else { throw RecordReader.Malformed() }
      return unsafe .boolean(bytes[0] == 1)
    case RecordCoding.ValueType.null: return .null
    default: return unsafe .data([UInt8](bytes))
    }
  }

  private func text() throws(RecordReader.Malformed) -> String {
    let units = unsafe UnsafeBufferPointer(
      start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    do {
      // By way of a span, because the generic initializer makes the runtime look its types up for every text.
      return String(copying: try UTF8Span(validating: unsafe units.span))
    } catch {
      throw RecordReader.Malformed()
    }
  }

  /// The eight bytes of a number or date.
  package var word: UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }
}

extension AttributeSet {
  /// Reads records without padding; here rather than where rows are opened, because each value would be copied on its
  /// way from one module to another.
  package init(decoding records: UnsafeRawBufferPointer) throws(RecordReader.Malformed) {
    self.init(minimumCapacity: 16)
    var reader = unsafe RecordReader(records)
    while let record = try reader.next() { append(record.code, try record.value()) }
  }
}
