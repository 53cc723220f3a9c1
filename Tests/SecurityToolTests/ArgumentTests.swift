import Testing

@testable import SecurityTool

@Suite("Arguments: as getopt takes them on BSD") struct ArgumentTests {
  private let parser = ArgumentParser(
    name: "try",
    options: [
      .flag("g", ""), .flag("w", ""), .value("s", "service", ""), .promptable("x", "secret", ""), .flag("raw", ""),
      .value("fd", "number", ""),
    ])

  /// Options with their values, then the operands.
  private func parsed(_ arguments: [String]) throws -> [String] {
    let parsed = try parser.parse(arguments)
    return parsed.uses.map { "\($0.option.name)=\($0.value ?? "")" } + parsed.operands
  }

  @Test(arguments: [
    ([], []), (["a", "b"], ["a", "b"]), (["-g", "a"], ["g=", "a"]), (["-gw"], ["g=", "w="]),
    (["-gsname", "a"], ["g=", "s=name", "a"]), (["-gs", "name"], ["g=", "s=name"]), (["-s", "-g"], ["s=-g"]),
    (["-s", ""], ["s="]), (["a", "-g"], ["a", "-g"]), (["-g", "--", "-w"], ["g=", "-w"]), (["-"], ["-"]),
    (["-g", "-", "-w"], ["g=", "-", "-w"]), (["--raw"], ["raw="]), (["--fd", "3", "a"], ["fd=3", "a"]),
    (["--fd=3"], ["fd=3"]), (["--fd="], ["fd="]), (["-x"], ["x="]), (["-x", "value"], ["x=value"]),
    (["-xvalue"], ["x=value"]), (["-gx"], ["g=", "x="]), (["-s", "a=b"], ["s=a=b"]),
  ])
  func `arguments are taken apart`(arguments: [String], expected: [String]) throws {
    #expect(try parsed(arguments) == expected)
  }

  @Test(arguments: [
    (["-z"], "try: illegal option -- z"), (["-gz"], "try: illegal option -- z"),
    (["-s"], "try: option requires an argument -- s"), (["-gs"], "try: option requires an argument -- s"),
    (["--fd"], "try: option requires an argument -- fd"), (["--raw=1"], "try: option takes no argument -- raw"),
    (["--g"], "try: illegal option -- g"), (["--ra"], "try: illegal option -- ra"),
    (["-raw"], "try: illegal option -- r"), (["---"], "try: illegal option -- -"),
  ])
  func `what is no option is refused by name, and nothing else of it is shown`(arguments: [String], message: String) {
    do throws(CommandFailure) {
      _ = try parser.parse(arguments)
      Issue.record("\(arguments) were taken")
    } catch {
      #expect(error.messages == [message])
      #expect(error.exitStatus == .usage)
    }
  }
}

@Suite("The table of commands") struct SubcommandTests {
  @Test func `names and options are each there once`() {
    let names = Subcommand.all.map(\.name)
    #expect(Set(names).count == names.count)
    for subcommand in Subcommand.all {
      let options = subcommand.options.map(\.name)
      #expect(Set(options).count == options.count, "\(subcommand.name)")
    }
  }

  @Test func `a whole name is never taken for another's beginning`() {
    for subcommand in Subcommand.all { #expect(Subcommand.named(subcommand.name)?.name == subcommand.name) }
  }

  @Test(arguments: [
    ("list-keychain", "list-keychains"), ("find-generic", "find-generic-password"), ("find", "find-generic-password"),
    ("add", "add-generic-password"), ("delete-i", "delete-internet-password"), ("un", "unlock-keychain"),
  ])
  func `a name that is cut short means the first that begins so`(name: String, expected: String) {
    #expect(Subcommand.named(name)?.name == expected)
  }

  @Test(arguments: ["", "x", "find-generic-passwords", "Find", " find"])
  func `what no name begins with is no command`(name: String) {
    #expect(Subcommand.named(name) == nil)
  }

  @Test func `help names every command, its options and an example that its options take`() throws {
    let overview = Help.overview
    for subcommand in Subcommand.all {
      #expect(overview.contains("\n    \(subcommand.name) "), "\(subcommand.name)")
      let page = Help.page(of: subcommand)
      for option in subcommand.options { #expect(page.contains("\n    \(option.form) "), "\(option.form)") }
      let words = subcommand.example.split(separator: " ").map(String.init)
      #expect(words.first == subcommand.name)
      _ = try ArgumentParser(name: subcommand.name, options: subcommand.options).parse(Array(words.dropFirst()))
    }
  }
}
