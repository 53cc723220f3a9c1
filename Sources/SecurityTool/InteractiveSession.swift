import Glibc
import KeychainKit

/// `-i`: runs every line of the input as a command.
struct InteractiveSession {
  let runner: SubcommandRunner
  let prompt: String

  /// - Returns: what the last command ended with.
  func run() -> ExitStatus {
    let runner = SubcommandRunner(
      command: runner.command, echoesCommands: runner.echoesCommands, isQuiet: runner.isQuiet, isInteractive: true)
    let asksPerson = isatty(runner.command.input) == 1
    var status = ExitStatus.success
    while true {
      if asksPerson { runner.command.output.write(prompt) }
      let line: SecretBytes?
      do throws(CommandFailure) {
        line = try SecretReader(descriptor: runner.command.input).line()
      } catch {
        return runner.command.report(error, of: nil)
      }
      guard let line else { return status }
      guard let words = line.withBytes({ CommandLineWords.words(of: $0) }) else {
        status = runner.command.report(.tool("a quote or a backslash of this line is not finished"), of: nil)
        continue
      }
      guard let name = words.first else { continue }
      if ["quit", "exit"].contains(name) { return status }
      status = runner.run(words)
      if status != .success, !runner.isQuiet { runner.command.errors.line("\(name): returned \(status.number)") }
    }
  }
}
