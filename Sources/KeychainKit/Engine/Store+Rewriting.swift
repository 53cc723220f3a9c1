import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Writes a row again as `content`, its generation one higher.
  ///
  /// Where the identity changes, a tombstone or an undecodable row in the way makes room; and a synchronizable item
  /// leaves a tombstone under its old identity, so that other devices hear of it. The item keeps its reference.
  @discardableResult
  func rewrite(
    _ stored: StoredItem, as content: ItemContent, secret: ItemSealer.SecretChange,
    leavesTombstone: Bool? = nil, touching codes: [FourCharacterCode]? = nil, in session: borrowing WriteSession
  ) throws(KeychainError) -> SealedItem {
    var sealed = try sealer.seal(
      content, uuid: stored.columns.uuid, generation: stored.columns.generation + 1,
      clock: versions.tick(at: settings.clock.now(), after: stored.clock), secret: secret, replacing: stored,
      touching: codes)
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
