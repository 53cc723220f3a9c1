/// A row of the table of commands.
struct Subcommand: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  var options: [CommandOption] = []
  /// What may follow the options, as it stands in the usage.
  var operands = ""
  /// Something one might type.
  let example: String
  let run: @Sendable (Invocation) throws(CommandFailure) -> Void
}

extension Subcommand {
  /// Every command; where a name is cut short, the first that begins with it is meant.
  static let all: [Subcommand] = [
    .help, .listKeychains, .createKeychain, .lockKeychain, .unlockKeychain, .setKeychainPassword, .dumpKeychain,
    .addGenericPassword, .addInternetPassword, .findGenericPassword, .deleteGenericPassword, .findInternetPassword,
    .deleteInternetPassword, .listUnlockMethods, .addRecoveryCode, .verifyRecoveryCode, .addExternalSecret,
    .removeUnlockMethod, .recoverKeychain, .exportDeviceSecret, .restoreDeviceSecret, .rotateKeys, .shredKeychain,
    .backUpKeychain, .restoreKeychain, .setKeychainSettings, .showKeychainInfo,
    .verifyKeychain, .repairKeychain, .cloneKeychain,
  ]

  static func named(_ name: String) -> Subcommand? {
    guard !name.isEmpty else { return nil }
    return all.first { $0.name.hasPrefix(name) }
  }
}

/// One run of a command.
struct Invocation {
  let arguments: ParsedArguments
  let command: SecurityCommand
  /// Whether the input holds commands, so that nothing else can be read from it.
  let isInteractive: Bool

  var output: any ByteSink { command.output }
  var errors: any ByteSink { command.errors }
  var keychains: KeychainOpener { KeychainOpener(command: command, isInteractive: isInteractive) }

  /// Opens keychains with the passphrase that `--password-fd` gives, if it does.
  ///
  /// - Parameter call: what a passphrase that cannot be read is reported for.
  func unlockingKeychains(for call: String) throws(CommandFailure) -> KeychainOpener {
    var keychains = keychains
    keychains.passphrase = try PassphraseSource(invocation: self, call: call).given(descriptorOption: "password-fd")
    return keychains
  }
}
