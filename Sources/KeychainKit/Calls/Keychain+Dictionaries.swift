import Foundation
import KeychainPolicy
import KeychainSchema

/// The four calls on query dictionaries, with the keys, values and answers of Apple's SecItem functions.
///
/// Keys are the texts behind the `kSec…` constants; values are `String`, `Data`, `Date`, `Bool`, numbers,
/// `AccessControl` and what Foundation has for them.
extension Keychain {
  /// Adds an item, as `SecItemAdd` does.
  ///
  /// - Returns: what the return keys ask for, nil where they ask for nothing.
  /// - Throws: `KeychainError`; its `status` is the code `SecItemAdd` answers with. Nothing is stored then.
  @discardableResult
  public func add(_ attributes: [String: Any]) throws(KeychainError) -> Any? {
    try add(ParsedDictionary(attributes))
  }

  /// Finds items, as `SecItemCopyMatching` does.
  ///
  /// - Returns: a bare result or an array, by `kSecMatchLimit`; nil where nothing was asked for.
  /// - Throws: `.itemNotFound` where nothing matches, `.locked` where a match cannot be read now.
  public func copyMatching(_ query: [String: Any]) throws(KeychainError) -> Any? {
    try copyMatching(ParsedDictionary(query))
  }

  /// Changes every item that matches, as `SecItemUpdate` does: all of them or none.
  public func update(_ query: [String: Any], _ attributesToUpdate: [String: Any]) throws(KeychainError) {
    try update(ParsedDictionary(query), ParsedDictionary(attributesToUpdate, role: .changes))
  }

  /// Deletes every item that matches, as `SecItemDelete` does.
  public func delete(_ query: [String: Any]) throws(KeychainError) {
    try delete(ParsedDictionary(query))
  }
}

/// The same for dictionaries that were read from another form.
extension Keychain {
  /// Adds an item.
  package func add(_ dictionary: ParsedDictionary) throws(KeychainError) -> Any? {
    let check = CallCheck(.add, by: caller, query: dictionary)
    let query = try check.add()
    let draft = try ItemDraft(query, dictionary)
    var access = try CallAccess(.add, self, dictionary, query)
    let (item, content) = try store.add(draft, request: check.request, &access)
    return ResultShape(query.results).added(item, content)
  }

  /// Finds items.
  package func copyMatching(_ query: ParsedDictionary) throws(KeychainError) -> Any? {
    let check = CallCheck(.read, by: caller, query: query)
    let parsed = try check.copy(isPlainlyAllowed: isPlainReadAllowed)
    let scope = parsed.target == .identities ? caller.readableScope : check.request.scope
    var access = try CallAccess(.read, self, query, parsed)
    return try store.copyMatching(parsed, scope: scope, &access)
  }

  /// Changes every item that matches.
  package func update(_ query: ParsedDictionary, _ changes: ParsedDictionary) throws(KeychainError) {
    let check = CallCheck(.update, by: caller, query: query, changes: changes)
    let parsed = try check.update()
    let change = try ItemChange(changes, of: parsed.target)
    var access = try CallAccess(.update, self, query, parsed)
    try store.update(parsed, change, request: check.request, &access)
  }

  /// Deletes every item that matches.
  package func delete(_ query: ParsedDictionary) throws(KeychainError) {
    let check = CallCheck(.delete, by: caller, query: query)
    let parsed = try check.delete()
    if parsed.target == .identities, parsed.reference != nil {
      try store.deleteIdentity(parsed, scope: caller.writableScope)
    } else {
      try store.delete(parsed, scope: check.request.scope)
    }
  }
}

extension CallAccess {
  /// As a query dictionary says.
  fileprivate init(
    _ operation: ItemOperation, _ keychain: Keychain, _ dictionary: ParsedDictionary, _ query: ItemQuery
  ) throws(KeychainError) {
    try self.init(
      operation, keychain, context: dictionary.authenticationContext, mode: query.authenticationUI,
      prompt: dictionary.operationPrompt)
  }
}
