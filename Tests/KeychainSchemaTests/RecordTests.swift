import KeychainSchema
import Testing

@Suite("Records: the byte coding of attributes") struct RecordTests {
  /// Records and their bytes, written out by hand.
  static let examples: [(FourCharacterCode, AttributeValue, [UInt8])] = [
    ("acct", .text("ada"), [0x61, 0x63, 0x63, 0x74, 1, 3, 0, 0x61, 0x64, 0x61]),
    ("acct", .text(""), [0x61, 0x63, 0x63, 0x74, 1, 0, 0]),
    ("labl", .text("é"), [0x6C, 0x61, 0x62, 0x6C, 1, 2, 0, 0xC3, 0xA9]),
    ("labl", .text("e\u{301}"), [0x6C, 0x61, 0x62, 0x6C, 1, 3, 0, 0x65, 0xCC, 0x81]),
    ("gena", .data([0, 0xFF]), [0x67, 0x65, 0x6E, 0x61, 2, 2, 0, 0, 0xFF]),
    ("port", .number(443), [0x70, 0x6F, 0x72, 0x74, 3, 8, 0, 0xBB, 1, 0, 0, 0, 0, 0, 0]),
    ("port", .number(-1), [0x70, 0x6F, 0x72, 0x74, 3, 8, 0] + [UInt8](repeating: 0xFF, count: 8)),
    ("cdat", .date(1), [0x63, 0x64, 0x61, 0x74, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]),
    ("cdat", .date(-0.0), [0x63, 0x64, 0x61, 0x74, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0x80]),
    ("invi", .boolean(true), [0x69, 0x6E, 0x76, 0x69, 5, 1, 0, 1]),
    ("invi", .boolean(false), [0x69, 0x6E, 0x76, 0x69, 5, 1, 0, 0]),
    ("tkid", .null, [0x74, 0x6B, 0x69, 0x64, 6, 0, 0]),
  ]

  @Test func `a record is its code, type, length and bytes`() throws {
    for (code, value, bytes) in Self.examples {
      #expect(Records.bytes(code, value) == bytes)
      #expect(try Records.read(bytes) == [PlainRecord(code, value)])
    }
  }

  @Test(
    arguments: [
      .text(""), .text("\0"), .text("a\u{301}\u{FFFD}🗝️"), .data([]), .data([0x80]), .data([UInt8](0...255)),
      .number(.min), .number(0), .number(.max), .date(0), .date(-0.0), .date(-.greatestFiniteMagnitude),
      .date(.infinity),
      .date(.nan), .date(Double(bitPattern: 1)), .date(Double(bitPattern: 0x7FF4_0000_0000_0001)), .boolean(true),
      .boolean(false), .null,
    ] as [AttributeValue])
  func `every value comes back to the bit`(value: AttributeValue) throws {
    var set = AttributeSet()
    set[.label] = value
    set[.account] = .text("before")
    set[.service] = .data([1, 2, 3])
    #expect(try Records.read(padded: Records.padded(set)) == set.entries.map(PlainRecord.init))
  }

  @Test(arguments: [0, 1, 0xFF, 0x100, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_0000, 0x1_0001, 1 << 20])
  func `a length from 0xFFFF on takes four more bytes`(byteCount: Int) throws {
    let header: [UInt8] =
      byteCount < 0xFFFF
      ? [UInt8(byteCount & 0xFF), UInt8(byteCount >> 8)]
      : [0xFF, 0xFF, UInt8(byteCount & 0xFF), UInt8(byteCount >> 8 & 0xFF), UInt8(byteCount >> 16), 0]
    for (type, value) in [
      (1, .text(String(repeating: "x", count: byteCount))),
      (2, .data([UInt8](repeating: 0x78, count: byteCount))),
    ] as [(UInt8, AttributeValue)] {
      let bytes = Records.bytes("gena", value)
      #expect(bytes.count == RecordCoding.recordByteCount(valueByteCount: byteCount))
      #expect(bytes.count == 5 + header.count + byteCount)
      #expect(Array(bytes.prefix(5 + header.count)) == [0x67, 0x65, 0x6E, 0x61, type] + header)
      #expect(bytes.dropFirst(5 + header.count).allSatisfy { $0 == 0x78 })
      #expect(try Records.read(bytes) == [PlainRecord("gena", value)])
    }
  }

  @Test func `a secret in borrowed memory is the same record as its bytes`() {
    for count in [0, 1, 0xFFFE, 0xFFFF] {
      let secret = [UInt8](repeating: 0xA5, count: count)
      let written = Records.written(RecordCoding.recordByteCount(valueByteCount: count)) { writer in
        unsafe RecordCoding.append(InternalCode.secretData, data: secret.span.bytes, to: &writer)
      }
      #expect(written == Records.bytes("data", .data(secret)))
    }
  }

  @Test func `an empty set is padding alone`() throws {
    #expect(Records.padded(AttributeSet()) == [0x80] + [UInt8](repeating: 0, count: 31))
    #expect(try Records.read(padded: Records.padded(AttributeSet())).isEmpty)
    #expect(try Records.read([]).isEmpty)
  }

  @Test func `a set of every attribute comes back whole`() throws {
    var set = AttributeSet()
    for (index, attribute) in Attribute.allCases.enumerated() { set[attribute] = .number(Int64(index)) }
    #expect(try Records.read(padded: Records.padded(set)) == set.entries.map(PlainRecord.init))
  }
}
