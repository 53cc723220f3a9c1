/// Finds a command by its name, takes its arguments apart and runs it.
struct SubcommandRunner {
  let command: SecurityCommand
  /// `-v`
  let echoesCommands: Bool
  /// `-q`
  let isQuiet: Bool
  let isInteractive: Bool

  func run(_ words: [String]) -> ExitStatus {
    guard let name = words.first else { return .success }
    guard let subcommand = Subcommand.named(name) else {
      return command.report(.tool("unknown command \"\(name)\""), of: nil)
    }
    do throws(CommandFailure) {
      let arguments = try ArgumentParser(name: name, options: subcommand.options).parse(Array(words.dropFirst()))
      if echoesCommands { echo(name, arguments) }
      if !isInteractive { ArgumentWarning(command: command).warn(about: arguments) }
      try subcommand.run(Invocation(arguments: arguments, command: command, isInteractive: isInteractive))
      return .success
    } catch {
      return command.report(error, of: subcommand)
    }
  }

  private func echo(_ name: String, _ arguments: ParsedArguments) {
    var words: [String] = []
    for use in arguments.uses {
      words.append(use.option.dashed)
      if let value = use.value { words.append(use.option.isSecret ? "***" : value) }
    }
    command.errors.line(([name] + (words + arguments.operands).map { "\"\($0)\"" }).joined(separator: " "))
  }
}
