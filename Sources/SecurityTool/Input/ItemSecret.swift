import Glibc
import KeychainKit

/// Where `add-…-password` takes the secret from: `-w`, `-X`, `--stdin`, or the person at the terminal.
struct ItemSecret {
  let invocation: Invocation
  let call: String

  static let options: [CommandOption] = [
    .promptable("w", "password", "the secret; as the last argument without a value, it is asked for twice"),
    .secret("X", "hex", "the secret in hexadecimal digits"),
    .flag("stdin", "the secret is what the input holds, every byte of it"),
  ]

  /// The secret; empty where none was given.
  ///
  /// - Parameter names: the options that may hold it as text.
  func value(_ names: [String]) throws(CommandFailure) -> SecretBytes {
    let arguments = invocation.arguments
    let given = (names + ["X", "stdin"]).filter(arguments.has)
    guard given.count <= 1 else { throw .usage("the secret is given more than once") }
    switch given.first {
    case nil: return SecretBytes([])
    case "stdin":
      guard !invocation.isInteractive else { throw .usage("--stdin: the input holds the commands") }
      if isatty(invocation.command.input) == 1 { return try asked() }
      return try SecretReader(descriptor: invocation.command.input).everything()
    case "X":
      guard let secret = HexText.bytes(of: arguments["X"] ?? "") else { throw .usage("-X takes pairs of hex digits") }
      return secret
    case let name?:
      if let text = arguments[name] { return SecretBytes(text) }
      return try asked()
    }
  }

  private func asked() throws(CommandFailure) -> SecretBytes {
    try PassphraseSource(invocation: invocation, call: call).askedTwice("password data for new item")
  }
}
