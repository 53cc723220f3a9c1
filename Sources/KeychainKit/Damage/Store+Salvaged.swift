import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Notes in the mark of a salvaged file that its owner knows; the mark goes once no row waits to be sealed anew.
  func acceptSalvage(in session: borrowing WriteSession) throws(KeychainError) {
    guard var mark = try salvageMark(in: session) else { return }
    mark.isAccepted = true
    try keep(mark, in: session)
  }

  /// Seals the rows anew that a salvage took as they were, because their classes were locked then.
  ///
  /// What does not open after all stays, hidden, and a copy of it goes to quarantine, as with every such row: a later
  /// repair may find a better one in a snapshot.
  func sealSalvaged() throws(KeychainError) {
    guard let mark = state.salvage, !mark.waiting.isEmpty else { return }
    var done = 0
    while let end = try sealSalvaged(after: done) { done = end }
    try judgeState()
  }

  /// Seals a batch of the rows that wait, and takes those from the mark that are done with.
  ///
  /// - Parameter skipped: how many at the start are still locked.
  /// - Returns: how many are locked now; nil where no row is left behind them.
  private func sealSalvaged(after skipped: Int) throws(KeychainError) -> Int? {
    // The end of a repair, so that no number of unreadable rows stands against it.
    try write(isRepair: true) { session throws(KeychainError) in
      guard var mark = try salvageMark(in: session), skipped < mark.waiting.count else { return nil }
      let batch = mark.waiting.dropFirst(skipped).prefix(Self.batchSize)
      var locked: [Identifier] = []
      for uuid in batch where try !isSealedAnew(uuid, in: session) { locked.append(uuid) }
      mark.waiting.replaceSubrange(batch.indices, with: locked)
      try keep(mark, in: session)
      let next = skipped + locked.count
      return next < mark.waiting.count ? next : nil
    }
  }

  private func salvageMark(in session: borrowing WriteSession) throws(KeychainError) -> SalvageMark? {
    try storage { () throws(StorageError) in try session.meta(SalvageMark.key) }.map { SalvageMark($0) }
  }

  private func keep(_ mark: SalvageMark, in session: borrowing WriteSession) throws(KeychainError) {
    try storage { () throws(StorageError) in try session.setMeta(SalvageMark.key, mark.kept?.bytes) }
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
      try mendGroup(item.columns.accessGroup, named: item.content.groupName, in: session)
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
      return true
    case .locked: return false
    case .newer, .keyMissing, .keyDestroyed, .absent: return true
    }
  }
}
