/// The texts of `help` and of wrong arguments, made from the table of commands.
enum Help {
  static let synopsis = "Usage: security [-hilqv] [-p prompt] [command] [command options] [command arguments]"

  /// How one command is used, in one line.
  static func usage(of subcommand: Subcommand) -> String {
    let options = subcommand.options.map { "[\($0.form)]" }
    let words = [subcommand.name] + options + (subcommand.operands.isEmpty ? [] : [subcommand.operands])
    return "Usage: " + words.joined(separator: " ")
  }

  /// Everything there is to say about one command.
  static func page(of subcommand: Subcommand) -> String {
    let width = subcommand.options.map(\.form.count).max() ?? 0
    let options = subcommand.options.map { "    \(padded($0.form, width))  \($0.help)" }
    return ([usage(of: subcommand)] + options + ["", subcommand.summary, "", "    security \(subcommand.example)"])
      .joined(separator: "\n")
  }

  /// The options of the tool itself, and a line for each command.
  static var overview: String {
    let optionWidth = SecurityCommand.globalOptions.map(\.form.count).max() ?? 0
    let nameWidth = Subcommand.all.map(\.name.count).max() ?? 0
    let options = SecurityCommand.globalOptions.map { "    \(padded($0.form, optionWidth))  \($0.help)" }
    let commands = Subcommand.all.map { "    \(padded($0.name, nameWidth))  \($0.summary)" }
    return ([synopsis] + options + ["", "A command's name may be cut short. The commands:"] + commands)
      .joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
