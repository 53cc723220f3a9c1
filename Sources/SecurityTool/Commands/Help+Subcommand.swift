extension Subcommand {
  static let help = Subcommand(
    name: "help", summary: "Shows every command, or how the commands named are used.", operands: "[command ...]",
    example: "help find-generic-password"
  ) { invocation throws(CommandFailure) in
    guard !invocation.arguments.operands.isEmpty else { return invocation.output.line(Help.overview) }
    for name in invocation.arguments.operands {
      guard let subcommand = named(name) else { throw .tool("unknown command \"\(name)\"") }
      invocation.output.line(Help.page(of: subcommand))
    }
  }
}
