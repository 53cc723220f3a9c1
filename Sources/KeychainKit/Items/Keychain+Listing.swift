import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Keychain {
  /// Every item that matches, without secrets.
  ///
  /// - Throws: `.locked` where a match cannot be read now: a list is whole or there is none. `.damaged` where there is
  ///   none because too much cannot be read at all.
  public func items(matching query: ItemQuery) throws(KeychainError) -> [Item] {
    var items: [Item] = []
    try forEachItem(matching: query) { items.append($0) }
    return items
  }

  /// Hands over every item that matches, a page at a time, so that a million items need no more memory than a hundred.
  ///
  /// No lock and no statement is held while `body` runs: it may call the keychain. Items that others add meanwhile may
  /// or may not be seen.
  /// - Throws: `.locked` where a match cannot be read now, and whatever `body` throws.
  public func forEachItem<Failure: Error>(
    matching query: ItemQuery, _ body: (Item) throws(Failure) -> Void
  ) throws {
    var page = ItemPage()
    var access = try CallAccess(.read, self, mode: query.authenticationUI)
    while let items = try nextPage(of: query, &page, &access) {
      for item in items { try body(item) }
    }
  }

  /// Hands over every item that matches, a page at a time, to a body that throws nothing.
  public func forEachItem(matching query: ItemQuery, _ body: (Item) -> Void) throws(KeychainError) {
    var page = ItemPage()
    var access = try CallAccess(.read, self, mode: query.authenticationUI)
    while let items = try nextPage(of: query, &page, &access) {
      for item in items { body(item) }
    }
  }

  /// - Parameter access: of the whole listing, which asks a person once and not once a page.
  private func nextPage(
    of query: ItemQuery, _ page: inout ItemPage, _ access: inout CallAccess
  ) throws(KeychainError) -> [Item]? {
    let request = Request(.read, by: caller, query: query.mentions)
    try Policy.require(request)
    let itemClass = try query.itemClass
    let start = page
    let items: [Item]?
    (items, page) = try store.page(query, itemClass, request.scope, from: start, &access)
    // Nothing on the first page is nothing at all: where much is unreadable, that is not the same as absent.
    if items == nil, start.isFirst, let reason = store.undecodable.breaker { throw .damaged(reason) }
    return items
  }
}

/// Where a listing stands: in which of the caller's groups, and behind which row.
struct ItemPage {
  /// The groups as the first page found them: one that comes to be meanwhile would shift the others, and the listing
  /// would skip or repeat them.
  var groups: [GroupScope]?
  var groupIndex = 0
  var lastID: Int64 = 0

  static let size = 200

  /// Whether nothing has been listed yet.
  var isFirst: Bool { groupIndex == 0 && lastID == 0 }
}

extension Store {
  fileprivate func page(
    _ query: ItemQuery, _ itemClass: ItemClass, _ scope: Scope, from page: ItemPage, _ access: inout CallAccess
  ) throws(KeychainError) -> ([Item]?, ItemPage) {
    while true {
      do throws(KeychainError) {
        return try read { session throws(KeychainError) in
          try self.page(query, itemClass, scope, from: page, &access, in: session)
        }
      } catch {
        try access.meet(error)
      }
    }
  }

  /// The next items of a listing and where it then stands; nil behind the last.
  private func page<Session: StorageSession & ~Copyable>(
    _ query: ItemQuery, _ itemClass: ItemClass, _ scope: Scope, from page: ItemPage, _ access: inout CallAccess,
    in session: borrowing Session
  ) throws(KeychainError) -> ([Item]?, ItemPage) {
    var page = page
    let groups: [GroupScope]
    if let known = page.groups { groups = known } else { groups = try self.groups(of: query, in: scope, session) }
    page.groups = groups
    while page.groupIndex < groups.count {
      var plan = try QueryPlan(query, itemClass: itemClass, groups: [groups[page.groupIndex]], keyring: keyring)
      plan.resume(after: page.lastID)
      var items: [Item] = []
      try forEachMatch(plan, in: session) { row, sealed throws(KeychainError) in
        page.lastID = row.id
        func take(_: SecretView) throws(KeychainError) -> Continuation {
          items.append(try Item(row))
          return items.count < ItemPage.size ? .next : .stop
        }
        guard let control = row.accessControl, control.isConstrained else { return try take(.none) }
        return try self.showConstrained(row, control, sealed, wantsSecret: false, &access, take)
      }
      if items.count == ItemPage.size { return (items, page) }
      page = ItemPage(groups: groups, groupIndex: page.groupIndex + 1)
      if !items.isEmpty { return (items, page) }
    }
    return (nil, page)
  }
}

extension QueryPlan {
  /// Leaves out the rows up to this number.
  mutating func resume(after id: Int64) {
    for index in selections.indices { selections[index].selection.afterID = id }
  }
}
