import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Deletes every match; how many.
  ///
  /// Locked and undecodable rows go as well, as long as the whole query is answered by their columns. Certificates go
  /// before keys where the query names identities, and the first that fails ends the call.
  @discardableResult
  func delete(_ query: ItemQuery, scope: Scope) throws(KeychainError) -> Int {
    var count = 0
    for itemClass in query.target.classes {
      try query.check(for: itemClass)
      let deleted = try write { session throws(KeychainError) in
        let doomed = try doomedRows(query.restricted(to: itemClass), itemClass, scope, in: session)
        for row in doomed { try delete(row, query, in: session) }
        return doomed.count
      }
      guard deleted > 0 else { throw notFound }
      count += deleted
    }
    return count
  }

  /// What is known of a row that is to be deleted.
  enum Doom {
    /// Goes without a trace.
    case leaving(RowMark?)
    /// The same, and is read whole first: what the state record takes out is what was written.
    case spread
    /// Goes and leaves a tombstone.
    case buried
    case locked
    case undecodable(UndecodableRows.Row)
    case keyDestroyed
  }

  struct DoomedRow {
    let row: MatchedRow
    let doom: Doom

    init(_ id: Int64, _ itemClass: ItemClass, _ group: GroupScope, _ doom: Doom) {
      row = MatchedRow(id: id, itemClass: itemClass, group: group.name)
      self.doom = doom
    }
  }

  /// Every row the delete takes, judged before any goes: a locked row whose filter cannot be tested ends the call.
  func doomedRows(
    _ query: ItemQuery, _ itemClass: ItemClass, _ scope: Scope, in session: borrowing WriteSession
  ) throws(KeychainError) -> [DoomedRow] {
    let groups = try groups(of: query, in: scope, session)
    return try doomedRows(
      QueryPlan(query, itemClass: itemClass, groups: groups, keyring: keyring), query, in: session)
  }

  func doomedRows(
    _ plan: QueryPlan, _ query: ItemQuery, in session: borrowing WriteSession
  ) throws(KeychainError) -> [DoomedRow] {
    var doomed: [DoomedRow] = []
    guard !plan.isEmpty else { return [] }
    for (group, selection) in plan.selections {
      var unread: [Int64] = []
      try session.forEachItem(selection) { row throws(KeychainError) in
        let id = row.columns.id
        switch try self.doom(of: row, plan, query, group, in: session) {
        case .undecodable: unread.append(id)
        case let doom?: doomed.append(DoomedRow(id, plan.itemClass, group, doom))
        case nil: break
        }
        return .next
      }
      doomed += try doomedRows(unread, plan, query, group, in: session)
    }
    return doomed
  }

  /// Judges rows that did not decode once more, from the file itself: a bad read is not a bad row. What then cannot be
  /// tested by its columns stays.
  private func doomedRows(
    _ unread: [Int64], _ plan: QueryPlan, _ query: ItemQuery, _ group: GroupScope, in session: borrowing WriteSession
  ) throws(KeychainError) -> [DoomedRow] {
    guard !unread.isEmpty else { return [] }
    session.forgetPages()
    var doomed: [DoomedRow] = []
    for id in unread {
      let doom = try session.withItem(id) { row throws(KeychainError) in
        try self.doom(of: row, plan, query, group, in: session)
      }
      switch doom ?? nil {
      case .undecodable where !plan.isTestedByColumns: break
      case let doom?: doomed.append(DoomedRow(id, plan.itemClass, group, doom))
      case nil: break
      }
    }
    return doomed
  }

  /// What is to become of a row; nil where it stays. One that does not decode is given out untested.
  private func doom(
    of row: borrowing ItemRow, _ plan: QueryPlan, _ query: ItemQuery, _ group: GroupScope,
    in session: borrowing WriteSession
  ) throws(KeychainError) -> Doom? {
    let columns = row.columns
    let opening = unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: row.metadataByteCount)) { buffer in
      let outcome = unsafe row.openMetadata(with: keyring, into: buffer)
      guard case .opened(let byteCount) = outcome else { return (outcome, RecordVerdict.undecodable) }
      let records = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])
      var verdict = unsafe RecordVerdict(
        records, columns: columns, group: group.name, filter: plan.filter, hasSecret: row.hasSecret)
      if case .matches = verdict, let host = plan.host, unsafe !HostFilter(host).accepts(records) {
        verdict = .filtered
      }
      return (outcome, verdict)
    }
    switch opening {
    case (.opened, .matches):
      if leavesTombstone(columns, query) { return .buried }
      return row.mayBeSpread ? .spread : .leaving(session.mark(row))
    case (.opened, .filtered): return nil
    case (.opened, .newer): throw .newerVersion
    case (.opened, .undecodable), (.undecodable, _), (.openedApplicationPassword, _):
      return .undecodable(undecodableRow(row))
    case (.locked, _):
      guard plan.isTestedByColumns else { throw .locked }
      return .locked
    case (.keyDestroyed, _): return plan.isTestedByColumns ? .keyDestroyed : nil
    case (.newer, _): throw .newerVersion
    case (.keyMissing, _): throw missingKey()
    }
  }

  func delete(
    _ doomed: DoomedRow, _ query: ItemQuery, in session: borrowing WriteSession
  ) throws(KeychainError) {
    let row = doomed.row
    var mark: RowMark?
    switch doomed.doom {
    case .leaving(let marked): mark = marked
    case .buried:
      let found = try state(ofRow: row.id, row.itemClass, in: row.group, withSecret: false, session)
      if case .opened(let stored) = found {
        try rewrite(stored, as: stored.content.tombstone(at: settings.clock.now()), secret: .seal, in: session)
        return
      }
    case .spread: _ = try state(ofRow: row.id, row.itemClass, in: row.group, withSecret: false, session)
    case .locked: try deferTombstone(of: row.id, query, in: session)
    case .undecodable(let bytes): try quarantine(bytes, in: session)
    case .keyDestroyed: break
    }
    try storage { () throws(StorageError) in _ = try session.deleteItem(row.id, marked: mark) }
  }

  private func leavesTombstone(_ columns: ItemColumns, _ query: ItemQuery) -> Bool {
    query.leavesTombstones ?? (columns.synchronizable == 1 && columns.tombstone == 0)
  }

  /// Keeps a locked row aside until the next unlock can make its tombstone.
  private func deferTombstone(
    of id: Int64, _ query: ItemQuery, in session: borrowing WriteSession
  ) throws(KeychainError) {
    let change = try session.withItem(id) { row throws(KeychainError) -> Change? in
      guard self.leavesTombstone(row.columns, query) else { return nil }
      return Change(deleting: row, at: Int64(self.settings.clock.now()))
    }
    guard let change = change ?? nil else { return }
    try storage { () throws(StorageError) in _ = try session.insertChange(change) }
  }
}
