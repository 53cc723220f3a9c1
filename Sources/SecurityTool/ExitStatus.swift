import KeychainSchema

/// What a command ended with: the status of a keychain call, or one of the tool's own numbers.
struct ExitStatus: Equatable, Sendable {
  /// The number as `-i` reports it: a whole OSStatus, or 1 or 2.
  let number: Int32

  /// What the process ends with: the lowest eight bits.
  var code: Int32 { number & 0xFF }

  init(number: Int32) {
    self.number = number
  }

  init(_ status: Status) {
    self.init(number: status.rawValue)
  }

  static let success = ExitStatus(number: 0)
  /// There is no such command, or the tool itself could not go on.
  static let toolError = ExitStatus(number: 1)
  /// The arguments are not the command's.
  static let usage = ExitStatus(number: 2)
}
