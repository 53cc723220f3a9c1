import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// What an add does where a live item has its identity.
  enum DuplicateAnswer {
    case refuse
    /// The item there is changed.
    case change(ItemChange)

    /// Whether what is sealed with the secret there outlives the answer.
    var keepsSecrets: Bool {
      switch self {
      case .refuse: false
      case .change: true
      }
    }
  }

  func add(
    _ draft: ItemDraft, request: Request, _ access: inout CallAccess, duplicate: DuplicateAnswer = .refuse
  ) throws(KeychainError) -> (SealedItem, ItemContent) {
    guard let group = request.addedGroup else {
      throw .internalInconsistency("a caller without groups passed the rules")
    }
    let content = try draft.content(in: group, by: request.caller, at: settings.clock.now())
    while true {
      do throws(KeychainError) {
        let item = try write { session throws(KeychainError) in
          try insert(content, duplicate: duplicate, &access, in: session)
        }
        return (item, content)
      } catch {
        try access.meet(error)
      }
    }
  }

  static let batchSize = 500

  /// Adds several items in one transaction: all of them or none.
  func add(_ drafts: [(ItemDraft, Request)], _ access: inout CallAccess) throws(KeychainError) {
    let now = settings.clock.now()
    var contents: [ItemContent] = []
    contents.reserveCapacity(drafts.count)
    for (draft, request) in drafts {
      guard let group = request.addedGroup else {
        throw .internalInconsistency("a caller without groups passed the rules")
      }
      contents.append(try draft.content(in: group, by: request.caller, at: now))
    }
    while true {
      do throws(KeychainError) {
        return try write { session throws(KeychainError) in
          for content in contents { _ = try insert(content, duplicate: .refuse, &access, in: session) }
        }
      } catch {
        try access.meet(error)
      }
    }
  }

  /// Inserts an item; the unique index on its identity is the only check for duplicates.
  func insert(
    _ content: ItemContent, duplicate: DuplicateAnswer, _ access: inout CallAccess, in session: borrowing WriteSession
  ) throws(KeychainError) -> SealedItem {
    var content = content
    if content.needsApplicationPassword {
      if access.sealingKey == nil, let item = try settled(content, duplicate, &access, in: session) { return item }
      content.passwordKey = try access.keyForSealing()
    }
    // Sealing comes before the search for a duplicate: while its class is locked, an add says so and nothing else.
    let sealed = try sealer.seal(
      content, uuid: RandomBytes.identifier(), generation: 1, clock: versions.tick(at: settings.clock.now()))
    try listGroup(content.groupName, tag: sealed.columns.accessGroup, in: session)
    guard let holder = try insert(sealed, in: session) else { return sealed }
    return try replace(holder, with: content, sealed, duplicate: duplicate, &access, in: session)
  }

  /// What becomes of an add before anybody is asked for a password to seal under: its class may be locked, or a live
  /// item be there. Nil: one has to be asked for.
  private func settled(
    _ content: ItemContent, _ duplicate: DuplicateAnswer, _ access: inout CallAccess,
    in session: borrowing WriteSession
  ) throws(KeychainError) -> SealedItem? {
    let probe = try sealer.seal(
      content, uuid: RandomBytes.identifier(), generation: 1, clock: 0, secret: .keep(generation: nil))
    let holder = try storage { () throws(StorageError) in try session.holder(ofIdentity: probe.columns.identity) }
    guard let holder else { return nil }
    let found = try state(
      ofRow: holder, content.itemClass, in: content.groupName, withSecret: duplicate.keepsSecrets, session)
    switch found {
    case .opened(let stored) where !stored.content.isTombstone:
      return try answer(stored, duplicate, &access, in: session)
    case .locked(let columns) where columns.tombstone == 0: throw .duplicateItem
    default: return nil
    }
  }

  /// Inserts a sealed row, or gives the row that has its identity.
  func insert(_ sealed: SealedItem, in session: borrowing WriteSession) throws(KeychainError) -> Int64? {
    do {
      unsafe try session.insertItem(
        sealed.columns, metadata: sealed.metadata.span.bytes, secret: sealed.secret?.span.bytes)
      return nil
    } catch {
      guard case .identityTaken(let holder) = error else { throw KeychainError(error) }
      return holder
    }
  }

  /// Looks at who has the identity: a tombstone is taken over, what cannot be read makes room, an item stays.
  private func replace(
    _ holder: Int64, with content: ItemContent, _ sealed: SealedItem, duplicate: DuplicateAnswer,
    _ access: inout CallAccess, in session: borrowing WriteSession
  ) throws(KeychainError) -> SealedItem {
    let found = try state(
      ofRow: holder, content.itemClass, in: content.groupName, withSecret: duplicate.keepsSecrets, session)
    switch found {
    case .opened(let stored) where stored.content.isTombstone:
      return try rewrite(stored, as: content, secret: .seal, in: session)
    case .opened(let stored):
      if let item = try answer(stored, duplicate, &access, in: session) { return item }
      if let row = try undecodableRow(holder, in: session) { try quarantine(row, in: session) }
    case .locked(let columns) where columns.tombstone == 1: throw .locked
    case .locked: throw .duplicateItem
    case .newer: throw .newerVersion
    case .keyMissing: throw missingKey()
    case .keyDestroyed, .absent: break
    case .undecodable(let row): try quarantine(row, in: session)
    }
    try storage { () throws(StorageError) in _ = try session.deleteItem(holder) }
    guard try insert(sealed, in: session) == nil else {
      throw .internalInconsistency("an identity is taken by a row that was just deleted")
    }
    return sealed
  }

  /// Changes an item as an upsert says: what it does not name stays, whatever an add would have filled in.
  ///
  /// - Returns: nil where what its password sealed does not open, so that it makes room.
  private func answer(
    _ stored: StoredItem, _ duplicate: DuplicateAnswer, _ access: inout CallAccess, in session: borrowing WriteSession
  ) throws(KeychainError) -> SealedItem? {
    guard case .change(let change) = duplicate else { throw .duplicateItem }
    guard let admission = try admission(to: stored, &access) else { return nil }
    guard case .passed = admission else { throw .interactionNotAllowed }
    guard let content = try changed(stored, by: change, &access, { _ in }) else { return nil }
    return try rewrite(stored, as: content, secret: .seal, in: session)
  }
}
