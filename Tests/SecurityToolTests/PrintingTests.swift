import KeychainKit
import KeychainSchema
import Testing

@testable import SecurityTool

@Suite("Printing: values, dates, base64") struct PrintingTests {
  private func text(_ secret: SecretBytes) -> String {
    secret.withBytes { bytes in String(decoding: bytes.byteOffsets.map { bytes[byteAt: $0] }, as: UTF8.self) }
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), ("say \"a\"", #""say "a"""#), ("a\\b", #"0x615C62  "a\134b""#),
    ("caf\u{E9}", #"0x636166C3A9  "caf\303\251""#), ("é", "0xC3A9"), ("\0", "0x00"), ("\0\u{1}\u{BB}", "0x0001C2BB"),
    ("a\n", #"0x610A  "a\012""#), ("~ ", #""~ ""#), ("\u{7F}", "0x7F"), ("\\", #"0x5C  "\134""#),
  ])
  func `a value of a block`(value: String, expected: String) {
    #expect(unsafe text(BlobText.shown(value.utf8Span.span.bytes)) == expected)
  }

  @Test(arguments: [
    (0.0, "20010101000000Z"), (737_518_189.9, "20240516020949Z"), (-1, "20001231235959Z"),
    (-978_307_200, "19700101000000Z"), (-978_307_200.5, "19691231235959Z"), (5_097_600, "20010301000000Z"),
    (728_870_399, "20240205235959Z"), (730_857_600, "20240229000000Z"), (-26_524_800, "20000229000000Z"),
    (-.infinity, "00010101000000Z"), (.infinity, "99991231235959Z"), (.nan, "20010101000000Z"),
  ])
  func `a date in UTC`(seconds: Double, expected: String) {
    #expect(UTCDate(seconds).digits == expected)
  }

  @Test func `the text of a date`() {
    #expect(UTCDate(737_518_189).text == "2024-05-16T02:09:49Z")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"), ("\u{3FF}\u{3FF}", "z7/Pvw=="),
  ])
  func `base64 of RFC 4648`(value: String, expected: String) {
    #expect(unsafe text(Base64Text.encoded(value.utf8Span.span.bytes)) == expected)
  }

  @Test(arguments: [("", ""), ("00ff", "00ff"), ("00FF", "00ff"), ("DeadBeef", "deadbeef")])
  func `hex digits, there and back`(digits: String, expected: String) throws {
    let bytes = try #require(HexText.bytes(of: digits))
    #expect(bytes.withBytes { text(HexText.lowerCase($0)) } == expected)
  }

  @Test(arguments: ["0", "0g", "0x00", " 00", "00 ", "é"])
  func `what is no pair of hex digits is refused`(digits: String) {
    #expect(HexText.bytes(of: digits) == nil)
  }

  @Test func `control characters, quotes and backslashes are escaped in JSON`() {
    #expect(JSONText.string("a\"\\\n\t\u{1}\u{7F}é/") == #""a\"\\\n\t\u0001\u007fé/""#)
  }

  @Test func `a block has a line for each attribute, in the order that scripts know`() {
    func tags(_ itemClass: ItemClass) -> [String] { BlockLayout.rows(of: itemClass).map(\.tag) }
    #expect(
      tags(.genericPassword) == [
        "0x00000007 ", "0x00000008 ", #""acct""#, #""cdat""#, #""crtr""#, #""cusi""#, #""desc""#, #""gena""#,
        #""icmt""#,
        #""invi""#, #""mdat""#, #""nega""#, #""prot""#, #""scrp""#, #""svce""#, #""type""#,
      ])
    #expect(
      tags(.internetPassword) == [
        "0x00000007 ", "0x00000008 ", #""acct""#, #""atyp""#, #""cdat""#, #""crtr""#, #""cusi""#, #""desc""#,
        #""icmt""#,
        #""invi""#, #""mdat""#, #""nega""#, #""path""#, #""port""#, #""prot""#, #""ptcl""#, #""scrp""#, #""sdmn""#,
        #""srvr""#, #""type""#,
      ])
    #expect(
      tags(.certificate) == [
        #""alis""#, #""cenc""#, #""ctyp""#, #""hpky""#, #""issu""#, #""labl""#, #""skid""#, #""snbr""#, #""subj""#,
      ])
    #expect(tags(.key).count == 27)
    #expect(tags(.key).first == "0x00000000 " && tags(.key).last == "0x0000001A ")
  }
}
