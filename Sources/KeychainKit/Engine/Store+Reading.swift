import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage
import Synchronization

extension Store {
  /// What a match does to the rest of the search.
  enum Continuation {
    case next
    case stop
    /// The row could not be read whole after all: it is reported, and does not count.
    case undecodable
    /// Its secret lies under a key that is not there.
    case keyMissing
  }

  /// Runs a read; a lock that reaches this process meanwhile makes it run anew, under the keys that are left, and so
  /// does a change of the keys that leaves the state behind which the read sees.
  func read<Result>(
    _ body: (borrowing ReadSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    wasUsed.store(true, ordering: .relaxed)
    for _ in 0..<Self.readAttempts {
      do throws(KeychainError) {
        try noticeLock()
        let epoch = seenLockEpoch.load(ordering: .acquiring)
        let result = try readOnce(body)
        try noticeLock()
        // Compared with the one from before, since another thread may have locked, and acted upon it itself.
        guard seenLockEpoch.load(ordering: .acquiring) != epoch else { return result }
      } catch {
        guard case .keybagChanged = error else { throw error }
      }
    }
    throw .busy
  }

  /// More changes of the keys in a row than happen during one read, be the thread held up each time.
  private static let readAttempts = 64

  private func readOnce<Result>(
    _ body: (borrowing ReadSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var outcome: Swift.Result<Result, KeychainError>?
    do {
      try database.lend { session in
        do throws(KeychainError) {
          outcome = .success(try body(session))
        } catch {
          outcome = .failure(error)
        }
      }
    } catch {
      throw KeychainError(error)
    }
    guard let outcome else { preconditionFailure("a session was lent once") }
    return try outcome.get()
  }

  /// Hands every row that matches the plan to `body`, group by group, in the order of their numbers.
  ///
  /// - Throws: `.locked` where a row of a class without its key matches as far as can be told.
  func forEachMatch<Session: StorageSession & ~Copyable>(
    _ plan: QueryPlan, in session: borrowing Session,
    _ body: (OpenedRow, borrowing ItemRow) throws(KeychainError) -> Continuation
  ) throws(KeychainError) {
    guard !plan.isEmpty else { return }
    // Several groups are several statements: asked first, the bag's generation makes them see one state.
    if plan.selections.count > 1 { _ = try storage { () throws(StorageError) in try session.keybagGeneration() } }
    for (group, selection) in plan.selections {
      if try walk(selection, plan, group, in: session, body) == .stop { return }
    }
  }

  private func walk<Session: StorageSession & ~Copyable>(
    _ selection: ItemSelection, _ plan: QueryPlan, _ group: GroupScope, in session: borrowing Session,
    _ body: (OpenedRow, borrowing ItemRow) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Continuation {
    var continuation = Continuation.next
    var failure: KeychainError?
    do throws(StorageError) {
      try session.connection.walk(selection) { row in
        do throws(KeychainError) {
          continuation = try look(at: row, plan, group, in: session, body)
          return continuation == .stop ? .stop : .next
        } catch {
          failure = error
          return .stop
        }
      }
    } catch {
      throw KeychainError(error)
    }
    if let failure { throw failure }
    return continuation
  }

  private func look<Session: StorageSession & ~Copyable>(
    at row: borrowing ItemRow, _ plan: QueryPlan, _ group: GroupScope, in session: borrowing Session,
    _ body: (OpenedRow, borrowing ItemRow) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Continuation {
    do throws(KeychainError) {
      switch try judge(row, plan, group, body) {
      case .continued(let continuation): return continuation
      case .refused: break
      }
    } catch .newerVersion where row.mayBeSpread {
      // Zeros in the head of a secret's box, in a page behind the first, name another version.
      return try lookAgain(at: row.columns.id, plan, group, in: session, body)
    }
    // Another process may have changed the bag: its newest version, read in the row's own transaction, decides. The row
    // is judged again in any case, because another thread may just have taken that version over.
    _ = try refreshKeys(in: session)
    switch try judge(row, plan, group, body) {
    case .continued(let continuation): return continuation
    case .refused(.keyMissing): throw try missingKey(in: session)
    case .refused(.undecodable): return try lookAgain(at: row.columns.id, plan, group, in: session, body)
    case .refused(let refusal): return try answer(refusal, row)
    }
  }

  /// Reads a row that does not decode from the file itself, past the cache: a bad read is not a bad row.
  private func lookAgain<Session: StorageSession & ~Copyable>(
    at id: Int64, _ plan: QueryPlan, _ group: GroupScope, in session: borrowing Session,
    _ body: (OpenedRow, borrowing ItemRow) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Continuation {
    session.forgetPages()
    let continuation = try session.withItem(id) { row throws(KeychainError) in
      // Class and group of a row that an index found are the index's words. Here the row itself says them.
      guard row.columns.are(of: plan.itemClass, in: group) else { throw .damaged("an index names another item") }
      switch try judge(row, plan, group, body) {
      case .continued(let continuation): return continuation
      case .refused(.keyMissing): throw try missingKey(in: session)
      case .refused(let refusal): return try answer(refusal, row)
      }
    }
    return continuation ?? .next
  }

  private enum Judgement {
    case continued(Continuation)
    case refused(BoxOutcome)
  }

  /// Opens a row and lets `body` have it where it matches.
  private func judge(
    _ row: borrowing ItemRow, _ plan: QueryPlan, _ group: GroupScope,
    _ body: (OpenedRow, borrowing ItemRow) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Judgement {
    // An index that is out of order leads to rows that nobody asked for.
    guard row.columns.are(of: plan.itemClass, in: group) else { return .refused(.undecodable) }
    return try unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: row.metadataByteCount)) {
      buffer throws(KeychainError) in
      let outcome = unsafe row.openMetadata(with: keyring, into: buffer)
      guard case .opened(let byteCount) = outcome else { return .refused(outcome) }
      let records = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])
      let columns = row.columns
      let verdict = unsafe RecordVerdict(
        records, columns: columns, group: group.name, filter: plan.filter, hasSecret: row.hasSecret)
      guard let opened = unsafe OpenedRow(verdict, records, columns, group, plan) else {
        if case .undecodable = verdict { return .refused(.undecodable) }
        if case .newer = verdict { return .refused(.newer) }
        return .continued(.next)
      }
      let continuation = try body(opened, row)
      if continuation == .undecodable { return .refused(.undecodable) }
      if continuation == .keyMissing { return .refused(.keyMissing) }
      return .continued(continuation)
    }
  }

  /// What a row that did not open means to the call.
  private func answer(_ outcome: BoxOutcome, _ row: borrowing ItemRow) throws(KeychainError) -> Continuation {
    switch outcome {
    case .locked: throw .locked
    case .newer: throw .newerVersion
    case .keyMissing: throw missingKey()
    case .keyDestroyed: return .next
    case .undecodable, .opened, .openedApplicationPassword:
      undecodable.note(undecodableRow(row))
      return .next
    }
  }

  /// Opens the bodies again where the bag in the file is newer than the keys; whether it was.
  func refreshKeys<Session: StorageSession & ~Copyable>(in session: borrowing Session) throws(KeychainError) -> Bool {
    let generation = try storage { () throws(StorageError) in try session.keybagGeneration() }
    guard generation != keyring.bagGeneration else { return false }
    try refreshKeys(from: session)
    return true
  }

  func refreshKeys<Session: StorageSession & ~Copyable>(from session: borrowing Session) throws(KeychainError) {
    let image = try keybag(in: session)
    do {
      try keyring.refresh(image)
    } catch .deviceSecretMissing {
      // Somebody recovered the keychain meanwhile, under another device secret.
      throw .deviceSecretMissing(path: settings.deviceSecrets?.path(for: databaseIdentifier) ?? "")
    } catch {
      throw KeychainError(error)
    }
  }

  /// The bag, from whichever copy verifies.
  func keybag<Session: StorageSession & ~Copyable>(in session: borrowing Session) throws(KeychainError) -> KeybagImage {
    let copies = try storage { () throws(StorageError) in try session.keybag() }
    do throws(KeychainError) {
      return try KeybagCopies.first(of: copies)
    } catch {
      // Both copies may have been read wrong: the file itself has the last word.
      session.forgetPages()
      return try KeybagCopies.first(of: try storage { () throws(StorageError) in try session.keybag() })
    }
  }
}

extension ItemColumns {
  fileprivate func are(of itemClass: ItemClass, in group: GroupScope) -> Bool {
    self.itemClass == Int64(itemClass.rawValue) && accessGroup == group.tag
  }
}

extension OpenedRow {
  /// The row, where the verdict says that it matches and the server passes the host filter.
  init?(
    _ verdict: RecordVerdict, _ records: UnsafeRawBufferPointer, _ columns: ItemColumns, _ group: GroupScope,
    _ plan: QueryPlan
  ) {
    guard case .matches(let byteCount, let secretGeneration, let accessControl) = verdict,
      let protection = ProtectionClass(rawValue: UInt8(truncatingIfNeeded: columns.protection))
    else { return nil }
    if let host = plan.host, unsafe !HostFilter(host).accepts(records) { return nil }
    id = columns.id
    uuid = columns.uuid
    generation = columns.generation
    self.group = group
    unsafe metadata = UnsafeRawBufferPointer(rebasing: records[..<byteCount])
    self.secretGeneration = secretGeneration
    self.accessControl = accessControl
    itemClass = plan.itemClass
    self.protection = protection
  }
}
