import Testing

@Suite("The article on damage shows what works") struct DamageArticleTests {
  @Test func `its commands, one after the other, find, repair and accept what it says`() throws {
    let article = try Readme("Sources/KeychainKit/KeychainKit.docc/Damage.md")
    let shell = try Newcomer().run(shell: article.blocks(of: "sh").joined())
    #expect(shell.exitCode == 0, "\(shell.errors)")
    #expect(shell.errors == "")
    // Damaged; something to repair; an older file is refused, and to be looked at; what came after it is not there.
    #expect(
      shell.lines.filter { $0.hasPrefix("exit status") }
        == ["exit status 7", "exit status 8", "exit status 52", "exit status 8", "exit status 44"], "\(shell.lines)")
    #expect(shell.lines.contains("correct horse"))
    #expect(shell.lines.contains { $0.contains("the damaged file is kept as") })
    #expect(shell.lines.last == "tr0ub4dor")
  }
}
