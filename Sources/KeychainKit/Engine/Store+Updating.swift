import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Changes every match, in one transaction.
  ///
  /// An identity that was only ever a pair of rows is no target of its own: certificates are changed, then keys, and
  /// the first that fails ends the call.
  ///
  /// - Parameter generation: where given, an item that was written since is left alone: `.itemChanged`.
  func update(
    _ query: ItemQuery, _ change: ItemChange, request: Request, _ access: inout CallAccess,
    ifGeneration generation: Int64? = nil
  ) throws(KeychainError) {
    for itemClass in query.target.classes {
      try query.check(for: itemClass)
      try change.check(for: itemClass)
      var isDone = false
      while !isDone {
        do throws(KeychainError) {
          try update(query.restricted(to: itemClass), itemClass, change, request, &access, ifGeneration: generation)
          isDone = true
        } catch {
          try access.meet(error)
        }
      }
    }
  }

  private func update(
    _ query: ItemQuery, _ itemClass: ItemClass, _ change: ItemChange, _ request: Request, _ access: inout CallAccess,
    ifGeneration generation: Int64?
  ) throws(KeychainError) {
    try write { session throws(KeychainError) in
      let found = try matches(query, itemClass, request.scope, &access, in: session)
      var count = 0
      for match in found
      where try update(match, change, query, request, &access, ifGeneration: generation, in: session) {
        count += 1
      }
      guard count > 0 else { throw notFound }
    }
  }

  /// Changes one match; false where it cannot be read whole, and so is not there.
  private func update(
    _ match: MatchedRow, _ change: ItemChange, _ query: ItemQuery, _ request: Request, _ access: inout CallAccess,
    ifGeneration generation: Int64?, in session: borrowing WriteSession
  ) throws(KeychainError) -> Bool {
    // Extra fields that are not named stay, and a password's key is found by what the secret begins with.
    let needsSecret =
      change.newProtection != nil
      || (change.changesSecret && (match.itemClass == .internetPassword || match.isUnderPassword))
    // One that stays is opened all the same: SQLite writes it again with the row, from pages that a disk may just have
    // read wrong without an error. What does not open is read once more past the cache.
    let found = try state(
      ofRow: match.id, match.itemClass, in: match.group, withSecret: needsSecret || !change.changesSecret, session)
    guard let stored = try readable(found) else { return false }
    if let generation, stored.columns.generation != generation { throw .itemChanged }
    let changed = try changed(stored, by: change, &access) { content throws(KeychainError) in
      try self.judge(content, request)
    }
    guard let content = changed else {
      if let row = try undecodableRow(match.id, in: session) { undecodable.note(row) }
      return false
    }
    let resealsSecret = change.changesSecret || needsSecret
    try rewrite(
      stored, as: content, secret: resealsSecret ? .seal : .keep(generation: stored.secretGeneration),
      leavesTombstone: query.leavesTombstones, in: session)
    return true
  }

  /// What was read, or nil where it is as good as not there; the metadata alone opened before.
  private func readable(_ state: RowState) throws(KeychainError) -> StoredItem? {
    switch state {
    case .opened(let stored): return stored
    case .undecodable(let row): undecodable.note(row)
    case .keyDestroyed, .absent: break
    case .locked: throw .locked
    case .newer: throw .newerVersion
    case .keyMissing: throw missingKey()
    }
    return nil
  }

  /// The rules about an item as it would be written.
  private func judge(_ content: ItemContent, _ request: Request) throws(KeychainError) {
    var request = request
    request.item = WrittenItem(
      protection: try content.protection, isSynchronizable: content.isSynchronizable,
      hasSharingGroup: content.attributes.contains(.sharingGroup))
    try Policy.require(request, at: .item)
  }

  /// The numbers of the rows that match, so that no cursor is open while they change.
  func matches<Session: StorageSession & ~Copyable>(
    _ query: ItemQuery, _ itemClass: ItemClass, _ scope: Scope, _ access: inout CallAccess,
    in session: borrowing Session
  ) throws(KeychainError) -> [MatchedRow] {
    var found: [MatchedRow] = []
    try copy(query, itemClass: itemClass, scope: scope, &access, in: session, wantsSecret: false) {
      row, _ throws(KeychainError) in
      found.append(
        MatchedRow(
          id: row.id, itemClass: row.itemClass, group: row.group.name,
          isUnderPassword: row.accessControl?.needsApplicationPassword ?? false))
      return true
    }
    return found
  }
}

extension ItemChange {
  /// The same of what an update sets.
  func check(for itemClass: ItemClass) throws(KeychainError) {
    try attributes.check(for: itemClass)
  }
}

extension AttributeSet {
  /// Refuses an attribute that items of the class do not have.
  fileprivate func check(for itemClass: ItemClass) throws(KeychainError) {
    for entry in entries {
      guard let attribute = Attribute(code: entry.code), !attribute.belongs(to: itemClass) else { continue }
      throw .noSuchAttribute(entry.code.text)
    }
  }
}

/// A row that an update or delete is about.
struct MatchedRow {
  let id: Int64
  let itemClass: ItemClass
  let group: GroupName
  /// Whether its secret is sealed under a password of the application's.
  var isUnderPassword = false
}

extension ItemQuery {
  /// Refuses an attribute that only the other class of an identity has: each is asked by itself, with the whole query.
  func check(for itemClass: ItemClass) throws(KeychainError) {
    try attributes.check(for: itemClass)
  }

  /// The query as it applies to one of the classes of its target.
  func restricted(to itemClass: ItemClass) -> ItemQuery {
    var query = self
    query.target = .items(itemClass)
    return query
  }
}

extension Store {
  /// Writes a row again as `content`, its generation one higher.
  ///
  /// Where the identity changes, a tombstone or an undecodable row in the way makes room; and a synchronizable item
  /// leaves a tombstone under its old identity, so that other devices hear of it. The item keeps its reference.
  @discardableResult
  func rewrite(
    _ stored: StoredItem, as content: ItemContent, secret: ItemSealer.SecretChange,
    leavesTombstone: Bool? = nil, in session: borrowing WriteSession
  ) throws(KeychainError) -> SealedItem {
    var sealed = try sealer.seal(
      content, uuid: stored.columns.uuid, generation: stored.columns.generation + 1,
      clock: versions.tick(at: settings.clock.now(), after: stored.clock), secret: secret, replacing: stored)
    sealed.columns.id = stored.columns.id
    try listGroup(content.groupName, tag: sealed.columns.accessGroup, in: session)
    try overwrite(sealed, content, secret, replacing: stored.columns, in: session)
    let isMoved = sealed.columns.identity != stored.columns.identity
    if isMoved, !stored.content.isTombstone, leavesTombstone ?? stored.content.isSynchronizable {
      try leaveTombstone(of: stored, in: session)
    }
    return sealed
  }

  private func overwrite(
    _ sealed: SealedItem, _ content: ItemContent, _ secret: ItemSealer.SecretChange, replacing current: ItemColumns,
    in session: borrowing WriteSession
  ) throws(KeychainError) {
    guard let holder = try overwritten(sealed, secret, replacing: current, in: session) else { return }
    switch try state(ofRow: holder, content.itemClass, in: content.groupName, withSecret: false, session) {
    case .opened(let other) where other.content.isTombstone: break
    case .locked(let columns) where columns.tombstone == 1: throw .locked
    case .opened, .locked: throw .duplicateItem
    case .newer: throw .newerVersion
    case .keyMissing: throw missingKey()
    case .keyDestroyed, .absent: break
    case .undecodable(let row): try quarantine(row, in: session)
    }
    try storage { () throws(StorageError) in _ = try session.deleteItem(holder) }
    guard try overwritten(sealed, secret, replacing: current, in: session) == nil else {
      throw .internalInconsistency("an identity is taken by a row that was just deleted")
    }
  }

  /// Updates the row, or gives the row that has its new identity.
  private func overwritten(
    _ sealed: SealedItem, _ secret: ItemSealer.SecretChange, replacing current: ItemColumns,
    in session: borrowing WriteSession
  ) throws(KeychainError) -> Int64? {
    do {
      switch secret {
      case .keep:
        unsafe try session.updateItem(
          sealed.columns, replacing: current, metadata: sealed.metadata.span.bytes, secret: .keep)
      case .seal:
        unsafe try session.updateItem(
          sealed.columns, replacing: current, metadata: sealed.metadata.span.bytes,
          secret: .replace(sealed.secret?.span.bytes))
      }
      return nil
    } catch {
      guard case .identityTaken(let holder) = error else { throw KeychainError(error) }
      return holder
    }
  }

  private func leaveTombstone(of stored: StoredItem, in session: borrowing WriteSession) throws(KeychainError) {
    let tombstone = stored.content.tombstone(at: settings.clock.now())
    let sealed = try sealer.seal(
      tombstone, uuid: RandomBytes.identifier(), generation: 1,
      clock: versions.tick(at: settings.clock.now(), after: stored.clock))
    guard try insert(sealed, in: session) == nil else {
      throw .internalInconsistency("the identity an item left is taken")
    }
  }
}
