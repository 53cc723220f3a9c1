import KeychainKit
import Testing

@testable import SecurityTool

@Suite("Interactive lines: words and quotes") struct WordTests {
  private func words(_ line: String) -> [String]? {
    unsafe CommandLineWords.words(of: line.utf8Span.span.bytes)
  }

  @Test(arguments: [
    ("", []), ("   ", []), ("a", ["a"]), ("  a\tb  ", ["a", "b"]), ("''", [""]), ("a ''", ["a", ""]),
    (#""""#, [""]), ("'a b'", ["a b"]), (#""a b"c"#, ["a bc"]), (#"a'b'"c"d"#, ["abcd"]), (#"'"' "'""#, ["\"", "'"]),
    (#"a\ b"#, ["a b"]), (#"\'"#, ["'"]), (#"'\''"#, ["'"]), (#""\"""#, ["\""]), (#"\\"#, [#"\"#]), (#"'\n'"#, ["n"]),
    ("señor", ["señor"]), ("#", ["#"]), ("a;b|c&d$e*", ["a;b|c&d$e*"]),
  ])
  func `a line is taken apart`(line: String, expected: [String]) {
    #expect(words(line) == expected)
  }

  @Test(arguments: ["'", "a '", "\"", #"a "b\""#, #"\"#, #"a\"#, "'a\" b"])
  func `a line that does not end gives no words at all`(line: String) {
    #expect(words(line) == nil)
  }

  @Test func `bytes that are no text give no words`() {
    let bytes: [UInt8] = [0x61, 0x20, 0xFF]
    #expect(unsafe CommandLineWords.words(of: bytes.span.bytes) == nil)
  }

  @Test func `a long line is one command, whole`() throws {
    let fixture = try CommandFixture()
    let secret = String(repeating: "0123456789abcdef", count: 4_096)
    let line = "add-generic-password -a a -s s -w \(secret)\nfind-generic-password -s s -w\n"
    let outcome = try fixture.run(["-i"], input: Array(line.utf8))
    #expect(outcome.text == secret + "\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `every line that is quoted word for word comes back`() throws {
    var numbers = SystemRandomNumberGenerator()
    let letters = Array("ab '\"\\\t$é")
    for _ in 0..<500 {
      let expected = (0..<3).map { _ in
        String((0..<Int.random(in: 0...6, using: &numbers)).compactMap { _ in letters.randomElement(using: &numbers) })
      }
      let line = expected.map { "'" + $0.flatMap { "'\\".contains($0) ? "\\\($0)" : "\($0)" } + "'" }
      #expect(words(line.joined(separator: " ")) == expected, "\(line)")
    }
  }
}
