/// Reads the DER values that stand one after the other in some bytes, judging each.
///
/// Only what certificates are made of: tags of one byte, lengths in their shortest form of at most four bytes. Whatever
/// is wrong throws; nothing is ever read beyond the bytes.
/// - Source: X.690, sections 8 and 10.
struct DERReader {
  /// The bytes are no DER of this kind.
  struct Malformed: Error {}

  /// The tags that are looked for.
  enum Tag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let octets: UInt8 = 0x04
    static let identifier: UInt8 = 0x06
    static let utf8Text: UInt8 = 0x0C
    static let printableText: UInt8 = 0x13
    static let asciiText: UInt8 = 0x16
    static let shortTime: UInt8 = 0x17
    static let longTime: UInt8 = 0x18
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    /// A value in a constructed wrapping, `[number]`.
    static func explicit(_ number: UInt8) -> UInt8 { 0xA0 | number }
    /// A primitive value under another tag, `[number]`.
    static func implicit(_ number: UInt8) -> UInt8 { 0x80 | number }
  }

  /// One value.
  struct Value {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    /// The value with its tag and its length.
    let whole: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next value, nil at the end.
  var nextTag: UInt8? { rest.first }

  /// The next value.
  mutating func next() throws(Malformed) -> Value {
    let start = rest
    let tag = try byte()
    // Thirty-one announces a tag of more bytes, which nothing in a certificate has.
    guard tag & 0x1F != 0x1F else { throw Malformed() }
    let count = try length()
    guard count <= rest.count else { throw Malformed() }
    let content = rest.prefix(count)
    rest = rest.dropFirst(count)
    return Value(tag: tag, content: content, whole: start.prefix(start.count - rest.count))
  }

  /// The next value, which must have the tag.
  mutating func next(_ tag: UInt8) throws(Malformed) -> Value {
    let value = try next()
    guard value.tag == tag else { throw Malformed() }
    return value
  }

  /// The values inside the next one, which must have the tag.
  mutating func enter(_ tag: UInt8) throws(Malformed) -> DERReader {
    DERReader(try next(tag).content)
  }

  /// Throws where something follows.
  func checkEnd() throws(Malformed) {
    guard isAtEnd else { throw Malformed() }
  }

  private mutating func byte() throws(Malformed) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Malformed() }
    return byte
  }

  private mutating func length() throws(Malformed) -> Int {
    let first = try byte()
    guard first >= 0x80 else { return Int(first) }
    let byteCount = Int(first & 0x7F)
    guard (1...4).contains(byteCount) else { throw Malformed() }
    var length = 0
    for index in 0..<byteCount {
      let byte = try byte()
      guard index > 0 || byte != 0 else { throw Malformed() }
      length = length << 8 | Int(byte)
    }
    guard length >= 0x80 else { throw Malformed() }
    return length
  }
}
