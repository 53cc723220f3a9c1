import KeychainKit

extension Subcommand {
  static let deleteGenericPassword = delete(.generic)
  static let deleteInternetPassword = delete(.internet)

  private static func delete(_ kind: PasswordKind) -> Subcommand {
    Subcommand(
      name: "delete-\(kind.word)-password", summary: "Deletes the first \(kind.word) password that matches.",
      options: kind.attributes.map(\.commandOption) + [PassphraseSource.unlockingOption], operands: "[keychain ...]",
      example: "delete-\(kind.word)-password -s \(kind.place == .service ? "mail" : "example.org") -a ada"
    ) { invocation throws(CommandFailure) in
      let arguments = invocation.arguments
      guard let query = try kind.query(arguments) else { throw .usage() }
      let keychains = try invocation.unlockingKeychains(for: "SecKeychainSearchCopyNext")
      let (keychain, item) = try calling("SecKeychainSearchCopyNext") { () throws(KeychainError) in
        try deleteFirst(query, of: try keychains.searched(arguments.operands))
      }
      AttributeBlock(item: item, keychainPath: keychain.path ?? "").write(to: invocation.output)
      invocation.errors.line("password has been deleted.")
    }
  }

  /// Deletes one item; where another process was quicker, the next that matches.
  private static func deleteFirst(
    _ query: ItemQuery, of keychains: [Keychain]
  ) throws(KeychainError) -> (keychain: Keychain, item: Item) {
    while true {
      let found = try ItemSearch(keychains: keychains).first(query)
      do {
        try found.keychain.delete(found.item.query)
        return found
      } catch {
        guard case .itemNotFound = error else { throw error }
      }
    }
  }
}
