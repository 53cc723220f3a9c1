import KeychainKit
import KeychainSchema

extension Subcommand {
  static let addGenericPassword = add(.generic)
  static let addInternetPassword = add(.internet)

  private static func add(_ kind: PasswordKind) -> Subcommand {
    // Of generic passwords -p is another name of -w; of internet passwords it is the path.
    let ownOptions = kind.place == .service ? [CommandOption.secret("p", "password", "the secret, as -w")] : []
    let secretOptions = kind.place == .service ? ["w", "p"] : ["w"]
    return Subcommand(
      name: "add-\(kind.word)-password", summary: "Adds \(kind.place == .service ? "a" : "an") \(kind.word) password.",
      options: kind.attributes.map(\.commandOption) + ItemSecret.options + ownOptions + [
        .flag("A", "accepted for scripts: every program may use the item"),
        .value("T", "program", "accepted for scripts: access goes by groups, not by programs"),
        .flag("U", "changes the item if it exists"),
        PassphraseSource.unlockingOption,
      ], operands: "[keychain]",
      example: "add-\(kind.word)-password -U -s \(kind.place == .service ? "mail" : "example.org") -a ada -w"
    ) { invocation throws(CommandFailure) in
      let arguments = invocation.arguments
      guard arguments.has("a"), arguments.has(PasswordKind.placeOption), arguments.operands.count <= 1 else {
        throw .usage()
      }
      let call = "SecKeychainItemCreateFromContent (\(arguments.operands.first ?? "<default>"))"
      var addition = PasswordAddition(kind: kind, attributes: try kind.attributes(in: arguments))
      let keychains = try invocation.unlockingKeychains(for: call)
      let keychain = try calling(call) { () throws(KeychainError) in
        try keychains.open(orDefault: arguments.operands.first)
      }
      addition.secret = try ItemSecret(invocation: invocation, call: call).value(secretOptions)
      try calling(call) { () throws(KeychainError) in
        arguments.has("U") ? try addition.put(into: keychain) : try addition.add(to: keychain)
      }
    }
  }
}

/// A password that is to be in a keychain.
struct PasswordAddition {
  let kind: PasswordKind
  /// What was given.
  let attributes: AttributeSet
  var secret = SecretBytes([])

  init(kind: PasswordKind, attributes: AttributeSet) {
    self.kind = kind
    self.attributes = attributes
  }

  /// Adds it; without a label it is called by its service or server.
  func add(to keychain: Keychain) throws(KeychainError) {
    var item = ItemQuery.all(kind.itemClass)
    for row in kind.attributes { item = item.with(row.attribute, attributes[row.attribute]) }
    if attributes[.label] == nil { item = item.with(.label, attributes[kind.place]) }
    try keychain.add(item, secret: secret)
  }

  /// Changes what was given of the item that is there, in one transaction; adds it where there is none.
  ///
  /// The item is looked for in every group, as a search does: what `find` shows is what changes. Its other attributes,
  /// its group and its protection stay.
  func put(into keychain: Keychain) throws(KeychainError) {
    var changes = ItemChanges.secret(secret)
    changes.attributes = attributes
    while true {
      do {
        return try keychain.update(try keychain.item(matching: identity).query, changes)
      } catch {
        guard case .itemNotFound = error else { throw error }
      }
      do {
        return try add(to: keychain)
      } catch {
        // Somebody else added it meanwhile: it is theirs that changes.
        guard case .duplicateItem = error else { throw error }
      }
    }
  }

  /// What names the item; what was not given has the value that an add fills in.
  private var identity: ItemQuery {
    var query = ItemQuery.all(kind.itemClass)
    for row in kind.attributes where kind.itemClass.uniqueness.contains(row.attribute) {
      let filled: AttributeValue = row.attribute.row.default == .zero ? .number(0) : .text("")
      query = query.with(row.attribute, attributes[row.attribute] ?? filled)
    }
    return query
  }
}
