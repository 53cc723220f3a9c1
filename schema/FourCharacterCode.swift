/// A four-letter code such as `acct`, ordered like its bytes.
public struct FourCharacterCode: Hashable, Sendable {
  /// The four bytes, the first letter in the highest byte, so that integer order is byte order.
  public let value: UInt32

  /// The code of an integer, its first letter in the highest byte.
  @inlinable
  public init(value: UInt32) {
    self.value = value
  }

  /// The code that `text` spells, or nil where it is not four bytes of UTF-8 long.
  @inlinable
  public init?(_ text: String) {
    var text = text
    let value: UInt32? = text.withUTF8 { bytes in
      guard bytes.count == 4 else { return nil }
      return unsafe UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
    }
    guard let value else { return nil }
    self.value = value
  }

  /// The four letters.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The four bytes in reading order.
  public var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

extension FourCharacterCode: Comparable {
  /// Whether the bytes of the left code come first.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
  /// The code that a literal spells; one that is not four bytes long is a mistake in the program and ends it.
  public init(stringLiteral literal: String) {
    guard let code = FourCharacterCode(literal) else {
      preconditionFailure("a four-character code has four bytes")
    }
    self = code
  }
}
