import KeychainKit
import KeychainSchema

/// A value as attribute blocks, `password:` and `data:` show it.
enum BlobText {
  /// Quoted where every byte is printable and none is a backslash. Otherwise `0x` and upper-case digits, and, if any
  /// byte is printable, two blanks and the quoted bytes with a backslash and three octal digits for the others.
  ///
  /// A quote inside is not escaped: scripts take the line up to its last quote.
  static func shown(_ bytes: RawSpan) -> SecretBytes {
    var isPlain = true
    var isPartlyPrintable = bytes.byteCount == 0
    for index in bytes.byteOffsets {
      let isPrintable = bytes[byteAt: index].isPrintable
      isPartlyPrintable = isPartlyPrintable || isPrintable
      isPlain = isPlain && isPrintable && bytes[byteAt: index] != backslash
    }
    return unsafe SecretBytes(byteCount: 6 + 6 * bytes.byteCount) { (memory: UnsafeMutableRawBufferPointer) in
      var writer = unsafe ByteWriter(memory)
      if !isPlain {
        writer.append("0x" as StaticString)
        for index in bytes.byteOffsets { HexText.append(bytes[byteAt: index], HexText.upperCaseDigits, to: &writer) }
        if isPartlyPrintable { writer.append("  " as StaticString) }
      }
      if isPartlyPrintable { appendQuoted(bytes, to: &writer) }
      return writer.count
    }
  }

  private static func appendQuoted(_ bytes: RawSpan, to writer: inout ByteWriter) {
    writer.append(quote)
    for index in bytes.byteOffsets {
      let byte = bytes[byteAt: index]
      if byte.isPrintable, byte != backslash {
        writer.append(byte)
      } else {
        writer.append(backslash)
        for shift: UInt8 in [6, 3, 0] { writer.append(UInt8(ascii: "0") + byte >> shift & 7) }
      }
    }
    writer.append(quote)
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let quote = UInt8(ascii: "\"")
}

extension ByteSink {
  /// Writes a value as a block shows it.
  func writeShown(_ bytes: RawSpan) {
    BlobText.shown(bytes).withBytes { write($0) }
  }
}
