/// Takes arguments apart as getopt does on BSD: options end at the first argument that is none.
///
/// Letters may stand together (`-gs NAME`), a value behind its letter or in the next argument; `--` ends the options.
/// Words behind two dashes take their value from `--word=value` or the next argument.
struct ArgumentParser {
  /// What messages begin with.
  let name: String
  let options: [CommandOption]

  func parse(_ arguments: [String]) throws(CommandFailure) -> ParsedArguments {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    while let argument = rest.first, argument.hasPrefix("-"), argument != "-" {
      rest.removeFirst()
      if argument == "--" { break }
      if argument.hasPrefix("--") {
        try takeWord(argument.dropFirst(2), &rest, &parsed)
      } else {
        try takeLetters(argument.dropFirst(), &rest, &parsed)
      }
    }
    parsed.operands = Array(rest)
    return parsed
  }

  private func takeLetters(
    _ letters: Substring, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
  ) throws(CommandFailure) {
    var letters = letters
    while let letter = letters.popFirst() {
      let option = try option(String(letter))
      if case .none = option.value {
        parsed.uses.append(.init(option: option, value: nil))
        continue
      }
      let value = letters.isEmpty ? try next(option, &rest) : String(letters)
      parsed.uses.append(.init(option: option, value: value))
      return
    }
  }

  private func takeWord(
    _ word: Substring, _ rest: inout ArraySlice<String>, _ parsed: inout ParsedArguments
  ) throws(CommandFailure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = try option(String(parts[0]), isWord: true)
    switch (option.value, parts.count) {
    case (.none, 1): parsed.uses.append(.init(option: option, value: nil))
    case (.none, _): throw .usage("\(name): option takes no argument -- \(option.name)")
    case (.required, 1), (.promptable, 1):
      let value = try next(option, &rest)
      parsed.uses.append(.init(option: option, value: value))
    case (.required, _), (.promptable, _): parsed.uses.append(.init(option: option, value: String(parts[1])))
    }
  }

  /// The next argument as the value of an option; nil where it is to be asked for.
  private func next(_ option: CommandOption, _ rest: inout ArraySlice<String>) throws(CommandFailure) -> String? {
    if let value = rest.popFirst() { return value }
    guard case .promptable = option.value else {
      throw .usage("\(name): option requires an argument -- \(option.name)")
    }
    return nil
  }

  private func option(_ text: String, isWord: Bool = false) throws(CommandFailure) -> CommandOption {
    // A letter is no word: `--a` is as unknown as `-raw`.
    if isWord == (text.count > 1), let option = options.first(where: { $0.name == text }) { return option }
    throw .usage("\(name): illegal option -- \(text)")
  }
}
