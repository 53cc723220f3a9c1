import KeychainSchema
import Testing

@Suite("Identifiers: sixteen bytes") struct IdentifierTests {
  static let bytes: [UInt8] = [0xF0, 1, 2, 3, 4, 5, 6, 0x87, 8, 9, 10, 11, 12, 13, 14, 0xFF]

  @Test func `the bytes come back in their order`() throws {
    let identifier = try #require(Identifier(Self.bytes))
    #expect(identifier.bytes == Self.bytes)
    let borrowed = identifier.withBytes { span in
      (0..<span.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
    #expect(borrowed == Self.bytes)
    #expect(Records.written(16) { $0.append(identifier) } == Self.bytes)
    #expect(Identifier(first: identifier.first, second: identifier.second) == identifier)
  }

  @Test func `an identifier is read from bytes that are not aligned`() throws {
    for offset in 0..<8 {
      let shifted = [UInt8](repeating: 0xAA, count: offset) + Self.bytes
      let span = unsafe shifted.span.bytes.extracting(droppingFirst: offset)
      #expect(Identifier(span) == Identifier(Self.bytes))
    }
  }

  @Test func `any other number of bytes is no identifier`() {
    for count in 0...33 where count != Identifier.byteCount {
      #expect(Identifier([UInt8](repeating: 7, count: count)) == nil)
    }
  }

  @Test func `a term is the first eight bytes as a signed little-endian number`() throws {
    #expect(try #require(Identifier(Self.bytes)).term == Int64(bitPattern: 0x8706_0504_0302_01F0))
    #expect(Identifier.zero.term == 0)
    #expect(Identifier.zero.bytes == [UInt8](repeating: 0, count: 16))
  }

  @Test func `identifiers differ where one bit does`() throws {
    let identifier = try #require(Identifier(Self.bytes))
    for bit in 0..<128 {
      var other = Self.bytes
      other[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Identifier(other) != identifier)
    }
  }
}
