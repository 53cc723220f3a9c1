import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// What is taken out of a damaged keychain: a store in memory, under the keys that were found, until it becomes a file.
final class SalvagedStore {
  let store: Store
  private(set) var report: SalvageReport
  private let keys: SalvageKeys
  private let database: SalvageReading
  private let snapshot: SalvageReading?
  /// The items that are there.
  private var settled: Set<Identifier> = []
  /// Rows that do not open; what is found elsewhere may stand in for them.
  private var unreadable: [Identifier: (row: UndecodableRows.Row, itemClass: ItemClass?)] = [:]
  /// Rows of locked classes.
  private var waiting: [Identifier] = []

  init(
    _ keys: SalvageKeys, _ settings: StoreSettings, _ database: SalvageReading, _ snapshot: SalvageReading?
  ) throws(KeychainError) {
    self.keys = keys
    self.database = database
    self.snapshot = snapshot
    report = SalvageReport(outcome: .tried, keybagSource: keys.source, unreadableStretchCount: database.gapCount)
    let identifier = keys.image.databaseIdentifier
    let memory: Database
    do {
      memory = try Database(
        inMemory: identifier, keybag: keys.image.bytes,
        meta: [
          (Store.settingsKey, try Self.settings(database, snapshot, keys.keyring)),
          (Store.stateKey, try keys.keyring.sealState(.first(isAnchored: false))),
        ])
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch {
      throw .locked
    }
    store = Store(
      database: memory, keyring: keys.keyring, databaseIdentifier: identifier, settings: settings.inMemory, lockEpoch: 0
    )
  }

  /// The settings that still open, or those of a new keychain.
  private static func settings(
    _ database: SalvageReading, _ snapshot: SalvageReading?, _ keyring: Keyring
  ) throws(KeyringError) -> [UInt8] {
    for box in [database, snapshot].compactMap({ $0?.meta[Store.settingsKey] }) {
      if try keyring.openSettings(box) != nil { return box }
    }
    return try keyring.sealSettings(.standard)
  }
}

// MARK: - Taking in

extension SalvagedStore {
  private static let pageSize = 256

  /// Takes what opens: the file's rows, then those on its pages, then what the snapshot has and the file has lost.
  func takeIn(_ progress: (WorkProgress) -> Void) throws(KeychainError) {
    try takeTables()
    let scanned = database.scannedItems.sorted { $0.columns.generation > $1.columns.generation }
    let copied = snapshot?.items ?? []
    let total = database.items.count + scanned.count + copied.count
    try take(database.items, from: .file, done: 0, of: total, progress)
    try take(scanned, from: .pages, done: database.items.count, of: total, progress)
    // Where every row was read, what the snapshot has beside was deleted since.
    let lost = database.isWhole ? copied.filter { unreadable[$0.columns.uuid] != nil } : copied
    try take(lost, from: .snapshot, done: total - copied.count, of: total, progress)
    try keepUnreadable()
    progress(WorkProgress(completed: total, total: total))
  }

  private func takeTables() throws(KeychainError) {
    try transaction { session throws(StorageError) in
      for (tag, name) in database.groups + (snapshot?.groups ?? []) {
        try session.insertAccessGroup(tag: tag, name: name)
      }
      let kept = database.gapCount == nil ? snapshot?.quarantined ?? [] : database.quarantined
      for row in kept.filter(\.isAccepted) { try Self.keep(row, in: session) }
      try session.acceptQuarantine()
      for row in kept.filter({ !$0.isAccepted }) { try Self.keep(row, in: session) }
      for change in database.changes { try session.insertChange(change) }
    }
  }

  private static func keep(_ row: QuarantinedRow, in session: borrowing WriteSession) throws(StorageError) {
    try session.quarantine(digest: row.digest, uuid: row.uuid, at: row.time, why: row.why, row: row.bytes)
  }

  private func take(
    _ rows: [ItemRowCopy], from source: SalvageReport.Source, done: Int, of total: Int,
    _ progress: (WorkProgress) -> Void
  ) throws(KeychainError) {
    for start in stride(from: 0, to: rows.count, by: Self.pageSize) {
      let page = rows[start..<min(start + Self.pageSize, rows.count)]
      try store.transaction { session throws(KeychainError) in
        for row in page where !settled.contains(row.columns.uuid) { try take(row, from: source, in: session) }
      }
      progress(WorkProgress(completed: done + start + page.count, total: total))
    }
  }

  private func take(
    _ row: ItemRowCopy, from source: SalvageReport.Source, in session: borrowing WriteSession
  ) throws(KeychainError) {
    let itemClass = ItemClass(column: row.columns.itemClass)
    switch try store.wholeState(of: row) {
    case .opened(let item):
      guard try insert(item, in: session) else { return }
      report.note(itemClass) { $0.taken[source, default: 0] += 1 }
    case .locked:
      guard try insertAsItIs(row, in: session) else { return try setUnreadable(row, itemClass) }
      waiting.append(row.columns.uuid)
      report.note(itemClass) { $0.lockedCount += 1 }
    case .newer, .keyMissing, .keyDestroyed:
      guard try insertAsItIs(row, in: session) else { return try setUnreadable(row, itemClass) }
      report.note(itemClass) { $0.untouchedCount += 1 }
    case .undecodable, .absent: return try setUnreadable(row, itemClass)
    }
    settled.insert(row.columns.uuid)
  }

  /// Seals an item anew, as a later write of its row; false where a better one has its identity.
  private func insert(_ item: StoredItem, in session: borrowing WriteSession) throws(KeychainError) -> Bool {
    let columns = item.columns
    let sealed = try store.sealer.seal(
      item.content, uuid: columns.uuid, generation: columns.generation + 1, clock: item.clock)
    try store.listGroup(item.content.groupName, tag: sealed.columns.accessGroup, in: session)
    return try store.insert(sealed, in: session) == nil
  }

  /// Inserts a row that cannot be looked into; false where its columns are none, or another row has its identity.
  private func insertAsItIs(_ row: ItemRowCopy, in session: borrowing WriteSession) throws(KeychainError) -> Bool {
    do throws(StorageError) {
      if try !session.hasAccessGroup(row.columns.accessGroup) {
        // The name went with the damage; the item knows it, and gives it back when it opens.
        try session.insertAccessGroup(tag: row.columns.accessGroup, name: [])
      }
      unsafe try session.insertItem(
        row.columns, metadata: row.metadata.span.bytes, secret: row.secret?.span.bytes)
      return true
    } catch {
      switch error {
      case .identityTaken, .constraint: return false
      default: throw KeychainError(error)
      }
    }
  }

  private func setUnreadable(_ row: ItemRowCopy, _ itemClass: ItemClass?) throws(KeychainError) {
    guard unreadable[row.columns.uuid] == nil else { return }
    unreadable[row.columns.uuid] = (store.undecodableRow(row), itemClass)
  }

  /// Keeps in quarantine what does not open and nothing stands in for.
  private func keepUnreadable() throws(KeychainError) {
    let rows = unreadable.filter { !settled.contains($0.key) }.values.sorted {
      $0.row.digest.lexicographicallyPrecedes($1.row.digest)
    }
    try store.transaction { session throws(KeychainError) in
      for (row, itemClass) in rows {
        try store.quarantine(row, why: .salvage, in: session)
        report.note(itemClass) { $0.unreadableCount += 1 }
      }
    }
  }

  private func transaction(
    _ body: (borrowing WriteSession) throws(StorageError) -> Void
  ) throws(KeychainError) {
    try store.transaction { session throws(KeychainError) in
      do throws(StorageError) {
        try body(session)
      } catch {
        throw KeychainError(error)
      }
    }
  }
}

// MARK: - The end

extension SalvagedStore {
  /// Writes the record and the mark; gives the anchor that the record is to have.
  ///
  /// The epoch is one more than every epoch that is known.
  func finish(anchor: AnchorFile.Content?, at time: Int64, setAside: String) throws(KeychainError) -> Anchor {
    var epoch: UInt64 = 0
    if case .anchor(let anchor) = anchor { epoch = anchor.epoch }
    for box in [database, snapshot].compactMap({ $0?.meta[Store.stateKey] }) {
      do throws(KeyringError) {
        epoch = max(epoch, try keys.keyring.openState(box)?.epoch ?? 0)
      } catch {
        throw KeychainError(error)
      }
    }
    epoch += 1
    let mark = SalvageMark(time: time, waiting: waiting, setAside: setAside)
    let sealed = try store.database.write { session throws(KeychainError) in
      let census = try RowCensus(of: session, store.keyring)
      let record = StateRecord(
        epoch: epoch, itemCount: UInt64(census.itemCount), keybagGeneration: keys.image.generation,
        isAnchored: anchor != nil, verifiedEpoch: epoch, sum: census.sum)
      try storage { () throws(StorageError) in try session.setMeta(SalvageMark.key, mark.bytes) }
      return try store.keep(record, in: session)
    }
    do throws(KeyringError) {
      return try keys.keyring.anchor(of: sealed.box, epoch: sealed.record.epoch)
    } catch {
      throw KeychainError(error)
    }
  }
}
