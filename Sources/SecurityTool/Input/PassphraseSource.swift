import Glibc
import KeychainKit

/// Where a command takes a passphrase from: its option, a descriptor, or the person at the terminal.
struct PassphraseSource {
  let invocation: Invocation
  /// The call that a failure is reported for.
  let call: String

  /// The option of commands on items.
  static let unlockingOption = CommandOption.value(
    "password-fd", "number", "reads a passphrase, one line, and unlocks for this command alone")

  /// The passphrase as given by one of two options; nil where neither was.
  func given(option: String, descriptorOption: String) throws(CommandFailure) -> SecretBytes? {
    let arguments = invocation.arguments
    guard arguments.has(descriptorOption) else { return arguments[option].map { SecretBytes($0) } }
    guard !arguments.has(option) else { throw .usage("-\(option) and --\(descriptorOption) exclude each other") }
    return try given(descriptorOption: descriptorOption)
  }

  /// The first line of the descriptor that an option names; nil where it was not given.
  func given(descriptorOption: String) throws(CommandFailure) -> SecretBytes? {
    guard let number = invocation.arguments[descriptorOption] else { return nil }
    guard let descriptor = Int32(number), descriptor >= 0 else {
      throw .usage("--\(descriptorOption) takes the number of a descriptor")
    }
    if invocation.isInteractive, descriptor == invocation.command.input {
      throw .usage("--\(descriptorOption): the input holds the commands")
    }
    if isatty(descriptor) == 1 { throw .usage("--\(descriptorOption): a terminal would show what is typed") }
    guard let secret = try SecretReader(descriptor: descriptor).line() else {
      throw .tool("descriptor \(descriptor) holds no line")
    }
    return secret
  }

  /// Asks once.
  func asked(_ prompt: String) throws(CommandFailure) -> SecretBytes {
    do {
      return try invocation.command.terminal.readSecret(prompt)
    } catch {
      throw error.failure(of: call)
    }
  }

  /// Asks twice for something new, and again where the answers differ, three times in all.
  func askedTwice(_ subject: String) throws(CommandFailure) -> SecretBytes {
    for _ in 0..<3 {
      let first = try asked("\(subject): ")
      if first.isEqual(to: try asked("retype \(subject): ")) { return first }
      invocation.errors.line("security: the two answers differ")
    }
    throw .tool("no two answers were the same")
  }
}
