import KeychainKit
import KeychainSchema

/// Bytes in base64, with padding.
enum Base64Text {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encoded(_ bytes: RawSpan) -> SecretBytes {
    unsafe SecretBytes(byteCount: (bytes.byteCount + 2) / 3 * 4) { (memory: UnsafeMutableRawBufferPointer) in
      var writer = unsafe ByteWriter(memory)
      for start in stride(from: 0, to: bytes.byteCount, by: 3) {
        let count = min(3, bytes.byteCount - start)
        var group: UInt32 = 0
        for index in 0..<3 {
          group = group << 8 | (index < count ? UInt32(bytes[byteAt: start + index]) : 0)
        }
        for index in 0..<4 {
          writer.append(index <= count ? digits[Int(group >> (18 - 6 * UInt32(index)) & 63)] : padding)
        }
      }
      return writer.count
    }
  }

  /// Bytes that are no secret, encoded, as text.
  static func text(_ bytes: [UInt8]) -> String {
    unsafe encoded(bytes.span.bytes).withBytes { encoded in
      unsafe encoded.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}
