import Conformance
import Foundation

/// Writes a line at once, so that a crash of the engine loses none before it.
func write(_ line: String, to handle: FileHandle) {
  handle.write(Data((line + "\n").utf8))
}

let command = ConformanceCommand(
  doors: DoorEntry.all,
  output: { write($0, to: .standardOutput) },
  errorOutput: { write($0, to: .standardError) }
)
exit(command.run(Array(CommandLine.arguments.dropFirst())))
