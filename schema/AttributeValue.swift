/// The value of an attribute, one case a record type.
public enum AttributeValue: Sendable {
  /// UTF-8, kept byte for byte and never normalized.
  case text(String)
  /// Bytes, kept as given.
  case data([UInt8])
  /// A whole number.
  case number(Int64)
  /// Seconds since 2001-01-01T00:00:00Z, kept to the bit.
  case date(Double)
  /// True or false.
  case boolean(Bool)
  /// Present, and without a value.
  case null
}

extension AttributeValue {
  /// Whether both are of one type and have the same bytes; equivalent spellings of a text are two.
  package func isSame(as other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
    case (.data(let one), .data(let two)): one == two
    case (.number(let one), .number(let two)): one == two
    case (.date(let one), .date(let two)): one.bitPattern == two.bitPattern
    case (.boolean(let one), .boolean(let two)): one == two
    case (.null, .null): true
    default: false
    }
  }
}

extension AttributeValue {
  /// The most bytes that the value has in a tag; a number is not spelled out for it.
  package var greatestCanonicalByteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .number: 20
    case .date: 8
    case .boolean: 1
    case .null: 0
    }
  }

  /// Appends how many bytes stand for the value in a tag, in four bytes, and those.
  package func appendCountedCanonicalBytes(kind: AttributeKind, to writer: inout ByteWriter) {
    let place = writer.count
    writer.append(UInt32(0))
    appendCanonicalBytes(kind: kind, to: &writer)
    writer.overwrite(UInt32(writer.count - place - 4), at: place)
  }

  /// Appends the bytes that stand for the value in a tag: equal values have equal bytes, whatever their type.
  ///
  /// Text and data are their bytes; numbers are four little-endian bytes in blob and data attributes and shortest
  /// decimal text in others; dates are the binary64 of their seconds, -0 as +0.
  package func appendCanonicalBytes(kind: AttributeKind, to writer: inout ByteWriter) {
    switch self {
    case .text(let text): writer.append(text)
    case .data(let bytes): writer.append(bytes)
    case .number(let number):
      if kind.keepsNumbersAsBytes {
        writer.append(Int32(truncatingIfNeeded: number))
      } else {
        writer.append(String(number))
      }
    case .date(let seconds): writer.append((seconds == 0 ? 0 : seconds).bitPattern)
    case .boolean(let flag): writer.append(UInt8(flag ? 0x31 : 0x30))
    case .null: break
    }
  }

  /// The bytes of `appendCanonicalBytes`, for comparing what has no search term.
  package func canonicalBytes(kind: AttributeKind) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: greatestCanonicalByteCount) { buffer, written in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      appendCanonicalBytes(kind: kind, to: &writer)
      written = writer.count
    }
  }
}

extension AttributeKind {
  /// Whether a number counts by its four bytes rather than by its digits.
  var keepsNumbersAsBytes: Bool {
    switch self {
    case .blob, .data: true
    default: false
    }
  }
}
