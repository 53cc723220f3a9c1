import Testing

@testable import KeychainCrypto

@Suite("Printed codes")
struct CodeTextTests {
  struct Code: Decodable {
    let bytes: Hex
    let text: String
  }

  struct File: Decodable { let codes: [Code] }

  private static func all() throws -> [Code] { try Vectors.load("codes", as: File.self).codes }

  private func refusal(_ text: String) -> CodeTextError? {
    error(CodeTextError.self) { () throws(CodeTextError) in _ = try RecoveryCode(SecretBytes(text)) }
  }

  @Test func `a number is printed and read as the vectors say`() throws {
    for vector in try Self.all() {
      let number = SecretBytes(vector.bytes.bytes)
      #expect(String(copying: CrockfordText.text(of: number, groupLength: 4)) == vector.text)
      #expect(try CrockfordText.number(SecretBytes(vector.text), byteCount: number.count).isEqual(to: number))
    }
  }

  @Test func `case, blanks, hyphens and the letters that look like digits do not matter`() throws {
    let code = try RecoveryCode(SecretBytes("0024-H36H-2NCS-VRH6-DAQF-6DVV-QZW"))
    for text in [
      "0024h36h2ncsvrh6daqf6dvvqzw", " oO24 H36H\t2NCS VRH6 DAQF 6DVV QZW\n", "0-0-2-4-H36H2NCSVRH6DAQF6DVVQZW--",
    ] {
      #expect(try RecoveryCode(SecretBytes(text)).bytes.isEqual(to: code.bytes))
    }
    let ones = try RecoveryCode(SecretBytes("0004-1061-050R-3GG2-8A1C-60T3-GF6"))
    #expect(try RecoveryCode(SecretBytes("0004-L06i-O50R-3GG2-8AlC-60T3-GF6")).bytes.isEqual(to: ones.bytes))
  }

  @Test func `every single mistyped symbol is noticed, and every pair that changed places`() throws {
    let text = Array("0024H36H2NCSVRH6DAQF6DVVQZW".utf8)
    for index in text.indices {
      for symbol in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8 where symbol != text[index] {
        let other = text.changing(index) { _ in symbol }
        #expect(refusal(String(decoding: other, as: UTF8.self)) != nil)
      }
    }
    for index in text.indices.dropLast() where text[index] != text[index + 1] {
      var other = text
      other.swapAt(index, index + 1)
      #expect(refusal(String(decoding: other, as: UTF8.self)) != nil)
    }
  }

  @Test(arguments: [
    ("", CodeTextError.wrongLength), ("0024-H36H", .wrongLength), ("0024-H36H-2NCS-VRH6-DAQF-6DVV-QZ", .wrongLength),
    ("0024-H36H-2NCS-VRH6-DAQF-6DVV-QZW0", .wrongLength), ("0024-H36H-2NCS-VRH6-DAQF-6DVV-QZX", .wrongCheckSymbol),
    ("0024-H36H-2NCS-VRH6-DAQF-6DVV-Q!W", .unknownSymbol), ("002U-H36H-2NCS-VRH6-DAQF-6DVV-QZW", .unknownSymbol),
    ("8000-0000-0000-0000-0000-0000-000", .unknownSymbol), ("é024-H36H-2NCS-VRH6-DAQF-6DVV-QZW", .unknownSymbol),
  ])
  func `what is no code says why`(text: String, expected: CodeTextError) {
    #expect(refusal(text) == expected)
  }

  @Test func `two codes are two, and neither shows itself in a description`() throws {
    let one = RecoveryCode(.system)
    let two = RecoveryCode(.system)
    #expect(!one.bytes.isEqual(to: two.bytes))
    let text = try #require(String(copying: one.text))
    #expect(text.count == 33 && !"\(one)".contains(text.prefix(4)))
    let secret = DeviceSecretCode(.random())
    #expect(try DeviceSecretCode(secret.text).secret.bytes.isEqual(to: secret.secret.bytes))
    #expect("\(secret)" == "a device secret")
  }
}
