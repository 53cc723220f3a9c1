import KeychainKit
import KeychainSchema

extension Subcommand {
  static let dumpKeychain = Subcommand(
    name: "dump-keychain", summary: "Shows everything in the keychains named, or in those of the search list.",
    options: [
      .flag("a", "shows a line about access"),
      .flag("d", "shows the secrets"),
      .value("o", "file", "writes into a file that only you can read"),
      .flag("json", "prints an object a line; with -d with the secret, in base64"),
      PassphraseSource.unlockingOption,
    ], operands: "[keychain ...]", example: "dump-keychain login.keychain"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    var sink = invocation.output
    let file = try arguments["o"].map { path throws(CommandFailure) in try OutputFile(path: path) }
    if let file { sink = file.sink }
    let opener = try invocation.unlockingKeychains(for: "SecKeychainSearchCopyNext")
    let keychains = try calling("SecKeychainSearchCopyNext") { () throws(KeychainError) in
      try opener.searched(arguments.operands)
    }
    var status: ExitStatus?
    for keychain in keychains {
      do throws(CommandFailure) {
        try KeychainDump(keychain: keychain, arguments: arguments, sink: sink).write()
      } catch {
        status = status ?? invocation.command.report(error, of: nil)
      }
    }
    if sink.hasFailed { throw .tool("not everything could be written") }
    if let status { throw .reported(status) }
  }
}

/// Writes out what one keychain holds.
struct KeychainDump {
  let keychain: Keychain
  let arguments: ParsedArguments
  let sink: any ByteSink

  /// What can be read is shown even where something else cannot.
  func write() throws(CommandFailure) {
    var failure: CommandFailure?
    for itemClass in ItemClass.allCases {
      do throws(CommandFailure) {
        try calling("SecKeychainSearchCopyNext") { () throws(KeychainError) in try write(itemClass) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func write(_ itemClass: ItemClass) throws(KeychainError) {
    var failure: KeychainError?
    try keychain.forEachItem(matching: ItemQuery.all(itemClass).synchronizable(.any)) { item in
      do throws(KeychainError) {
        if failure == nil { try write(item) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func write(_ item: Item) throws(KeychainError) {
    let path = keychain.path ?? ""
    let secret = arguments.has("d") ? try keychain.secretOrNothing(of: item) : nil
    if arguments.has("json") {
      return ItemJSON(item: item, keychainPath: path, secret: secret).write(to: sink)
    }
    AttributeBlock(item: item, keychainPath: path).write(to: sink)
    if let secret {
      sink.line("data:")
      secret.withBytes { sink.writeShown($0) }
      sink.write("\n")
    }
    if arguments.has("a") { sink.line("access: 0 entries") }
  }
}
