/// Why a text is no code that this library printed: somebody mistyped it, or it is of another kind.
public enum CodeTextError: Error, Equatable, Sendable {
  /// There are too few symbols or too many.
  case wrongLength
  /// A character is none of the symbols.
  case unknownSymbol
  /// The symbols and the one that checks them do not belong together.
  case wrongCheckSymbol
}

extension CodeTextError: CustomStringConvertible {
  /// A sentence for people: lower case, no full stop, and nothing of the code in it.
  public var description: String {
    switch self {
    case .wrongLength: "the code has too few symbols or too many"
    case .unknownSymbol: "a character of the code is none of its symbols"
    case .wrongCheckSymbol: "the code was mistyped: its last symbol does not fit the others"
    }
  }
}

/// A number in the symbols of Crockford's base 32, which nobody mistakes for one another, and one that checks them:
/// the number's remainder by 37.
///
/// <https://www.crockford.com/base32.html>
enum CrockfordText {
  private static let symbols = [UInt8]("0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U".utf8)
  private static let digitCount = 32
  private static let separator = UInt8(ascii: "-")

  /// The symbols that a number of that many bytes has, its check symbol left out.
  static func symbolCount(ofBytes byteCount: Int) -> Int { (byteCount * 8 + 4) / 5 }

  /// The number, its first byte the highest, in groups of `groupLength` symbols with hyphens between them.
  static func text(of number: SecretBytes, groupLength: Int) -> SecretBytes {
    let count = symbolCount(ofBytes: number.count) + 1
    return unsafe SecretBytes(byteCount: count + (count - 1) / groupLength) { (text: UnsafeMutableRawBufferPointer) in
      unsafe number.withUnsafeBytes { number in
        for index in 0..<count {
          let value = unsafe index == count - 1 ? remainder(number) : digit(index, of: number)
          let offset = index + index / groupLength
          if index > 0 && index.isMultiple(of: groupLength) { unsafe text[offset - 1] = separator }
          unsafe text[offset] = symbols[value]
        }
      }
      return text.count
    }
  }

  /// The number of `byteCount` bytes that a text holds; hyphens, blanks and case do not matter, and the letters that
  /// look like a digit are the digit.
  static func number(_ text: SecretBytes, byteCount: Int) throws(CodeTextError) -> SecretBytes {
    let count = symbolCount(ofBytes: byteCount)
    return try unsafe SecretBytes(byteCount: byteCount) {
      (number: UnsafeMutableRawBufferPointer) throws(CodeTextError) in
      let check = try unsafe text.withUnsafeBytes { (text) throws(CodeTextError) in
        try unsafe read(text, count, into: number)
      }
      guard unsafe remainder(UnsafeRawBufferPointer(number)) == check else { throw .wrongCheckSymbol }
      return byteCount
    }
  }

  /// Reads `count` digits into zeros; the value of the symbol behind them.
  private static func read(
    _ text: UnsafeRawBufferPointer, _ count: Int, into number: UnsafeMutableRawBufferPointer
  ) throws(CodeTextError) -> Int {
    var index = 0
    var check: Int?
    for place in 0..<text.count {
      let character = unsafe text[place]
      guard !isSeparator(character) else { continue }
      guard check == nil else { throw .wrongLength }
      let value = try value(of: character)
      if index == count {
        check = value
      } else {
        guard value < digitCount, unsafe put(value, at: index, into: number) else { throw .unknownSymbol }
      }
      index += 1
    }
    guard let check else { throw .wrongLength }
    return check
  }

  private static func isSeparator(_ character: UInt8) -> Bool {
    character == separator || character == UInt8(ascii: " ") || (9...13).contains(character)
  }

  private static func value(of character: UInt8) throws(CodeTextError) -> Int {
    let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
    let upper = isLower ? character - 32 : character
    switch upper {
    case UInt8(ascii: "O"): return 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    default:
      guard let value = symbols.firstIndex(of: upper) else { throw .unknownSymbol }
      return value
    }
  }

  /// The bits in front of the number's first one, which are zero.
  private static func padding(_ byteCount: Int) -> Int { symbolCount(ofBytes: byteCount) * 5 - byteCount * 8 }

  private static func digit(_ index: Int, of number: UnsafeRawBufferPointer) -> Int {
    (0..<5).reduce(0) { value, bit in
      let place = index * 5 + bit - padding(number.count)
      let isSet = unsafe place >= 0 && number[place / 8] & (0x80 >> UInt8(place % 8)) != 0
      return value * 2 + (isSet ? 1 : 0)
    }
  }

  /// Whether the digit's bits all lie within the number.
  private static func put(_ value: Int, at index: Int, into number: UnsafeMutableRawBufferPointer) -> Bool {
    for bit in 0..<5 where value & (16 >> bit) != 0 {
      let place = index * 5 + bit - padding(number.count)
      guard place >= 0 else { return false }
      unsafe number[place / 8] |= 0x80 >> UInt8(place % 8)
    }
    return true
  }

  private static func remainder(_ number: UnsafeRawBufferPointer) -> Int {
    unsafe number.reduce(0) { ($0 * 256 + Int($1)) % symbols.count }
  }
}
