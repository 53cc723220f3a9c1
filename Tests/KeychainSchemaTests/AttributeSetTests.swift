import KeychainSchema
import Testing

@Suite("AttributeSet: order, replacement, unknown codes") struct AttributeSetTests {
  @Test func `entries stand in ascending order of their codes, however they came`() {
    var generator = SplitMix(seed: 2)
    for _ in 0..<100 {
      var set = AttributeSet()
      for attribute in Attribute.allCases.shuffled(using: &generator) { set[attribute] = .null }
      #expect(set.entries.map(\.code) == AttributeTable.entries.map(\.code))
    }
  }

  @Test func `a second value replaces the first, and nil removes it`() {
    var set = AttributeSet()
    set[.account] = .text("ada")
    set[.service] = .text("mail")
    set[.account] = .text("bob")
    #expect(
      set.entries.map(PlainRecord.init) == [PlainRecord("acct", .text("bob")), PlainRecord("svce", .text("mail"))])
    set[.account] = nil
    #expect(set.entries.map(PlainRecord.init) == [PlainRecord("svce", .text("mail"))])
    set[.account] = nil
    set[.service] = nil
    #expect(set.entries.isEmpty)
  }

  @Test func `an attribute and its code name the same entry`() {
    var set = AttributeSet()
    set["acct"] = .number(1)
    #expect(set[.account].map(PlainValue.init) == .number(1))
    set[.account] = .number(2)
    #expect(set["acct"].map(PlainValue.init) == .number(2))
    #expect(set[.service] == nil)
  }

  @Test func `codes that nobody knows ride along in their place`() throws {
    var set = AttributeSet(minimumCapacity: 3)
    set[.account] = .text("ada")
    set["zzzz"] = .data([1])
    set["#new"] = .boolean(true)
    #expect(set.entries.map(\.code.text) == ["#new", "acct", "zzzz"])
    #expect(try Records.read(padded: Records.padded(set)) == set.entries.map(PlainRecord.init))
  }

  @Test func `appending in ascending order is the same as setting`() {
    var appended = AttributeSet()
    var set = AttributeSet()
    for entry in AttributeTable.entries {
      appended.append(entry.code, .text(entry.key))
      set[entry.attribute] = .text(entry.key)
    }
    #expect(appended.entries.map(PlainRecord.init) == set.entries.map(PlainRecord.init))
  }

  @Test func `a copy does not follow the original`() {
    var original = AttributeSet()
    original[.account] = .text("ada")
    let copy = original
    original[.account] = nil
    #expect(copy[.account].map(PlainValue.init) == .text([0x61, 0x64, 0x61]))
  }
}
