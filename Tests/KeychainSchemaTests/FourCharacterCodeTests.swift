import KeychainSchema
import Testing

@Suite("Four-character codes") struct FourCharacterCodeTests {
  @Test func `a code is its bytes, the first letter in the highest`() {
    let code: FourCharacterCode = "acct"
    #expect(code.value == 0x6163_6374)
    #expect(code.bytes == [0x61, 0x63, 0x63, 0x74])
    #expect(code.text == "acct")
    #expect(FourCharacterCode(value: 0x6163_6374) == code)
    #expect(FourCharacterCode("acct") == code)
  }

  @Test(arguments: ["", "a", "acc", "accts", "æcct", "éé ", "𝄞x"])
  func `text that is not four bytes long is no code`(text: String) {
    #expect(FourCharacterCode(text) == nil)
  }

  @Test(arguments: ["ééé", "éé", "𝄞", "a\0b\0", "ftp "])
  func `four bytes are what counts, not four letters`(text: String) {
    let code = FourCharacterCode(text)
    #expect((code != nil) == (text.utf8.count == 4))
    #expect(code?.text == (text.utf8.count == 4 ? text : nil))
  }

  @Test func `order is the order of the bytes`() {
    let ascending: [FourCharacterCode] = ["#hlc", "#sgn", "UUID", "acct", "accu", "bin0", "binn", "ÿÿ"]
    #expect(ascending.map(\.value) == ascending.map(\.value).sorted())
    for (left, right) in zip(ascending, ascending.dropFirst()) {
      #expect(left < right && !(right < left))
      #expect(left.bytes.lexicographicallyPrecedes(right.bytes))
    }
  }
}
