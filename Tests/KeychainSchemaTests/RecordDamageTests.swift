import KeychainSchema
import Testing

/// Whatever the bytes, a reader reads inside them and either finds records that are written the same way or throws.
@Suite("Records: damaged bytes") struct RecordDamageTests {
  /// One set with every type, and long enough to have every kind of byte in it.
  static let everyType: AttributeSet = {
    var set = AttributeSet()
    set[.account] = .text("ada@example.org")
    set[.label] = .text("Grüße 🗝️")
    set[.generic] = .data([0x80, 0, 0, 0x80])
    set[.port] = .number(-2)
    set[.creationDate] = .date(-0.1)
    set[.isInvisible] = .boolean(true)
    set[.tokenID] = .null
    return set
  }()

  /// Whether the reader refuses `bytes`; what it accepts instead must be canonical.
  private func isRefused(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    guard let rewritten = try? Records.rewritten(padded: bytes) else { return true }
    let withoutZeros = bytes[...(bytes.lastIndex { $0 != 0 } ?? 0)]
    #expect(
      rewritten + [0x80] == Array(withoutZeros), "accepted, but no writer writes it", sourceLocation: sourceLocation)
    return false
  }

  @Test func `every truncation inside the records is refused, and one inside the zeros changes nothing`() throws {
    let whole = Records.padded(Self.everyType)
    let marker = try #require(whole.lastIndex(of: 0x80))
    for count in 0..<whole.count {
      let cut = Array(whole.prefix(count))
      if count > marker {
        #expect(try Records.read(padded: cut) == Self.everyType.entries.map(PlainRecord.init))
      } else {
        _ = isRefused(cut)
      }
    }
  }

  @Test func `a set cut before its end and padded again keeps whole records or is refused`() throws {
    let records = Self.everyType.entries.flatMap { Records.bytes($0.code, $0.value) }
    var ends = [0]
    for entry in Self.everyType.entries {
      ends.append(ends[ends.endIndex - 1] + Records.bytes(entry.code, entry.value).count)
    }
    for count in 0...records.count {
      let padded = records.prefix(count) + [0x80, 0, 0, 0]
      #expect(isRefused(Array(padded)) == !ends.contains(count), "cut at \(count)")
      #expect(((try? Records.read(Array(records.prefix(count)))) == nil) == !ends.contains(count), "cut at \(count)")
    }
  }

  @Test func `every single flipped bit is refused or read as what it now says`() {
    let whole = Records.padded(Self.everyType)
    var refused = 0
    for bit in 0..<whole.count * 8 {
      var flipped = whole
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      if isRefused(flipped) { refused += 1 }
    }
    // Types, lengths, order and padding are caught; a changed value is the seal's to notice.
    #expect(refused > 300)
  }

  @Test func `random bytes never lead a reader astray`() {
    var generator = SplitMix(seed: 3)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...96, using: &generator)
      // Small numbers, so that types and lengths are often plausible.
      var bytes = (0..<count).map { _ in UInt8.random(in: 0...8, using: &generator) }
      bytes += [0x80, 0]
      _ = isRefused(bytes)
    }
  }

  @Test func `random changes of a valid set never lead a reader astray`() {
    var generator = SplitMix(seed: 4)
    let whole = Records.padded(Self.everyType)
    for _ in 0..<5_000 {
      var changed = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = isRefused(changed)
    }
  }

  @Test(
    arguments: [
      ("no padding", []), ("zeros only", [0, 0, 0, 0]), ("another marker", [0x81, 0, 0]), ("no marker", [1]),
      ("half a header", [0x61, 0x63, 0x63, 0x74, 1, 0, 0x80]),
      ("a value longer than what is there", [0x61, 0x63, 0x63, 0x74, 1, 2, 0, 0x61, 0x80]),
      ("type 0", [0x61, 0x63, 0x63, 0x74, 0, 0, 0, 0x80]),
      ("type 7", [0x61, 0x63, 0x63, 0x74, 7, 0, 0, 0x80]),
      ("a number of seven bytes", [0x61, 0x63, 0x63, 0x74, 3, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0x80]),
      ("a number of nine bytes", [0x61, 0x63, 0x63, 0x74, 3, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x80]),
      ("a date of no bytes", [0x61, 0x63, 0x63, 0x74, 4, 0, 0, 0x80]),
      ("a boolean of no bytes", [0x61, 0x63, 0x63, 0x74, 5, 0, 0, 0x80]),
      ("a boolean of two bytes", [0x61, 0x63, 0x63, 0x74, 5, 2, 0, 1, 1, 0x80]),
      ("a boolean that is neither 0 nor 1", [0x61, 0x63, 0x63, 0x74, 5, 1, 0, 2, 0x80]),
      ("a null with a byte", [0x61, 0x63, 0x63, 0x74, 6, 1, 0, 0, 0x80]),
      ("text that is no UTF-8", [0x61, 0x63, 0x63, 0x74, 1, 1, 0, 0xFF, 0x80]),
      ("text cut inside a letter", [0x61, 0x63, 0x63, 0x74, 1, 1, 0, 0xC3, 0x80]),
      ("text with a surrogate", [0x61, 0x63, 0x63, 0x74, 1, 3, 0, 0xED, 0xA0, 0x80, 0x80]),
      ("text in an overlong form", [0x61, 0x63, 0x63, 0x74, 1, 2, 0, 0xC0, 0x80, 0x80]),
      ("a long form without its length", [0x61, 0x63, 0x63, 0x74, 2, 0xFF, 0xFF, 0, 0, 0, 0x80]),
      ("a long form of a short length", [0x61, 0x63, 0x63, 0x74, 2, 0xFF, 0xFF, 1, 0, 0, 0, 0x61, 0x80]),
      ("a long form of four gigabytes", [0x61, 0x63, 0x63, 0x74, 2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x61, 0x80]),
      (
        "a code twice",
        [0x61, 0x63, 0x63, 0x74, 6, 0, 0, 0x61, 0x63, 0x63, 0x74, 6, 0, 0, 0x80]
      ),
      (
        "codes that descend",
        [0x61, 0x63, 0x63, 0x75, 6, 0, 0, 0x61, 0x63, 0x63, 0x74, 6, 0, 0, 0x80]
      ),
    ] as [(String, [UInt8])])
  func `malformed records are refused`(what: String, bytes: [UInt8]) {
    #expect(throws: RecordReader.Malformed.self, "\(what)") { try Records.read(padded: bytes) }
  }

  @Test func `codes are compared as unsigned bytes`() throws {
    let ascending = Records.bytes("zzzz", .null) + Records.bytes("éé", .null)
    let descending = Records.bytes("éé", .null) + Records.bytes("zzzz", .null)
    #expect(try Records.read(ascending).map(\.code) == ["zzzz", "éé"])
    #expect(throws: RecordReader.Malformed.self) { try Records.read(descending) }
  }

  @Test func `what comes before the first fault is not called whole`() {
    let bytes = Records.bytes("acct", .text("ada")) + [0x7A, 0x7A, 0x7A, 0x7A, 9, 0, 0]
    #expect(throws: RecordReader.Malformed.self) { try Records.read(bytes) }
  }
}
