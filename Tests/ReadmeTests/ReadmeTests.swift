import Testing

@Suite("The README shows what works") struct ReadmeTests {
  let readme: Readme

  init() throws {
    readme = try Readme()
  }

  @Test func `its first Swift lines are a program that is built and run here`() throws {
    #expect(readme.firstBlock(of: "swift") == (try Readme.source("../ReadmeExample/main.swift")))
  }

  @Test func `the Swift lines keep a secret, and the shell lines find it`() throws {
    let newcomer = try Newcomer()
    let swift = try newcomer.run(program: "ReadmeExample")
    #expect(swift.exitCode == 0, "\(swift.errors)")
    #expect(swift.errors == "")
    #expect(swift.lines.prefix(2) == ["13 bytes", "correct horse"])
    #expect(swift.lines.count == 3 && swift.lines[2].hasPrefix("ada 20"), "\(swift.lines)")

    let shell = try newcomer.run(shell: try #require(readme.firstBlock(of: "sh")))
    #expect(shell.exitCode == 0, "\(shell.errors)")
    #expect(shell.errors == "")
    #expect(shell.lines == ["correct horse"])
  }

  @Test func `the shell lines work by themselves`() throws {
    let shell = try Newcomer().run(shell: try #require(readme.firstBlock(of: "sh")))
    #expect(shell.exitCode == 0, "\(shell.errors)")
    #expect(shell.lines == ["correct horse"])
  }

  @Test func `the lines of the article on backups bring back what was deleted`() throws {
    let article = try Readme("Sources/KeychainKit/KeychainKit.docc/BackingUp.md")
    let shell = try Newcomer().run(shell: try #require(article.firstBlock(of: "sh")))
    #expect(shell.exitCode == 0, "\(shell.errors)")
    var lines = shell.lines
    #expect(lines.remove(at: 1).hasPrefix("not in it: the device secret, "))
    #expect(
      lines == [
        "1 items", "would be: added 1, replaced 0, unchanged 0, kept as newer 0, not restored 0",
        "added 1, replaced 0, unchanged 0, kept as newer 0, not restored 0", "correct horse",
      ])
    #expect(shell.errors == "Keychain \"login.keychain\" lock-on-sleep timeout=3600s\n")
  }

  @Test func `code comes within twenty lines, and the whole is short`() throws {
    let code = try #require(readme.lines.firstIndex { $0.hasPrefix("```swift") })
    #expect(code < 20)
    #expect(readme.lines.count < 150)
    #expect(readme.firstBlock(of: "nothing") == nil)
  }
}
