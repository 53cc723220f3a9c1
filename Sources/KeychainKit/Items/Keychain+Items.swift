public import Foundation
public import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Keychain {
  /// Adds an item and gives it back, without its secret.
  ///
  /// - Parameters:
  ///   - item: what identifies the item and what else it has; the class and every attribute count.
  ///   - secret: what is to be kept; nil makes an item without a secret.
  /// - Throws: `.duplicateItem` where an item with this identity exists; then nothing has changed.
  @discardableResult
  public func add(_ item: ItemQuery, secret: SecretBytes? = nil) throws(KeychainError) -> Item {
    var draft = try ItemDraft(item)
    draft.secret.value = secret.map { .bytes($0) }
    return try write(item, draft, .refuse)
  }

  /// Adds an item, or gives the one that is there the new attributes and the new secret, in one transaction.
  ///
  /// What `item` does not name stays as it is: an upsert that names no label keeps the label that is there.
  /// Unlike a delete followed by an add, it never lets another process see a moment without the item.
  @discardableResult
  public func upsert(_ item: ItemQuery, secret: SecretBytes) throws(KeychainError) -> Item {
    var draft = try ItemDraft(item)
    draft.secret.value = .bytes(secret)
    return try write(item, draft, .change(ItemChange(naming: draft)))
  }

  private func write(
    _ item: ItemQuery, _ draft: ItemDraft, _ duplicate: Store.DuplicateAnswer
  ) throws(KeychainError) -> Item {
    let request = Request(.add, by: caller, query: item.mentions)
    try Policy.require(request)
    try item.attributes.check(for: item.target)
    var access = try CallAccess(.add, self)
    let (sealed, content) = try store.add(draft, request: request, &access, duplicate: duplicate)
    return Item(sealed, content.itemClass)
  }

  /// Adds many items, in transactions of at most 500; what was added before a failure stays.
  ///
  /// - Throws: what the first item that could not be added met; its transaction is undone.
  public func add(_ items: some Sequence<(ItemQuery, SecretBytes)>) throws(KeychainError) {
    var drafts: [(ItemDraft, Request)] = []
    var access = try CallAccess(.add, self)
    var allowed: Request?
    for (item, secret) in items {
      let mentions = item.mentions
      // Many items are alike in all that the rules look at: these are judged once.
      let request = allowed.flatMap { $0.query == mentions ? $0 : nil } ?? Request(.add, by: caller, query: mentions)
      if allowed?.query != mentions {
        try Policy.require(request)
        allowed = request
      }
      try item.attributes.check(for: item.target)
      var draft = try ItemDraft(item)
      draft.secret.value = .bytes(secret)
      drafts.append((draft, request))
      if drafts.count == Store.batchSize {
        try store.add(drafts, &access)
        drafts.removeAll(keepingCapacity: true)
      }
    }
    if !drafts.isEmpty { try store.add(drafts, &access) }
  }

  /// The secret of the one item, or of the first, that matches.
  ///
  /// - Throws: `.itemNotFound` where no item matches, or the one that does has no secret; `.locked` where it cannot be
  ///   read now, which is never called absent.
  public func secret(for query: ItemQuery) throws(KeychainError) -> SecretBytes {
    var found: SecretBytes?
    try first(query, wantsSecret: true) { _, secret in found = secret.secret }
    guard let found else { throw .itemNotFound }
    return found
  }

  /// The secret as `Data`, whose memory is wiped when its last copy goes.
  public func data(for query: ItemQuery) throws(KeychainError) -> Data {
    var found: Data?
    try first(query, wantsSecret: true) { _, secret in found = secret.data }
    guard let found else { throw .itemNotFound }
    return found
  }

  /// The first item that matches; its secret stays sealed.
  public func item(matching query: ItemQuery) throws(KeychainError) -> Item {
    var found: Item?
    try first(query, wantsSecret: false) { row, _ throws(KeychainError) in found = try Item(row) }
    guard let found else { throw .itemNotFound }
    return found
  }

  /// Whether an item matches.
  public func contains(_ query: ItemQuery) throws(KeychainError) -> Bool {
    do {
      try first(query, wantsSecret: false) { _, _ in }
      return true
    } catch {
      guard case .itemNotFound = error else { throw error }
      return false
    }
  }

  private func first(
    _ query: ItemQuery, wantsSecret: Bool, _ body: (OpenedRow, SecretView) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let request = Request(.read, by: caller, query: query.mentions)
    try Policy.require(request)
    let itemClass = try query.itemClass
    var access = try CallAccess(.read, self, mode: query.authenticationUI)
    while true {
      do throws(KeychainError) {
        return try first(query, itemClass, request.scope, &access, wantsSecret: wantsSecret, body)
      } catch {
        try access.meet(error)
      }
    }
  }

  private func first(
    _ query: ItemQuery, _ itemClass: ItemClass, _ scope: Scope, _ access: inout CallAccess, wantsSecret: Bool,
    _ body: (OpenedRow, SecretView) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let isFound = try store.read { session throws(KeychainError) in
      var isFound = false
      try store.copy(
        query, itemClass: itemClass, scope: scope, &access, in: session, wantsSecret: wantsSecret
      ) { row, secret throws(KeychainError) in
        isFound = true
        try body(row, secret)
        return false
      }
      return isFound
    }
    guard isFound else { throw store.notFound }
  }
}

extension Keychain {
  /// Changes every item that matches: all of them or none.
  public func update(_ query: ItemQuery, _ changes: ItemChanges) throws(KeychainError) {
    let (change, request) = try judged(changes, query)
    var access = try CallAccess(.update, self, mode: query.authenticationUI)
    try store.update(query, change, request: request, &access)
  }

  /// Changes one item, unless somebody changed it since it was read.
  ///
  /// - Throws: `.itemChanged` where the item was written meanwhile, `.itemNotFound` where it is gone. Nothing has
  ///   changed then.
  public func compareAndSwap(_ item: Item, _ changes: ItemChanges) throws(KeychainError) {
    let (change, request) = try judged(changes, item.query)
    var access = try CallAccess(.update, self)
    try store.update(item.query, change, request: request, &access, ifGeneration: item.generation)
  }

  /// What changes, and the request that asks for it, which the rules allow.
  private func judged(_ changes: ItemChanges, _ query: ItemQuery) throws(KeychainError) -> (ItemChange, Request) {
    let change = try ItemChange(changes, of: query.target)
    let request = Request(
      .update, by: caller, query: query.mentions,
      changes: Mentions(
        accessGroup: change.accessGroup.map { .text($0) } ?? .absent,
        isSynchronizable: change.isSynchronizable == true,
        hasSharingGroup: change.attributes.contains(.sharingGroup),
        privileges: query.withAttributes(changes.attributes).mentions.privileges))
    try Policy.require(request)
    return (change, request)
  }

  /// Deletes every item that matches; how many.
  ///
  /// - Throws: `.itemNotFound` where none does.
  @discardableResult
  public func delete(_ query: ItemQuery) throws(KeychainError) -> Int {
    let request = Request(.delete, by: caller, query: query.mentions)
    try Policy.require(request)
    return try store.delete(query, scope: request.scope)
  }
}

extension Policy {
  /// Throws the first denial of any stage before the item itself is judged.
  static func require(_ request: Request) throws(KeychainError) {
    try require(request, in: .entitlements ... .newGroup)
  }
}
