/// The arguments of one command, taken apart.
struct ParsedArguments {
  /// A use of an option; no value where it has none, or where it is to be asked for.
  struct Use {
    let option: CommandOption
    let value: String?
  }

  /// In the order in which they were given.
  var uses: [Use] = []
  var operands: [String] = []

  func has(_ name: String) -> Bool {
    uses.contains { $0.option.name == name }
  }

  /// The value that was given last.
  subscript(name: String) -> String? {
    uses.last { $0.option.name == name }?.value
  }

  /// Whether a secret stands among the arguments.
  var holdsSecret: Bool {
    uses.contains { $0.option.isSecret && $0.value != nil }
  }
}
