import Glibc
import KeychainKit

/// The arguments of this process; nil where one of them is no UTF-8, which no attribute and no passphrase here is.
func processArguments() -> [String]? {
  var arguments: [String] = []
  for index in 1..<max(1, Int(CommandLine.argc)) {
    // The vector has argc entries, each a C string that lives as long as the process.
    guard let entry = unsafe CommandLine.unsafeArgv[index], let text = unsafe String(validatingCString: entry) else {
      return nil
    }
    arguments.append(text)
  }
  return arguments
}

let command = SecurityCommand.ofThisProcess()
guard let arguments = processArguments() else {
  command.errors.line("security: an argument is not UTF-8")
  exit(ExitStatus.usage.code)
}
exit(command.run(arguments).code)
