import Foundation
import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Hands every readable match of a query to `body`, with its secret where that is wanted.
  ///
  /// An item whose access control asks for a person is handed over, is skipped or ends the round, as `access` says.
  func copy<Session: StorageSession & ~Copyable>(
    _ query: ItemQuery, itemClass: ItemClass, scope: Scope, _ access: inout CallAccess, in session: borrowing Session,
    wantsSecret: Bool, _ body: (OpenedRow, SecretView) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let groups = try groups(of: query, in: scope, session)
    let plan = try QueryPlan(query, itemClass: itemClass, groups: groups, keyring: keyring)
    if itemClass == .certificate, let filter = CertificateFilter(query.matches, at: settings.clock.now()) {
      return try copyCertificates(
        plan, filter, scope: scope, &access, in: session, wantsSecret: wantsSecret, body)
    }
    try forEachMatch(plan, in: session) { row, sealed throws(KeychainError) in
      if let control = row.accessControl, control.isConstrained {
        return try self.showConstrained(row, control, sealed, wantsSecret: wantsSecret, &access) {
          secret throws(KeychainError) in try body(row, secret) ? .next : .stop
        }
      }
      guard wantsSecret, row.secretGeneration != nil else {
        return try body(row, .none) ? .next : .stop
      }
      return try self.withSecret(of: row, sealed) { secret throws(KeychainError) in
        try body(row, secret) ? .next : .stop
      }
    }
  }

  /// Opens the secret of a row for as long as `body` runs.
  func withSecret(
    of row: OpenedRow, _ sealed: borrowing ItemRow,
    _ body: (SecretView) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Continuation {
    guard let generation = row.secretGeneration else { return try body(.none) }
    return try unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: sealed.secretByteCount)) {
      buffer throws(KeychainError) in
      let outcome = unsafe sealed.openSecret(writtenAt: generation, with: keyring, into: buffer)
      guard case .opened(let byteCount) = outcome else { return try Self.answer(outcome) }
      let padded = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])
      guard let view = unsafe SecretView(padded: padded) else { return .undecodable }
      return try body(view)
    }
  }

  /// The groups a call searches, in order.
  func groups<Session: StorageSession & ~Copyable>(
    of query: ItemQuery, in scope: Scope, _ session: borrowing Session
  ) throws(KeychainError) -> [GroupScope] {
    if case .listed(let groups) = scope.groups, !scope.includesSharingGroups, !query.namesUncommonGroup {
      if groups.count == 1 { return [try self.scope(of: groups[0])] }
      return try groups.map { group throws(KeychainError) in try self.scope(of: group) }
    }
    // Asked for and empty: items in no sharing group, which is not the same as not asked for.
    let sharingGroup = query.attributes.text(.sharingGroup)
    let multiUser = query.attributes.data(.multiUser) ?? []
    if case .listed(let groups) = scope.groups, !scope.includesSharingGroups || sharingGroup != nil {
      var scopes: [GroupScope] = []
      scopes.reserveCapacity(groups.count)
      for group in groups {
        scopes.append(
          try self.scope(
            of: GroupName(accessGroup: group.name, sharingGroup: sharingGroup ?? "", multiUser: multiUser)))
      }
      return scopes
    }
    return try knownGroups(in: session).filter { group in
      scope.contains(AccessGroup(group.name.accessGroup), sharingGroup: group.name.sharingGroup)
        && group.name.multiUser == multiUser
        && (sharingGroup == nil || group.name.sharingGroup == sharingGroup)
    }
  }

  /// Every group that has or had items, by its sealed name.
  private func knownGroups<Session: StorageSession & ~Copyable>(in session: borrowing Session) throws(KeychainError)
    -> [GroupScope]
  {
    let rows = try storage { () throws(StorageError) in try session.accessGroups() }
    var groups: [GroupScope] = []
    for (tag, sealed) in rows {
      do {
        if let name = try keyring.openGroupName(sealed, tag: tag) { groups.append(GroupScope(name: name, tag: tag)) }
      } catch {
        throw KeychainError(error)
      }
    }
    // A name that does not open must not hide the items of its group.
    return groups.count == rows.count ? groups : try groups + unlistedGroups(beside: groups, in: session)
  }

  /// The groups of items that are not among those listed, as the items' own records name them.
  ///
  /// - Throws: `.locked` where a group has items and none of them can say its name.
  private func unlistedGroups<Session: StorageSession & ~Copyable>(
    beside listed: [GroupScope], in session: borrowing Session
  ) throws(KeychainError) -> [GroupScope] {
    var known = Set(listed.map(\.tag))
    var locked: Set<Int64> = []
    var groups: [GroupScope] = []
    try session.forEachItem(ItemSelection(wantsSecret: true)) { row throws(KeychainError) in
      let tag = row.columns.accessGroup
      guard !known.contains(tag) else { return .next }
      switch try wholeState(of: row) {
      case .opened(let item):
        groups.append(GroupScope(name: item.content.groupName, tag: tag))
        known.insert(tag)
      case .locked: locked.insert(tag)
      default: break
      }
      return .next
    }
    guard locked.isSubset(of: known) else { throw .locked }
    return groups
  }
}

extension ItemQuery {
  /// Whether a sharing group or a persona is asked for.
  var namesUncommonGroup: Bool {
    attributes.contains(.sharingGroup) || attributes.contains(.multiUser)
  }
}
