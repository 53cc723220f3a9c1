/// The command `keychain-conformance`, without the process around it.
package struct ConformanceCommand {
  private let doors: [DoorEntry]
  private let output: (String) -> Void
  private let errorOutput: (String) -> Void

  /// - Parameters:
  ///   - doors: at least one; the first is the default.
  ///   - output: takes the lines of the report.
  ///   - errorOutput: takes the lines that say why nothing was run.
  package init(doors: [DoorEntry], output: @escaping (String) -> Void, errorOutput: @escaping (String) -> Void) {
    precondition(!doors.isEmpty, "there is no door")
    self.doors = doors
    self.output = output
    self.errorOutput = errorOutput
  }

  /// Runs the command.
  /// - Returns: the exit status: 0 none failed, 1 some failed, 2 the arguments or a file could not be used.
  package func run(_ arguments: [String]) -> Int32 {
    do throws(CommandError) {
      switch try parse(arguments) {
      case .help:
        output(usage)
        return 0
      case .run(let door, let paths):
        // Every file is read before the first case runs: a mistyped name is not found out after a minute.
        let files = try paths.map(readFile)
        return run(files.flatMap(\.cases), through: door)
      }
    } catch {
      errorOutput("keychain-conformance: \(error.reason)")
      if error.showsUsage { errorOutput(usage) }
      return 2
    }
  }

  private func run(_ cases: [ConformanceCase], through door: DoorEntry) -> Int32 {
    let runner = CaseRunner(makeDoor: door.makeDoor)
    var failed = 0
    for conformanceCase in cases {
      let outcome = runner.run(conformanceCase)
      failed += outcome.failure == nil ? 0 : 1
      output(outcome.line)
    }
    output("\(cases.count - failed) passed, \(failed) failed")
    return failed == 0 ? 0 : 1
  }
}

extension ConformanceCommand {
  private enum Request {
    case help
    case run(DoorEntry, paths: [String])
  }

  private struct CommandError: Error {
    let reason: String
    let showsUsage: Bool
  }

  private func parse(_ arguments: [String]) throws(CommandError) -> Request {
    var door = doors[0]
    var paths: [String] = []
    var rest = arguments[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      switch argument {
      case "--" where takesOptions: takesOptions = false
      case "--help" where takesOptions, "-h" where takesOptions: return .help
      case "--through" where takesOptions: door = try findDoor(rest.popFirst())
      case _ where takesOptions && argument.hasPrefix("--through="):
        door = try findDoor(String(argument.dropFirst("--through=".count)))
      case _ where takesOptions && argument.hasPrefix("-"):
        throw CommandError(reason: "there is no option `\(argument)`", showsUsage: true)
      default: paths.append(argument)
      }
    }
    guard !paths.isEmpty else { throw CommandError(reason: "no case file is named", showsUsage: true) }
    return .run(door, paths: paths)
  }

  private func findDoor(_ name: String?) throws(CommandError) -> DoorEntry {
    guard let name else { throw CommandError(reason: "`--through` wants the name of a door", showsUsage: true) }
    guard let door = doors.first(where: { $0.name == name }) else {
      throw CommandError(reason: "there is no door `\(name)`", showsUsage: true)
    }
    return door
  }

  private func readFile(_ path: String) throws(CommandError) -> CaseFile {
    do {
      return try CaseFile(path)
    } catch {
      throw CommandError(reason: error.description, showsUsage: false)
    }
  }

  private var usage: String {
    let doorLines = doors.map { door in
      "      \(door.name)  \(door.summary)"
    }
    return """
      usage: keychain-conformance [--through DOOR] FILE.json ...

      Runs conformance cases, each on an empty keychain in a temporary folder of its own, and prints a line for each:

        PASS id
        FAIL id step N: expected ..., got ...

      and `N passed, N failed` on the last. Step 0 is the case itself, before its first step.

      options:
        --through DOOR  how to reach the engine (default: \(doors[0].name))
      \(doorLines.joined(separator: "\n"))
        --help          print this text

      exit status: 0 none failed; 1 some failed; 2 the arguments or a file could not be used

      example:
        keychain-conformance Tests/ConformanceTests/Cases/add.json
      """
  }
}
