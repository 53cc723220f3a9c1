import KeychainSchema
import Testing

@Suite("TagInput: what identities, terms and group tags are computed over") struct TagInputTests {
  private func bytes(_ input: borrowing TagInput) -> [UInt8] {
    Records.written(atMost: input.greatestByteCount) { input.write(to: &$0) }
  }

  /// The bytes of ASCII text.
  private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `the identity of a generic password`() throws {
    let values: [Attribute: AttributeValue] = [
      .account: .text("ada"), .service: .text("mail"), .accessGroup: .text("team.a"), .synchronizable: .number(0),
      .multiUser: .data([]),
    ]
    let input = TagInput(
      .identity, itemClass: .genericPassword, group: "team.a",
      values: ItemClass.genericPassword.uniqueness.map { ($0, values[$0]) })
    let expected: [[UInt8]] = [
      ascii("kc1.iden"), [1], [8],
      [6, 0, 0, 0], ascii("team.a"),
      ascii("acct"), [3, 0, 0, 0], ascii("ada"),
      ascii("svce"), [4, 0, 0, 0], ascii("mail"),
      ascii("agrp"), [6, 0, 0, 0], ascii("team.a"),
      ascii("sync"), [1, 0, 0, 0], ascii("0"),
      ascii("vwht"), [0, 0, 0, 0],
      ascii("tkid"), [0, 0, 0, 0],
      ascii("musr"), [0, 0, 0, 0],
      ascii("ggrp"), [0, 0, 0, 0],
    ]
    #expect(bytes(input) == expected.flatMap { $0 })
  }

  @Test func `a term of two attributes, one of them a number in a blob attribute`() {
    let input = TagInput(
      .term, itemClass: .internetPassword, group: "é",
      values: [(.server, .text("example.org")), (.account, .number(258))])
    let expected: [[UInt8]] = [
      ascii("kc1.term"), [2], [2],
      [2, 0, 0, 0], [0xC3, 0xA9],
      ascii("srvr"), [11, 0, 0, 0], ascii("example.org"),
      ascii("acct"), [4, 0, 0, 0], [2, 1, 0, 0],
    ]
    #expect(bytes(input) == expected.flatMap { $0 })
  }

  @Test func `the dates and numbers of a key's identity`() {
    let input = TagInput(
      .identity, itemClass: .key, group: "",
      values: [(.keySizeInBits, .number(256)), (.startDate, .date(-0.0)), (.applicationLabel, .data([0, 0xFF]))])
    let expected: [[UInt8]] = [
      ascii("kc1.iden"), [4], [3],
      [0, 0, 0, 0],
      ascii("bsiz"), [3, 0, 0, 0], ascii("256"),
      ascii("sdat"), [8, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0],
      ascii("klbl"), [2, 0, 0, 0], [0, 0xFF],
    ]
    #expect(bytes(input) == expected.flatMap { $0 })
  }

  @Test func `a join tag names no class and no group`() {
    let input = TagInput(.join, itemClass: nil, group: "", values: [(.applicationLabel, .data([0xAB]))])
    let expected: [[UInt8]] = [
      ascii("kc1.join"), [0], [1],
      [0, 0, 0, 0],
      ascii("klbl"), [1, 0, 0, 0], [0xAB],
    ]
    #expect(bytes(input) == expected.flatMap { $0 })
  }

  @Test func `a group's tag is over its name, and over two more where the row has them`() {
    let plain = TagInput(.group, itemClass: nil, group: "default", values: [])
    #expect(bytes(plain) == ascii("kc1.grp0") + [0, 0] + [7, 0, 0, 0] + ascii("default"))
    let shared = TagInput(
      .group, itemClass: nil, group: "default", values: [(.sharingGroup, .text("family")), (.multiUser, .data([]))])
    let expected: [[UInt8]] = [
      ascii("kc1.grp0"), [0], [2],
      [7, 0, 0, 0], ascii("default"),
      ascii("ggrp"), [6, 0, 0, 0], ascii("family"),
      ascii("musr"), [0, 0, 0, 0],
    ]
    #expect(bytes(shared) == expected.flatMap { $0 })
  }

  @Test func `lengths keep neighbours apart`() {
    let one = TagInput(.term, itemClass: .genericPassword, group: "a", values: [(.service, .text("bc"))])
    let other = TagInput(.term, itemClass: .genericPassword, group: "ab", values: [(.service, .text("c"))])
    #expect(bytes(one) != bytes(other))
  }

  @Test func `text and data are one value, an absent one is an empty one`() {
    func term(_ value: AttributeValue?) -> [UInt8] {
      bytes(TagInput(.term, itemClass: .genericPassword, group: "g", values: [(.service, value)]))
    }
    #expect(term(.text("abc")) == term(.data([0x61, 0x62, 0x63])))
    #expect(term(nil) == term(.text("")))
    #expect(term(.text("abc")) != term(.text("abd")))
  }
}
