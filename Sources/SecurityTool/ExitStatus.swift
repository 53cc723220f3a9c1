import KeychainSchema

/// What a command ended with: the status of a keychain call, or one of the tool's own numbers.
struct ExitStatus: Equatable, Sendable {
  /// The number as `-i` reports it: a whole OSStatus, or a small one of ours.
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
  /// A keychain is damaged.
  static let damaged = ExitStatus(number: 7)
  /// Nothing is damaged or lost, and somebody should look.
  static let attention = ExitStatus(number: 8)
}
