/// One option of a command: a letter, or a word behind two dashes.
struct CommandOption: Sendable {
  enum Value: Sendable {
    case none
    /// What follows, by the name it has in the usage.
    case required(String)
    /// As `required`, and asked for where the option is the last argument.
    case promptable(String)
  }

  let name: String
  let value: Value
  let help: String
  /// Whether the value must not be shown.
  let isSecret: Bool

  static func flag(_ name: String, _ help: String) -> CommandOption {
    CommandOption(name: name, value: .none, help: help, isSecret: false)
  }

  static func value(_ name: String, _ placeholder: String, _ help: String) -> CommandOption {
    CommandOption(name: name, value: .required(placeholder), help: help, isSecret: false)
  }

  static func secret(_ name: String, _ placeholder: String, _ help: String) -> CommandOption {
    CommandOption(name: name, value: .required(placeholder), help: help, isSecret: true)
  }

  static func promptable(_ name: String, _ placeholder: String, _ help: String) -> CommandOption {
    CommandOption(name: name, value: .promptable(placeholder), help: help, isSecret: true)
  }

  /// The option as one types it.
  var dashed: String { name.count == 1 ? "-\(name)" : "--\(name)" }

  /// The option with its value, as it stands in a usage.
  var form: String {
    switch value {
    case .none: dashed
    case .required(let placeholder): "\(dashed) \(placeholder)"
    case .promptable(let placeholder): "\(dashed) [\(placeholder)]"
    }
  }
}
