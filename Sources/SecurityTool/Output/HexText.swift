import KeychainKit
import KeychainSchema

/// Bytes as hexadecimal digits.
enum HexText {
  static let lowerCaseDigits = Array("0123456789abcdef".utf8)
  static let upperCaseDigits = Array("0123456789ABCDEF".utf8)

  /// The bytes that pairs of digits spell, in either case; nil where they do not.
  static func bytes(of text: String) -> SecretBytes? {
    var text = text
    return text.withUTF8 { digits in
      guard digits.count.isMultiple(of: 2), unsafe digits.allSatisfy({ value(of: $0) != nil }) else { return nil }
      return unsafe SecretBytes(byteCount: digits.count / 2) { (memory: UnsafeMutableRawBufferPointer) in
        for index in 0..<memory.count {
          let high = unsafe value(of: digits[2 * index]) ?? 0
          let low = unsafe value(of: digits[2 * index + 1]) ?? 0
          unsafe memory[index] = high << 4 | low
        }
        return memory.count
      }
    }
  }

  /// Two lower-case digits a byte.
  static func lowerCase(_ bytes: RawSpan) -> SecretBytes {
    unsafe SecretBytes(byteCount: bytes.byteCount * 2) { (memory: UnsafeMutableRawBufferPointer) in
      var writer = unsafe ByteWriter(memory)
      for index in bytes.byteOffsets { append(bytes[byteAt: index], lowerCaseDigits, to: &writer) }
      return writer.count
    }
  }

  static func append(_ byte: UInt8, _ digits: [UInt8], to writer: inout ByteWriter) {
    writer.append(digits[Int(byte >> 4)])
    writer.append(digits[Int(byte & 15)])
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
