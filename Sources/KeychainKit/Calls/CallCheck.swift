import KeychainPolicy
import KeychainSchema

/// The checks of one call on query dictionaries, in the order that is the call's own.
///
/// The order is interface: a foreign group wins over a malformed query in update and delete, and loses to it in copy
/// and add. Each function is one row of the table. A class, because its dictionaries are too large to be copied about.
/// - Source: SecItemServer.c of Security-61901, restated as facts; Tests/ConformanceTests/Cases/groups.json.
final class CallCheck {
  let request: Request
  private let query: ParsedDictionary
  private let changes: ParsedDictionary?

  init(_ operation: ItemOperation, by caller: Caller, query: ParsedDictionary, changes: ParsedDictionary? = nil) {
    self.query = query
    self.changes = changes
    request = Request(operation, by: caller, query: query.mentions, changes: changes?.mentions ?? Mentions())
  }

  /// - Parameter isPlainlyAllowed: whether the caller may make a read that names no group, which was judged before.
  func copy(isPlainlyAllowed: Bool = false) throws(KeychainError) -> ItemQuery {
    try checkClient()
    if isPlainlyAllowed, isPlain { return try plainCopy() }
    try checkEntitlements()
    let parsed = try query.query()
    try Policy.require(request, in: .askedGroup ... .appClip)
    try checkItemList()
    try checkSystemKeychain()
    try checkMatches(parsed)
    try checkReference(parsed)
    try Policy.require(request, at: .sharing)
    return parsed
  }

  /// The same where no rule has anything to look at.
  private func plainCopy() throws(KeychainError) -> ItemQuery {
    let parsed = try query.query()
    try checkItemList()
    try checkMatches(parsed)
    try checkReference(parsed)
    return parsed
  }

  func add() throws(KeychainError) -> ItemQuery {
    try checkClient()
    try checkAccessControlAndSync(query)
    try checkSkip()
    try checkEntitlements()
    let parsed = try query.query()
    try Policy.require(request, in: .askedGroup ... .appClip)
    try checkItemList()
    try checkSystemKeychain()
    if parsed.matches.isPresent { throw .parameter("an add takes no match key") }
    if parsed.reference?.isLegacy == true { throw .parameter("an add takes no reference to a row") }
    try Policy.require(request, at: .sharing)
    return parsed
  }

  func update() throws(KeychainError) -> ItemQuery {
    try checkClient()
    if let changes { try checkAccessControlAndSync(changes) }
    try checkSkip()
    try checkEntitlements()
    try Policy.require(request, at: .askedGroup)
    let parsed = try query.query()
    try Policy.require(request, at: .appClip)
    try checkItemList()
    try checkSystemKeychain()
    if parsed.matches.isPresent { throw .parameter("an update takes no match key") }
    if !parsed.results.isEmpty { throw .parameter("an update returns nothing") }
    try checkNarrowing(parsed)
    try Policy.require(request, in: .sharing ... .newGroup)
    return parsed
  }

  func delete() throws(KeychainError) -> ItemQuery {
    try checkClient()
    try checkSkip()
    try checkEntitlements()
    try Policy.require(request, at: .askedGroup)
    let parsed = try query.query()
    try Policy.require(request, at: .appClip)
    try checkSystemKeychain()
    if parsed.matches.isPresent { throw .parameter("a delete takes no match key") }
    try checkNarrowing(parsed)
    try Policy.require(request, at: .sharing)
    return parsed
  }
}

extension CallCheck {
  /// What the call may see of items that ask for a person, as its dictionary says.
  func access(to keychain: Keychain, _ parsed: ItemQuery) throws(KeychainError) -> CallAccess {
    try CallAccess(
      request.operation, keychain, context: query.authenticationContext, mode: parsed.authenticationUI,
      prompt: query.operationPrompt)
  }

  /// What a client refuses before it asks anybody.
  private func checkClient() throws(KeychainError) {
    if query.holdsFraction || changes?.holdsFraction == true { throw .fractionalNumber }
    if query.isAccessControlMistyped || changes?.isAccessControlMistyped == true {
      throw .parameter("`accc` must be an access control")
    }
  }

  /// Whether the dictionary names nothing that policy looks at.
  private var isPlain: Bool {
    let mentions = request.query
    return mentions.accessGroup == .absent && !mentions.hasSharingGroup && mentions.privileges.isEmpty
      && !mentions.isSynchronizable && !query.namesAppClip && !query.namesSystemKeychain
  }

  private func checkReference(_ parsed: ItemQuery) throws(KeychainError) {
    if let reference = parsed.reference, !reference.isLegacy, parsed.hasAttributes {
      throw .parameter("a persistent reference and attributes exclude each other")
    }
  }

  private func checkAccessControlAndSync(_ dictionary: ParsedDictionary) throws(KeychainError) {
    if dictionary.accessControl != nil, dictionary.synchronizableFilter == .synchronizable {
      throw .parameter("an item with an access control is never synchronizable")
    }
  }

  private func checkSkip() throws(KeychainError) {
    if query.authenticationUI == .skip { throw .parameter("only a copy skips items that need authentication") }
  }

  private func checkEntitlements() throws(KeychainError) {
    try Policy.require(request, at: .entitlements)
    if query.namesAppClip || changes?.namesAppClip == true { throw .parameter("`clip` cannot be named") }
    try Policy.require(request, in: .dictionaries ... .anyGroup)
  }

  private func checkItemList() throws(KeychainError) {
    if query.hasItemList { throw .parameter("a list of items cannot be used") }
  }

  private func checkSystemKeychain() throws(KeychainError) {
    if query.namesSystemKeychain { throw .systemKeychainNotEntitled }
  }

  private func checkMatches(_ parsed: ItemQuery) throws(KeychainError) {
    let isOfCertificates = parsed.target.classes.contains(.certificate)
    if parsed.matches.isTrustedOnly, isOfCertificates { throw .unimplemented(QueryKey.matchTrustedOnly.rawValue) }
    if !parsed.matches.issuers.isEmpty, !isOfCertificates { throw .unimplemented(QueryKey.matchIssuers.rawValue) }
    if parsed.matches.host != nil, parsed.target != .items(.internetPassword) {
      throw .unimplemented(QueryKey.matchHostOrSubdomainOfHost.rawValue)
    }
  }

  /// A reference narrows an update or delete together with attributes; the old form does not.
  private func checkNarrowing(_ parsed: ItemQuery) throws(KeychainError) {
    if parsed.reference?.isLegacy == true, parsed.hasAttributes {
      throw .parameter("a reference to a row and attributes exclude each other")
    }
  }
}
