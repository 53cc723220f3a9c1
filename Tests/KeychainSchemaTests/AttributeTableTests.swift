import KeychainSchema
import Testing

@Suite("AttributeTable: looking up a code") struct AttributeTableTests {
  @Test(arguments: Attribute.allCases)
  func `every attribute is found by its code`(attribute: Attribute) throws {
    let entry = try #require(AttributeTable.entry(for: attribute.code))
    #expect(entry.attribute == attribute)
    #expect(entry.code == attribute.code)
    #expect(entry.key == attribute.code.text)
    #expect(Attribute(code: attribute.code) == attribute)
    #expect(Attribute(rawValue: attribute.code) == attribute)
  }

  @Test func `entries are all attributes, each once, in ascending order of their bytes`() {
    let texts = AttributeTable.entries.map(\.key)
    #expect(texts.count == Attribute.allCases.count)
    #expect(Set(texts).count == texts.count)
    #expect(texts == texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(texts.first == "UUID", "upper case comes before lower case")
  }

  @Test(arguments: [
    "rowi", "data", "v_pk", "clip", "nleg", "toid", "dspk", "syna", "volm", "addr", "afps", "crlt", "crle", "spwd",
    "#hlc", "#sgn", "genp", "keys", "ACCT", "acc ", "\0\0\0\0",
  ])
  func `what only looks like an attribute is none`(text: String) throws {
    let code = try #require(FourCharacterCode(text))
    #expect(AttributeTable.entry(for: code) == nil)
    #expect(Attribute(code: code) == nil)
  }

  @Test func `ten thousand other codes are not found`() {
    let known = Set(Attribute.allCases.map(\.code.value))
    var generator = SplitMix(seed: 1)
    // Half are drawn from everything, half differ from an attribute in one byte, where a careless hash goes wrong.
    let drawn = (0..<5_000).map { _ in UInt32(truncatingIfNeeded: generator.next()) }
    let near = (0..<5_000).map { index in
      let code = AttributeTable.entries[index % AttributeTable.entries.count].code.value
      return code ^ UInt32.random(in: 1...255, using: &generator) << UInt32(index % 4 * 8)
    }
    let others = (drawn + near).filter { !known.contains($0) }
    #expect(others.count > 9_900)
    #expect(others.allSatisfy { AttributeTable.entry(for: FourCharacterCode(value: $0)) == nil })
  }
}

/// Repeatable random numbers; the seed in the test is the whole story.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
