import Glibc
import KeychainKit

/// The command `security`, without the process around it.
struct SecurityCommand {
  /// The variables that say where keychains lie.
  var environment: [String: String]
  /// What names beginning with `./` or `../` start from.
  var workingFolder: String
  /// Where lines of `-i` and the secret of `--stdin` are read from.
  var input: Int32
  var output: any ByteSink
  var errors: any ByteSink
  /// Where passphrases are asked for.
  var terminal: any Terminal
  /// What keychains are opened with.
  var options: Keychain.Options
  /// The keychains that stay open, so that a session of `-i` unlocks once.
  var openKeychains = OpenKeychains()

  /// The command as a program: unlocked keychains stay so for the next process, through the kernel's keyring.
  static func ofThisProcess() -> SecurityCommand {
    var options = Keychain.Options()
    options.sharesUnlock = true
    options.protectsProcessMemory = true
    return SecurityCommand(
      environment: ProcessVariables.all, workingFolder: ProcessVariables.workingFolder, input: STDIN_FILENO,
      output: FileSink(descriptor: STDOUT_FILENO), errors: FileSink(descriptor: STDERR_FILENO),
      terminal: ControllingTerminal(), options: options)
  }

  /// Runs one command, or every line of the input.
  func run(_ arguments: [String]) -> ExitStatus {
    let status: ExitStatus
    do throws(CommandFailure) {
      let parsed = try ArgumentParser(name: "security", options: Self.globalOptions).parse(arguments)
      status = run(parsed)
    } catch {
      status = report(error, of: nil)
      errors.line(Help.synopsis)
    }
    // Last: whoever reads the answer has it already.
    openKeychains.makeDueSnapshots()
    return output.hasFailed && status == .success ? .toolError : status
  }

  private func run(_ global: ParsedArguments) -> ExitStatus {
    let runner = SubcommandRunner(
      command: self, echoesCommands: global.has("v"), isQuiet: global.has("q"), isInteractive: false)
    if global.has("h") { return runner.run(["help"] + global.operands) }
    if global.has("i") || global.has("p") {
      return InteractiveSession(runner: runner, prompt: global["p"] ?? "security> ").run()
    }
    guard !global.operands.isEmpty else {
      errors.line(Help.synopsis)
      return .usage
    }
    return runner.run(global.operands)
  }

  static let globalOptions: [CommandOption] = [
    .flag("h", "prints what there is, or how the commands named are used"),
    .flag("i", "reads commands from the input, one a line"),
    .flag("l", "does nothing; accepted for scripts"),
    .value("p", "prompt", "as -i, with another prompt"),
    .flag("q", "keeps messages about failed lines of -i to itself"),
    .flag("v", "prints each command before it runs; secrets are left out"),
  ]
}

extension SecurityCommand {
  /// Writes down why a command failed, and gives its exit status.
  ///
  /// - Parameter subcommand: whose usage is shown where the arguments were wrong.
  func report(_ failure: CommandFailure, of subcommand: Subcommand?) -> ExitStatus {
    for line in failure.messages { errors.line(line) }
    if failure.exitStatus == ExitStatus(.interactionNotAllowed), let refusal = openKeychains.agentRefusal {
      // What was unlocked before is locked here for this reason.
      errors.line("security: \(refusal)")
    }
    if case .usage = failure, let subcommand { errors.line(Help.usage(of: subcommand)) }
    return failure.exitStatus
  }
}
