import Testing

/// The checks themselves, on sources that break the rules: a check that cannot fail protects nothing.
@Suite("Architecture: a forbidden import is found") struct ImportRuleTests {
  @Test(arguments: [
    ("KeychainSchema", "Glibc"), ("KeychainSchema", "Foundation"), ("KeychainSchema", "Synchronization"),
    ("KeychainCrypto", "CSQLite"), ("KeychainCrypto", "KeychainStorage"), ("KeychainCrypto", "Foundation"),
    ("KeychainStorage", "CSodium"), ("KeychainStorage", "KeychainCrypto"), ("KeychainStorage", "KeychainKit"),
    ("KeychainPolicy", "Glibc"), ("KeychainPolicy", "Foundation"), ("KeychainPolicy", "Synchronization"),
    ("KeychainPolicy", "KeychainCrypto"), ("KeychainPolicy", "CLinux"),
    ("KeychainKit", "CSQLite"), ("KeychainKit", "CSodium"), ("KeychainKit", "CLinux"), ("KeychainKit", "Testing"),
    ("SecurityTool", "CSodium"), ("SecurityTool", "KeychainStorage"),
  ])
  func `in every form it can take`(module: String, forbidden: String) throws {
    let room = try #require(ImportTable.rooms.first { $0.module == module })
    for line in [
      "import \(forbidden)", "  import  \(forbidden) // why", "public import \(forbidden)",
      "@testable import \(forbidden)",
      "@_exported public import \(forbidden)", "@_spi(Internals) private import \(forbidden)",
      "import struct \(forbidden).Thing", "import \(forbidden).Part", "import Swift; import \(forbidden)",
      "#if canImport(\(forbidden))\nimport \(forbidden)\n#endif", "/* one */ import \(forbidden)",
      "let text = \"\"\"\n  \\(1)\n  \"\"\"\nimport \(forbidden)",
    ] {
      let problems = room.problems(in: SwiftSource(path: "Bad.swift", text: line))
      #expect(problems.count == 1 && problems[0].contains("\(module) may not import \(forbidden)"), "\(line)")
    }
  }

  @Test func `what only reads like an import is none`() throws {
    let room = try #require(ImportTable.rooms.first { $0.module == "KeychainPolicy" })
    for line in [
      "// import Foundation", "/* import Foundation\n import Glibc /* nested */ import Glibc */",
      "let text = \"import Foundation\"", "let text = \"\"\"\nimport Foundation\n\"\"\"",
      "let text = #\"\"\"\nimport Foundation \"\"\"\nimport Glibc\n\"\"\"#", "let text = #\"\"import Foundation\"#",
      "let text = \"\\\"\\(\"import Foundation\")import Foundation\"", "importFoundation()",
      "let important = Foundation",
    ] {
      #expect(SwiftSource(path: "Good.swift", text: line).imports == [], "\(line)")
      #expect(room.problems(in: SwiftSource(path: "Good.swift", text: line)).isEmpty, "\(line)")
    }
  }

  @Test func `an allowed import is not reported, and lines are counted`() throws {
    let room = try #require(ImportTable.rooms.first { $0.module == "KeychainCrypto" })
    let source = SwiftSource(path: "Box.swift", text: "import CSodium\npackage import KeychainSchema\n\nimport Glibc\n")
    #expect(room.problems(in: source).isEmpty)
    #expect(source.imports.map(\.line) == [1, 2, 4])
    #expect(source.imports.map(\.module) == ["CSodium", "KeychainSchema", "Glibc"])
  }

  @Test func `a test may not speak to a C library that is not its own`() throws {
    let manifest = Manifest(
      """
      .testTarget(name: "CryptoTests", dependencies: ["KeychainCrypto", "CSodium"], swiftSettings: strict),
      .target(name: "TestSupport", dependencies: ["CSQLite"], path: "Tests/TestSupport"),
      .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
      """)
    #expect(manifest.targets.map(\.kind) == ["testTarget", "target", "systemLibrary"])
    #expect(manifest.targets.map(\.name) == ["CryptoTests", "TestSupport", "CSQLite"])
    #expect(manifest.targets.map(\.path) == [nil, "Tests/TestSupport", nil])
    #expect(manifest.targets.map(\.isStrict) == [true, false, false])
    let bad = SwiftSource(path: "Bad.swift", text: "import CSodium\nimport KeychainCrypto\nimport CSQLite")
    #expect(ImportTable.testRoom(manifest.targets[0]).problems(in: bad).count == 2)
    #expect(ImportTable.testRoom(manifest.targets[1]).dependencies == ["CSQLite"])
  }
}
