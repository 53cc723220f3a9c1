import KeychainKit

/// Says on a terminal, at most once a day, that arguments can be seen by other programs.
struct ArgumentWarning {
  let command: SecurityCommand

  func warn(about arguments: ParsedArguments) {
    guard arguments.holdsSecret, command.errors.isTerminal else { return }
    do {
      let names = KeychainNames(environment: command.environment, workingFolder: command.workingFolder)
      let path = try names.location.stateFolder + "/argument-warning"
      let today = String(UTCDate(command.options.clock.now()).digits.prefix(8))
      guard try TextFile.read(path) != today else { return }
      try KeychainFolder.make(for: path)
      try TextFile.replace(path, with: today)
    } catch {
      // Where the day cannot be kept, the warning comes each time.
    }
    command.errors.line(
      """
      security: other programs can see the secret among the arguments while this runs; \
      leave it out to be asked for it, or use --password-fd or --stdin
      """)
  }
}
