import KeychainKit
import KeychainSchema

/// Why a command did not do what it was asked.
enum CommandFailure: Error {
  /// The arguments are not the command's; the text, where there is one, says which.
  case usage(String? = nil)
  /// The tool could not go on, for a reason of its own.
  case tool(String)
  /// A call of the keychain failed.
  case call(String, KeychainError)
  /// A call failed with a status that no error of the keychain stands behind.
  case status(String, Status)
  /// What failed was written down already.
  case reported(ExitStatus)

  var exitStatus: ExitStatus {
    switch self {
    case .usage: .usage
    case .tool: .toolError
    case .call(_, let error): ExitStatus(error.status)
    case .status(_, let status): ExitStatus(status)
    case .reported(let status): status
    }
  }

  /// The lines for the standard error: the message that programs compare, then what it leaves out.
  var messages: [String] {
    switch self {
    case .usage(let text): text.map { [$0] } ?? []
    case .tool(let text): ["security: \(text)"]
    case .call(let call, let error):
      ["security: \(call): \(error.status.message)"] + (error.saysMoreThanStatus ? ["security: \(error)"] : [])
    case .status(let call, let status): ["security: \(call): \(status.message)"]
    case .reported: []
    }
  }
}

extension KeychainError {
  /// Whether the message of the status alone would leave the reader without the reason.
  fileprivate var saysMoreThanStatus: Bool {
    switch self {
    case .itemNotFound, .duplicateItem, .wrongPassphrase, .interactionNotAllowed, .locked, .noSuchKeychain,
      .keychainExists, .noSuchClass, .userCanceled:
      false
    default:
      true
    }
  }
}

/// Runs a call of the keychain; its failure carries the name that stands in the message.
func calling<Result>(
  _ name: String, _ body: () throws(KeychainError) -> Result
) throws(CommandFailure) -> Result {
  do {
    return try body()
  } catch {
    throw .call(name, error)
  }
}
