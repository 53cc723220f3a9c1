import KeychainKit

extension Subcommand {
  static let findGenericPassword = find(.generic)
  static let findInternetPassword = find(.internet)

  private static func find(_ kind: PasswordKind) -> Subcommand {
    Subcommand(
      name: "find-\(kind.word)-password", summary: "Shows the first \(kind.word) password that matches.",
      options: kind.attributes.map(\.commandOption) + [
        .flag("g", "shows the secret as well, on the standard error"),
        .flag("w", "prints the secret and nothing else; in hex if it is not printable ASCII"),
        .flag("raw", "with -w: the secret's bytes as they are, and no end of line"),
        .flag("json", "prints an object; with -g or -w with the secret, in base64"),
        PassphraseSource.unlockingOption,
      ], operands: "[keychain ...]",
      example: "find-\(kind.word)-password -s \(kind.place == .service ? "mail" : "example.org") -a ada -w"
    ) { invocation throws(CommandFailure) in
      let arguments = invocation.arguments
      let query = try kind.query(arguments) ?? ItemQuery.all(kind.itemClass).synchronizable(.any)
      let keychains = try invocation.unlockingKeychains(for: "SecKeychainSearchCopyNext")
      let (keychain, item) = try calling("SecKeychainSearchCopyNext") { () throws(KeychainError) in
        try ItemSearch(keychains: try keychains.searched(arguments.operands)).first(query)
      }
      let wantsSecret = ["g", "w", "raw"].contains(where: arguments.has)
      let secret =
        try !wantsSecret
        ? nil
        : calling("SecKeychainItemCopyContent") { () throws(KeychainError) in
          try keychain.secretOrNothing(of: item)
        }
      FoundItem(item: item, keychainPath: keychain.path ?? "", secret: secret).write(arguments, invocation)
    }
  }
}

/// What a search found, as its options want it printed.
struct FoundItem {
  let item: Item
  let keychainPath: String
  let secret: SecretBytes?

  func write(_ arguments: ParsedArguments, _ invocation: Invocation) {
    let output = invocation.output
    if arguments.has("json") {
      return ItemJSON(item: item, keychainPath: keychainPath, secret: secret).write(to: output)
    }
    guard let secret else { return AttributeBlock(item: item, keychainPath: keychainPath).write(to: output) }
    if arguments.has("raw") { return secret.withBytes { output.write($0) } }
    if arguments.has("w") { return writeAlone(secret, output) }
    AttributeBlock(item: item, keychainPath: keychainPath).write(to: output)
    invocation.errors.write("password: ")
    secret.withBytes { invocation.errors.writeShown($0) }
    invocation.errors.write("\n")
  }

  /// The secret on a line: as it is where every byte is printable, otherwise the whole of it in lower-case hex.
  private func writeAlone(_ secret: SecretBytes, _ output: any ByteSink) {
    secret.withBytes { bytes in
      if bytes.isPrintable {
        output.write(bytes)
      } else {
        HexText.lowerCase(bytes).withBytes { output.write($0) }
      }
    }
    output.write("\n")
  }
}
