import KeychainKit

extension Subcommand {
  static let listKeychains = Subcommand(
    name: "list-keychains", summary: "Shows the keychains that are searched, or sets which are.",
    options: [
      .value("d", "user|system|common|dynamic", "whose list: all but the user's are empty"),
      .flag("s", "sets the list to the keychains named; none empties it"),
      .flag("json", "prints an array of paths"),
    ], operands: "[keychain ...]", example: "list-keychains -s login.keychain work.keychain"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    let domain = try PreferenceDomain(argument: arguments["d"])
    let keychains = invocation.keychains
    guard arguments.has("s") else {
      guard arguments.operands.isEmpty else { throw .usage() }
      let paths = try calling("SecKeychainCopyDomainSearchList") { () throws(KeychainError) in
        domain == .user ? try keychains.searchList.paths() : []
      }
      if arguments.has("json") { return invocation.output.line(JSONText.array(paths.map(JSONText.string))) }
      for path in paths { invocation.output.line("    \"\(path)\"") }
      return
    }
    guard domain == .user else { throw .status("SecKeychainSetDomainSearchList", .readOnly) }
    try calling("SecKeychainSetDomainSearchList") { () throws(KeychainError) in
      var paths: [String] = []
      for name in arguments.operands { paths.append(try keychains.names.path(of: name)) }
      try keychains.searchList.set(paths)
    }
  }
}

/// Whose preferences a command is about.
enum PreferenceDomain: String, CaseIterable {
  case user
  case system
  case common
  case dynamic

  /// The domain whose name begins with the argument; the user's where there is none.
  init(argument: String?) throws(CommandFailure) {
    guard let argument else {
      self = .user
      return
    }
    guard !argument.isEmpty, let domain = Self.allCases.first(where: { $0.rawValue.hasPrefix(argument) }) else {
      throw .usage("-d takes user, system, common or dynamic")
    }
    self = domain
  }
}
