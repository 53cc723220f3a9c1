import KeychainKit

/// Where a person can be asked for a secret.
protocol Terminal: Sendable {
  /// Shows the prompt and reads a line that is not shown.
  func readSecret(_ prompt: String) throws(TerminalError) -> SecretBytes
}

/// Why nobody answered.
enum TerminalError: Error, Equatable {
  /// There is no terminal, or the command does not run in its foreground.
  case absent
  /// The person gave up.
  case cancelled
}

extension TerminalError {
  /// The failure of the call that the secret was for.
  func failure(of call: String) -> CommandFailure {
    switch self {
    case .absent: .status(call, .interactionNotAllowed)
    case .cancelled: .status(call, .userCanceled)
    }
  }
}
