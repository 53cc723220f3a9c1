import Testing

@Suite("The article on damage shows what works") struct DamageArticleTests {
  @Test func `its commands, one after the other, find, repair and accept what it says`() throws {
    let article = try Readme("Sources/KeychainKit/KeychainKit.docc/Damage.md")
    let shell = try Newcomer().run(shell: article.blocks(of: "sh").joined())
    #expect(shell.exitCode == 0, "\(shell.errors)")
    // A kernel that keeps no keys is told of where a keychain with a passphrase is made.
    #expect(shell.errors.split(separator: "\n").allSatisfy { $0.contains("kernel keyring") }, "\(shell.errors)")
    // Damaged; something to repair; somebody should look at quarantine; twice nothing comes out of it; an older file is
    // refused, and to be looked at; what came after it is not there.
    #expect(
      shell.lines.filter { $0.hasPrefix("exit status") }.map { $0.dropFirst("exit status ".count) }
        == ["7", "8", "8", "8", "8", "52", "8", "44"], "\(shell.lines)")
    #expect(shell.lines.contains("correct horse"))
    #expect(shell.lines.contains { $0.contains("the damaged file is kept as") })
    let listed = shell.lines.filter { $0.hasPrefix("    quarantined 1, genp, ") }
    #expect(listed.count == 1 && listed.allSatisfy { $0.hasSuffix(" bytes, not accepted") })
    #expect(shell.lines.last == "tr0ub4dor")
    var rest = shell.lines[...]
    let answers = article.blocks(of: "text").map { $0.split(separator: "\n").map(String.init) }
    #expect(answers.count == 4)
    for answer in answers {
      let place = try #require(rest.firstRange(of: answer), "\(answer) does not come in \(rest)")
      rest = rest[place.upperBound...]
    }
  }
}
