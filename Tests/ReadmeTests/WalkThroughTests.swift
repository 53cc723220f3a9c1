import Testing

/// Documents that lead somebody out of trouble, each followed to the letter.
@Suite("Walk-throughs show what works") struct WalkThroughTests {
  private static let folder = "Sources/KeychainKit/KeychainKit.docc"

  @Test func `recovering: every block of commands works in the folder that the ones before left`() throws {
    let page = try Readme("\(Self.folder)/Recovering.md")
    let blocks = page.blocks(of: "sh")
    #expect(blocks.count == 7)
    let newcomer = try Newcomer()
    var printed: [[String]] = []
    for block in blocks {
      let outcome = try newcomer.run(shell: block)
      #expect(outcome.exitCode == 0, "\(block)\(outcome.errors)")
      printed.append(outcome.lines)
    }
    #expect(printed.map(\.count) == [2, 1, 0, 0, 1, 1, 6])
    for index in [1, 4, 5] { #expect(printed[index] == ["secret"]) }
    #expect(printed[6].contains("exit status 8"))
    #expect(printed[0].contains { $0.contains("passphrase, 3 passes over 256 MiB") })
  }
}
