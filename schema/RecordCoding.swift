/// The canonical byte coding of attributes: what is sealed.
///
/// A record is `code 4 ‖ type u8 ‖ length u16 (0xFFFF: then u32) ‖ bytes`; codes strictly ascend; the whole is padded
/// with 0x80 and zeros to a multiple that depends on what is sealed.
/// - Source: schema/README.md; vectors in Tests/KeychainCryptoTests/Vectors.
public enum RecordCoding {
  /// The record types.
  package enum ValueType {
    /// UTF-8.
    package static let text: UInt8 = 1
    /// Bytes as given.
    package static let data: UInt8 = 2
    /// i64.
    package static let number: UInt8 = 3
    /// binary64, seconds since 2001-01-01T00:00:00Z.
    package static let date: UInt8 = 4
    /// One byte, 0 or 1.
    package static let boolean: UInt8 = 5
    /// No bytes.
    package static let null: UInt8 = 6
  }

  /// The largest metadata and secret, in bytes of records before padding.
  public static let metadataLimit = 1 << 20
  /// The largest secret, in bytes of one value.
  public static let secretLimit = 16 << 20

  /// What padded metadata has for `byteCount` bytes of records: the next multiple of 32, at least one byte more.
  package static func paddedMetadataByteCount(_ byteCount: Int) -> Int {
    padded(byteCount, to: 32)
  }

  /// What a padded secret has: multiples of 32 up to 512 bytes, of 128 up to 4 KiB, of 512 above.
  package static func paddedSecretByteCount(_ byteCount: Int) -> Int {
    let small = padded(byteCount, to: 32)
    if small <= 512 { return small }
    let medium = padded(byteCount, to: 128)
    return medium <= 4_096 ? medium : padded(byteCount, to: 512)
  }

  private static func padded(_ byteCount: Int, to step: Int) -> Int {
    (byteCount / step + 1) * step
  }
}

extension RecordCoding {
  /// The bytes of one record with a value of `byteCount` bytes.
  package static func recordByteCount(valueByteCount byteCount: Int) -> Int {
    5 + (byteCount < 0xFFFF ? 2 : 6) + byteCount
  }

  /// The bytes of a value, without the head of its record.
  package static func byteCount(of value: AttributeValue) -> Int {
    switch value {
    case .text(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .number, .date: 8
    case .boolean: 1
    case .null: 0
    }
  }

  /// The bytes of all records of `attributes`, before padding.
  package static func byteCount(of attributes: AttributeSet) -> Int {
    attributes.entries.reduce(0) { $0 + recordByteCount(valueByteCount: byteCount(of: $1.value)) }
  }

  /// Appends one record.
  package static func append(_ code: FourCharacterCode, _ value: AttributeValue, to writer: inout ByteWriter) {
    switch value {
    case .text(let text):
      appendHeader(code, ValueType.text, text.utf8.count, to: &writer)
      writer.append(text)
    case .data(let bytes):
      appendHeader(code, ValueType.data, bytes.count, to: &writer)
      writer.append(bytes)
    case .number(let number):
      appendHeader(code, ValueType.number, 8, to: &writer)
      writer.append(number)
    case .date(let seconds):
      appendHeader(code, ValueType.date, 8, to: &writer)
      writer.append(seconds.bitPattern)
    case .boolean(let flag):
      appendHeader(code, ValueType.boolean, 1, to: &writer)
      writer.append(UInt8(flag ? 1 : 0))
    case .null:
      appendHeader(code, ValueType.null, 0, to: &writer)
    }
  }

  /// Appends one record of data from memory the caller owns, such as a secret.
  package static func append(_ code: FourCharacterCode, data bytes: RawSpan, to writer: inout ByteWriter) {
    appendHeader(code, ValueType.data, bytes.byteCount, to: &writer)
    writer.append(bytes)
  }

  /// Appends the 0x80 and the zeros up to `paddedByteCount`.
  package static func appendPadding(upTo paddedByteCount: Int, to writer: inout ByteWriter) {
    writer.append(UInt8(0x80))
    writer.appendZeros(paddedByteCount - writer.count)
  }

  private static func appendHeader(
    _ code: FourCharacterCode, _ type: UInt8, _ byteCount: Int, to writer: inout ByteWriter
  ) {
    writer.append(code)
    writer.append(type)
    if byteCount < 0xFFFF {
      writer.append(UInt16(byteCount))
    } else {
      writer.append(UInt16(0xFFFF))
      writer.append(UInt32(byteCount))
    }
  }
}
