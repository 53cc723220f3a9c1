import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  func quarantined() throws(KeychainError) -> [QuarantinedRow] {
    try database.read { session throws(KeychainError) in
      try storage { () throws(StorageError) in try session.quarantined() }
    }
  }

  /// What lies in quarantine, is in `item` no more, and was not accepted by the owner: one row of each item.
  ///
  /// What copies a keychain elsewhere leaves these out, and has to say so.
  func quarantinedAlone() throws(KeychainError) -> [QuarantinedRow] {
    try database.read { session throws(KeychainError) in
      try storage { () throws(StorageError) in
        var named: Set<Identifier> = []
        var alone: [QuarantinedRow] = []
        for row in try session.quarantined() where !row.isAccepted && named.insert(row.uuid).inserted {
          if try session.countItems(ItemSelection(uuid: row.uuid)) == 0 { alone.append(row) }
        }
        return alone
      }
    }
  }

  /// Copies every row that does not open into quarantine and accepts what lies there; how many were new to the owner.
  func acceptQuarantine() throws(KeychainError) -> Int {
    var last: Int64 = 0
    while true {
      let page = try write(isRepair: true) { session throws(KeychainError) in
        try undecodablePage(after: last, in: session) { row throws(KeychainError) in try quarantine(row, in: session) }
      }
      guard let page else { break }
      last = page
    }
    return try write(isRepair: true) { session throws(KeychainError) in
      undecodable.noteQuarantining()
      return try storage { () throws(StorageError) in try session.acceptQuarantine() }
    }
  }

  func acceptQuarantined(_ id: Int64) throws(KeychainError) -> Bool {
    try write(isRepair: true) { session throws(KeychainError) in
      undecodable.noteQuarantining()
      return try storage { () throws(StorageError) in try session.acceptQuarantined(id) }
    }
  }

  /// Hands over the rows of a page that do not open; the number of its last row, nil behind the last page.
  private func undecodablePage(
    after last: Int64, in session: borrowing WriteSession,
    _ body: (UndecodableRows.Row) throws(KeychainError) -> Void
  ) throws(KeychainError) -> Int64? {
    var ids: [Int64] = []
    var end: Int64?
    let selection = ItemSelection(wantsSecret: true, afterID: last)
    try session.forEachItem(selection, limit: Self.batchSize) { row throws(KeychainError) in
      end = row.columns.id
      if case .undecodable = try wholeState(of: row) { ids.append(row.columns.id) }
      return .next
    }
    for id in ids {
      // Once more from the file itself: a bad read is not a bad row.
      if case .undecodable(let row) = try wholeState(ofRow: id, session) { try body(row) }
    }
    return end
  }
}

// MARK: - Back into place

extension Store {
  func examineQuarantine() throws(KeychainError) -> [(item: QuarantinedItem, outcome: QuarantineOutcome)] {
    try read { session throws(KeychainError) in
      _ = try refreshKeys(in: session)
      var results: [(item: QuarantinedItem, outcome: QuarantineOutcome)] = []
      for row in try storage({ () throws(StorageError) in try session.quarantined() }) {
        results.append((QuarantinedItem(row), try prospect(of: row, in: session).outcome))
      }
      return results
    }
  }

  func restoreQuarantine() throws(KeychainError) -> [(item: QuarantinedItem, outcome: QuarantineOutcome)] {
    var results: [(item: QuarantinedItem, outcome: QuarantineOutcome)] = []
    for row in try quarantined() {
      let outcome = try write(isRepair: true) { session throws(KeychainError) in try restore(row, in: session) }
      results.append((QuarantinedItem(row), outcome))
    }
    return results
  }

  private func restore(
    _ row: QuarantinedRow, in session: borrowing WriteSession
  ) throws(KeychainError) -> QuarantineOutcome {
    let prospect = try prospect(of: row, in: session)
    switch prospect {
    case .stays(let outcome): return outcome
    case .isThere: break
    case .opens(let stored, let holder): try put(stored, over: holder, in: session)
    }
    undecodable.noteQuarantining()
    // What it holds is an item again, so that nothing is lost with the copy.
    try storage { () throws(StorageError) in _ = try session.removeQuarantined(row.id) }
    return prospect.outcome
  }

  /// Writes an item that was kept in quarantine, in the place of a tombstone or of a row that does not open.
  private func put(
    _ stored: StoredItem, over holder: Holder?, in session: borrowing WriteSession
  ) throws(KeychainError) {
    var generation = stored.columns.generation
    if let holder {
      if case .undecodable(let row) = holder.state { try quarantine(row, in: session) }
      if case .opened(let tombstone) = holder.state { generation = max(generation, tombstone.columns.generation) }
      try storage { () throws(StorageError) in _ = try session.deleteItem(holder.id) }
    }
    let clock = versions.tick(at: settings.clock.now(), after: stored.clock)
    let sealed = try sealer.seal(
      stored.content, uuid: stored.columns.uuid, generation: generation + 1, clock: clock)
    try listGroup(stored.content.groupName, tag: sealed.columns.accessGroup, in: session)
    guard try insert(sealed, in: session) == nil else {
      throw .internalInconsistency("an identity is taken by a row that was just looked for")
    }
  }

  /// Who has the identity of a row in quarantine.
  private struct Holder {
    let id: Int64
    let state: RowState
  }

  /// What could become of a row in quarantine.
  private enum Prospect {
    case opens(StoredItem, over: Holder?)
    /// The row in `item` that it is a copy of opens.
    case isThere
    case stays(QuarantineOutcome)

    var outcome: QuarantineOutcome {
      switch self {
      case .opens: .restored
      case .isThere: .wasBack
      case .stays(let outcome): outcome
      }
    }
  }

  private func prospect<Session: StorageSession & ~Copyable>(
    of row: QuarantinedRow, in session: borrowing Session
  ) throws(KeychainError) -> Prospect {
    guard let copy = ItemRowCopy(parsing: row.bytes) else { return .stays(.unreadable) }
    switch try wholeState(of: copy) {
    case .opened(let stored): return try prospect(of: stored, copy, in: session)
    case .locked: return .stays(.locked)
    case .newer: return .stays(.newerVersion)
    case .keyDestroyed, .keyMissing, .undecodable, .absent: return .stays(.unreadable)
    }
  }

  private func prospect<Session: StorageSession & ~Copyable>(
    of stored: StoredItem, _ copy: ItemRowCopy, in session: borrowing Session
  ) throws(KeychainError) -> Prospect {
    let columns = copy.columns
    let (found, namesakes) = try storage { () throws(StorageError) in
      (try session.holder(ofIdentity: columns.identity), try session.countItems(ItemSelection(uuid: columns.uuid)))
    }
    guard let id = found else { return namesakes == 0 ? .opens(stored, over: nil) : .stays(.identityTaken) }
    let (isSame, uuid) =
      try session.withItem(id) { row throws(KeychainError) in
        (row.wholeBytes == copy.bytes, row.columns.uuid)
      } ?? (false, .zero)
    if isSame { return .isThere }
    let state = try wholeState(ofRow: id, session)
    guard namesakes == 0 || uuid == columns.uuid else { return .stays(.identityTaken) }
    let holder = Holder(id: id, state: state)
    switch state {
    case .opened(let item) where item.content.isTombstone: return .opens(stored, over: holder)
    case .undecodable, .keyDestroyed: return .opens(stored, over: holder)
    case .opened, .locked, .newer, .keyMissing, .absent: return .stays(.identityTaken)
    }
  }
}
