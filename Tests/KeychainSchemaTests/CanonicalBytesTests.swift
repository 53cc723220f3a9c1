import KeychainSchema
import Testing

@Suite("Canonical bytes: which values are one value") struct CanonicalBytesTests {
  @Test(arguments: [AttributeKind.blob, .data, .string])
  func `text and data with the same bytes are one value`(kind: AttributeKind) {
    #expect(AttributeValue.text("abc").canonicalBytes(kind: kind) == [0x61, 0x62, 0x63])
    #expect(AttributeValue.data([0x61, 0x62, 0x63]).canonicalBytes(kind: kind) == [0x61, 0x62, 0x63])
    #expect(AttributeValue.text("").canonicalBytes(kind: kind) == [])
    #expect(AttributeValue.null.canonicalBytes(kind: kind) == [])
  }

  @Test func `text is never normalized`() {
    #expect(AttributeValue.text("é").canonicalBytes(kind: .blob) == [0xC3, 0xA9])
    #expect(AttributeValue.text("e\u{301}").canonicalBytes(kind: .blob) == [0x65, 0xCC, 0x81])
    #expect(
      AttributeValue.text("Ada").canonicalBytes(kind: .blob) != AttributeValue.text("ada").canonicalBytes(kind: .blob))
  }

  @Test(arguments: [AttributeKind.blob, .data])
  func `a number in a blob or data attribute is its four little-endian bytes`(kind: AttributeKind) {
    for (number, bytes) in [
      (0, [0, 0, 0, 0]), (1, [1, 0, 0, 0]), (443, [0xBB, 1, 0, 0]), (-1, [0xFF, 0xFF, 0xFF, 0xFF]),
      (Int64(Int32.min), [0, 0, 0, 0x80]), (1_684_234_849, [0x61, 0x62, 0x63, 0x64]),
    ] as [(Int64, [UInt8])] {
      #expect(AttributeValue.number(number).canonicalBytes(kind: kind) == bytes)
    }
    #expect(
      AttributeValue.number(1_684_234_849).canonicalBytes(kind: kind)
        == AttributeValue.text("abcd").canonicalBytes(kind: kind))
  }

  @Test(arguments: [AttributeKind.string, .access, .number, .sync, .tombstone, .date, .digest, .uuid, .accessControl])
  func `a number elsewhere is its shortest decimal text`(kind: AttributeKind) {
    for (number, text) in [(0, "0"), (443, "443"), (-1, "-1"), (.max, "9223372036854775807")] as [(Int64, String)] {
      #expect(AttributeValue.number(number).canonicalBytes(kind: kind) == Array(text.utf8))
      #expect(AttributeValue.text(text).canonicalBytes(kind: kind) == Array(text.utf8))
    }
    #expect(AttributeValue.boolean(true).canonicalBytes(kind: kind) == [0x31])
    #expect(AttributeValue.boolean(false).canonicalBytes(kind: kind) == [0x30])
  }

  @Test func `a date is the eight bytes of its seconds, minus zero as zero`() {
    #expect(AttributeValue.date(1).canonicalBytes(kind: .date) == [0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    #expect(AttributeValue.date(0).canonicalBytes(kind: .date) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(AttributeValue.date(-0.0).canonicalBytes(kind: .date) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(AttributeValue.date(-1).canonicalBytes(kind: .date) == [0, 0, 0, 0, 0, 0, 0xF0, 0xBF])
  }
}
