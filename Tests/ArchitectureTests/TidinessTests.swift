import Testing

@Suite("Tidiness: every source keeps the rules of the house") struct TidinessTests {
  @Test func `no source breaks a rule`() throws {
    let manifest = SwiftSource(path: "Package.swift", text: try Repository.text(of: "Package.swift"))
    let folders = ["schema", "Sources", "Tests", "Benchmarks", "Examples"]
    let sources = try folders.flatMap { try Repository.sources(below: $0) }
    for problem in (sources + [manifest]).flatMap(Tidiness.problems(in:)) { Issue.record("\(problem)") }
  }

  @Test func `no library prints`() throws {
    for room in ImportTable.rooms where room.module.hasPrefix("Keychain") {
      let sources = try Repository.sources(below: room.folder)
      for problem in sources.flatMap(Tidiness.libraryProblems(in:)) { Issue.record("\(problem)") }
    }
  }

  @Test func `no file is too long to read`() throws {
    for source in try ["schema", "Sources"].flatMap({ try Repository.sources(below: $0) }) {
      #expect(source.proseLineCount <= Tidiness.longestFile, "\(source.path)")
      if source.proseLineCount > Tidiness.wantedFile {
        Issue.record("\(source.path) has \(source.proseLineCount) lines: is it two nouns?", severity: .warning)
      }
    }
  }
}

/// The checks themselves, on sources that break the rules.
@Suite("Tidiness: a broken rule is found") struct TidinessRuleTests {
  private func problems(_ text: String, path: String = "Box.swift") -> [String] {
    Tidiness.problems(in: SwiftSource(path: path, text: text))
  }

  @Test(arguments: [
    "let value = try! make()", "fatalError()", "Swift.fatalError(\"text\")", "let text = \"\\(try! make())\"",
    "// TO" + "DO: later", "/// FIX" + "ME", "let text = \"XX" + "X\"",
    String(repeating: "x", count: 121), "final class Cache: @unchecked Sendable {}",
    "nonisolated(unsafe) var count = 0",
    "// They never change.\nnonisolated(unsafe) let a: P\nlet c = 1\nnonisolated(unsafe) let b: P",
    "// about something else\n\nnonisolated(unsafe) var count = 0",
    "// swift-format-ignore\nlet table = [\n]\nlet text = \"" + String(repeating: "x", count: 121) + "\"",
  ])
  func `one is reported once`(text: String) {
    #expect(problems(text).count == 1, "\(problems(text))")
  }

  @Test(arguments: [
    "let value = try make()", "// try! is never right", "let text = \"try! fatalError\"", "let fatalErrorCount = 1",
    "let path = \"box-XXXXXX\"", String(repeating: "é", count: 120), "final class Cache: Sendable {}",
    "// The mutex guards it.\nfinal class Cache: @unchecked Sendable {}",
    "// The mutex guards it.\n@safe\nfinal class Cache: @unchecked Sendable {}",
    "// They never change.\n  nonisolated(unsafe) let a: P\n  nonisolated(unsafe) let b: P",
    "nonisolated(unsafe) var count = 0  // set before the first thread starts",
    "  // swift-format-ignore\n  static let table = [\n    " + String(repeating: "x", count: 200) + "\n  ]",
  ])
  func `a kept rule is not reported`(text: String) {
    #expect(problems(text).isEmpty, "\(problems(text))")
  }

  @Test(arguments: ["Types", "StringUtils", "Common", "Helpers", "Helper", "Util"])
  func `a file named after a layer is reported`(name: String) {
    #expect(problems("", path: "Sources/KeychainKit/\(name).swift").count == 1)
  }

  @Test(arguments: ["Keybag", "ItemClass", "Keybag+Slots", "Typesetting", "CredentialHelper"])
  func `a file named for a noun is not`(name: String) {
    #expect(problems("", path: "Sources/KeychainKit/\(name).swift").isEmpty)
  }

  @Test func `a print is reported, and what only ends like one is not`() {
    func count(_ text: String) -> Int {
      Tidiness.libraryProblems(in: SwiftSource(path: "Box.swift", text: text)).count
    }
    for text in [
      "print(1)", "  print(secret)", "Swift.print(1)", "debugPrint(1)", "{ print($0) }", "f(\"\\(print(1))\")",
    ] {
      #expect(count(text) == 1, "\(text)")
    }
    for text in ["// print(1)", "\"print(1)\"", "fingerprint(1)", "printer.print(1)", "let print = 1"] {
      #expect(count(text) == 0, "\(text)")
    }
  }
}
