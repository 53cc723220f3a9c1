import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Takes the mark of a salvaged file away: its owner knows.
  func acceptSalvage(in session: borrowing WriteSession) throws(KeychainError) {
    let mark = try storage { () throws(StorageError) in try session.meta(SalvageMark.key) }
    // Rows that still wait are sealed anew at the next unlock all the same: each was taken as it was, and is whole.
    if mark != nil { try storage { () throws(StorageError) in try session.setMeta(SalvageMark.key, nil) } }
  }

  /// Seals the rows anew that a salvage took as they were, because their classes were locked then.
  ///
  /// What does not open after all goes to quarantine, as it would have at the salvage.
  func sealSalvaged() throws(KeychainError) {
    guard let mark = state.salvage, !mark.waiting.isEmpty else { return }
    try write { session throws(KeychainError) in
      guard let bytes = try storage({ () throws(StorageError) in try session.meta(SalvageMark.key) }) else { return }
      var mark = SalvageMark(bytes)
      var waiting: [Identifier] = []
      for uuid in mark.waiting where try !isSealedAnew(uuid, in: session) { waiting.append(uuid) }
      mark.waiting = waiting
      try storage { () throws(StorageError) in try session.setMeta(SalvageMark.key, mark.bytes) }
    }
    try judgeState()
  }

  /// Whether nothing is left to be done about a row.
  private func isSealedAnew(_ uuid: Identifier, in session: borrowing WriteSession) throws(KeychainError) -> Bool {
    var id: Int64?
    try session.forEachItem(ItemSelection(uuid: uuid)) { row throws(KeychainError) in
      id = row.columns.id
      return .stop
    }
    guard let id else { return true }
    switch try wholeState(ofRow: id, session) {
    case .opened(let item):
      try mendGroup(of: item, in: session)
      var sealed = try sealer.seal(
        item.content, uuid: uuid, generation: item.columns.generation + 1, clock: item.clock)
      sealed.columns.id = id
      try storage { () throws(StorageError) in
        unsafe try session.updateItem(
          sealed.columns, metadata: sealed.metadata.span.bytes, secret: .replace(sealed.secret?.span.bytes))
      }
      return true
    case .undecodable(let row):
      try quarantine(row, why: .salvage, in: session)
      try storage { () throws(StorageError) in _ = try session.deleteItem(id) }
      return true
    case .locked: return false
    case .newer, .keyMissing, .keyDestroyed, .absent: return true
    }
  }

  /// Writes the name of an item's group anew where it does not open.
  private func mendGroup(of item: StoredItem, in session: borrowing WriteSession) throws(KeychainError) {
    let tag = item.columns.accessGroup
    let known = try storage { () throws(StorageError) in try session.accessGroups() }.first { $0.tag == tag }
    let name: [UInt8]
    do throws(KeyringError) {
      if let known, try keyring.openGroupName(known.name, tag: tag) != nil { return }
      name = try keyring.sealGroupName(item.content.groupName, tag: tag)
    } catch {
      throw KeychainError(error)
    }
    try storage { () throws(StorageError) in try session.setAccessGroup(tag: tag, name: name) }
  }
}
