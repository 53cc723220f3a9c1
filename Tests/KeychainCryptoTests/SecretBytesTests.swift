import Testing

@testable import KeychainCrypto

@Suite("Secret bytes")
struct SecretBytesTests {
  private struct Refused: Error {}

  @Test func `they hold what they were made from`() {
    #expect(SecretBytes("Grüße").copy == Array("Grüße".utf8))
    #expect(SecretBytes([1, 2, 3]).copy == [1, 2, 3])
    #expect(SecretBytes("").count == 0)
    #expect(SecretBytes([]).withBytes { $0.byteCount } == 0)
    #expect(SecretBytes.random(byteCount: 32).count == 32)
    #expect(!SecretBytes.random(byteCount: 32).isEqual(to: SecretBytes.random(byteCount: 32)))
  }

  @Test func `a literal is its UTF-8`() {
    let secret: SecretBytes = "Grüße"
    #expect(secret.copy == Array("Grüße".utf8))
    let none: SecretBytes = ""
    #expect(none.count == 0)
  }

  @Test func `they become text byte for byte, or not at all`() {
    // "é" in two scalars: equal text, other bytes.
    for text in ["", "Grüße", "e\u{301}", "a\u{0}b"] {
      #expect(String(copying: SecretBytes(text)).map { Array($0.utf8) } == Array(text.utf8))
    }
    for bytes in [[0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      #expect(String(copying: SecretBytes(bytes)) == nil)
    }
  }

  @Test func `equality looks at count and bytes`() {
    #expect(SecretBytes("abc").isEqual(to: SecretBytes([97, 98, 99])))
    #expect(SecretBytes("").isEqual(to: SecretBytes([])))
    #expect(!SecretBytes("abc").isEqual(to: SecretBytes("abd")))
    #expect(!SecretBytes("abc").isEqual(to: SecretBytes("ab")))
    #expect(!SecretBytes("abc").isEqual(to: SecretBytes("abcd")))
  }

  @Test func `an initializer may write less than it asked for, or refuse`() throws {
    let short = unsafe SecretBytes(byteCount: 8) { (memory: UnsafeMutableRawBufferPointer) in
      unsafe memory[0] = 9
      return 1
    }
    #expect(short.copy == [9])
    #expect(throws: Refused.self) {
      try unsafe SecretBytes(byteCount: 8) { (_: UnsafeMutableRawBufferPointer) throws(Refused) in throw Refused() }
    }
    #expect(throws: Refused.self) {
      try SecretBytes("x").withBytes { (_: RawSpan) throws(Refused) in throw Refused() }
    }
  }

  @Test func `nothing prints their content`() {
    let secret = SecretBytes("hunter2")
    #expect(!"\(secret)".contains("hunter2"))
    #expect(!String(reflecting: secret).contains("hunter2"))
    #expect(Mirror(reflecting: secret).children.allSatisfy { !"\($0.value)".contains("hunter2") })
  }

  @Test func `scratch memory is wiped, also where its user throws`() throws {
    // The stack below is reused by the next call of the same size, so that leftovers would be seen.
    func leave() throws(Refused) {
      try unsafe Scratch.withBytes(64) { (memory) throws(Refused) in
        for index in memory.indices { unsafe memory[index] = 0xA7 }
        throw Refused()
      }
    }
    func look() -> Int {
      unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { memory in
        unsafe memory.count { $0 == 0xA7 }
      }
    }
    #expect(throws: Refused.self) { try leave() }
    #expect(look() < 64)
  }
}
