import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Seals every row anew that names a retired key, lets the retired keys leave, and cleans the files of what was under
  /// them.
  ///
  /// In transactions of 500 rows: killed anywhere, the next unlock goes on where this ended, and both generations are
  /// readable until then.
  /// - Returns: whether nothing is left to do; a row may be in the way, or a reader in that of the log.
  func finishKeyRotation(_ report: ProgressReport? = nil) throws(KeychainError) -> Bool {
    if !keyring.retiredKeys.isEmpty {
      try makePendingTombstones()
      var progress = WorkProgress(total: try rowsUnderRetiredKeys())
      var last: Int64 = 0
      while let page = try rekeyPage(after: last) {
        last = page.last
        progress.advance(by: page.resealed)
        report?(progress)
      }
      // Another thread may have let them leave in this moment; then the cleaning may be left to us all the same.
      guard try letRetiredKeysLeave() || keyring.retiredKeys.isEmpty else { return false }
    }
    // Locked meanwhile, nothing is known of the keys of closed bodies.
    try requireUnlocked()
    return try cleanFilesAlone()
  }

  /// How many rows name a retired key, as far as the open keys tell.
  func rowsUnderRetiredKeys() throws(KeychainError) -> Int {
    let names = keyring.retiredKeys
    // Asked at every opening and unlock, and mostly for nothing.
    guard !names.isEmpty else { return 0 }
    return try database.read { session throws(KeychainError) in try rowCount(under: names, in: session) }
  }

  private func rowCount<Session: StorageSession & ~Copyable>(
    under names: [KeyName], in session: borrowing Session
  ) throws(KeychainError) -> Int {
    var count = 0
    for name in names {
      count += try storage { () throws(StorageError) in
        try session.itemCount(protection: name.protection, generation: name.generation)
      }
    }
    return count
  }

  static let pageSize = 500

  /// What one transaction of a reseal did.
  struct RekeyedPage {
    /// The number of its last row.
    let last: Int64
    let resealed: Int
  }

  /// Reseals what a page of rows has under retired keys; nil behind the last page.
  func rekeyPage(after last: Int64) throws(KeychainError) -> RekeyedPage? {
    try write { session throws(KeychainError) in
      // With a body closed its retired keys are not known, and its rows would be passed over.
      guard keyring.state.isOpen else { throw .locked }
      let retired = Set(keyring.retiredKeys)
      var ids: [Int64] = []
      var end: Int64?
      let selection = ItemSelection(wantsSecret: true, afterID: last)
      try session.forEachItem(selection, limit: Self.pageSize) { row throws(KeychainError) in
        end = row.columns.id
        if row.mustLeave(retired) { ids.append(row.columns.id) }
        return .next
      }
      for id in ids { try reseal(row: id, in: session) }
      return end.map { RekeyedPage(last: $0, resealed: ids.count) }
    }
  }

  /// Writes a row again with the same content; what does not open is kept in quarantine and leaves the table.
  private func reseal(row id: Int64, in session: borrowing WriteSession) throws(KeychainError) {
    switch try wholeState(ofRow: id, session) {
    case .opened(let stored):
      var sealed = try sealer.seal(
        stored.content, uuid: stored.columns.uuid, generation: stored.columns.generation + 1, clock: stored.clock)
      sealed.columns.id = id
      try storage { () throws(StorageError) in
        unsafe try session.updateItem(
          sealed.columns, metadata: sealed.metadata.span.bytes, secret: .replace(sealed.secret?.span.bytes))
      }
    case .undecodable(let row):
      try quarantine(row, why: .rekey, in: session)
      try storage { () throws(StorageError) in _ = try session.deleteItem(id) }
    case .locked: throw .locked
    case .newer: throw .newerVersion
    case .keyMissing: throw missingKey()
    case .keyDestroyed, .absent: break
    }
  }

  /// Whether no row names a retired key any more and they are gone.
  func letRetiredKeysLeave() throws(KeychainError) -> Bool {
    let change = try write { session throws(KeychainError) -> KeybagChange? in
      // An item deleted meanwhile by a process that was locked left a row under an old key.
      try makePendingTombstones(in: session)
      let image = try keybag(in: session)
      let finishing = try keys { () throws(KeybagError) in try keyring.finishingRekey(in: image) }
      guard let (change, leaving) = finishing else { return nil }
      // INVARIANT: rows are counted for exactly the keys that leave, and not for those that happen to be open.
      guard try rowCount(under: leaving, in: session) == 0 else {
        keyring.forget(change)
        return nil
      }
      try storage { () throws(StorageError) in
        try session.setKeybag(change.image.bytes)
        // Should this process end here, the next one knows what is left to do.
        try session.setMeta(Self.cleaningKey, FileCleaning.everything.bytes)
      }
      return change
    }
    guard let change else { return false }
    adopt(change)
    return true
  }

  /// A row of a newer version, or under an unknown key, could not be sealed anew, and must not be left behind: then
  /// nothing is begun.
  func refuseRowsThatStay() throws(KeychainError) {
    try read { session throws(KeychainError) in
      _ = try refreshKeys(in: session)
      try session.forEachItem(ItemSelection(wantsSecret: true)) { row throws(KeychainError) in
        switch try self.wholeState(of: row) {
        case .newer: throw .newerVersion
        case .keyMissing: throw try missingKey(in: session)
        case .opened, .locked, .keyDestroyed, .undecodable, .absent: return .next
        }
      }
    }
  }

  /// Deletes every row of a protection class; how many.
  func deleteAll(of protection: ProtectionClass, in session: borrowing WriteSession) throws(KeychainError) -> Int {
    var ids: [Int64] = []
    try session.forEachItem(ItemSelection(protection: Int64(protection.rawValue))) { row throws(KeychainError) in
      ids.append(row.columns.id)
      return .next
    }
    for id in ids { try storage { () throws(StorageError) in _ = try session.deleteItem(id) } }
    return ids.count
  }
}

extension ItemRow {
  /// The key that the metadata's box says it is sealed under.
  var keyName: KeyName? { withMetadata { box in box.keyName } }

  /// Whether one of the row's boxes names one of the keys, or no key that fits its column, so that it cannot be open
  /// either way.
  fileprivate func mustLeave(_ keys: Set<KeyName>) -> Bool {
    func isAffected(_ name: KeyName?) -> Bool {
      guard let name, Int64(name.protection.rawValue) == columns.protection else { return true }
      return keys.contains(name)
    }
    // An update of attributes alone, since the keys were retired, left the secret where it was.
    return isAffected(keyName) || (hasSecret && isAffected(withSecret { box in box?.keyName }))
  }
}

extension RawSpan {
  /// The key that a box names, without being opened; nil for what is no box.
  fileprivate var keyName: KeyName? {
    guard byteCount >= 8, let protection = ProtectionClass(rawValue: bytes(upTo: 3)[2]) else { return nil }
    let generation = bytes(upTo: 8)[4...].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return KeyName(protection: protection, generation: generation)
  }

  /// The first bytes, copied.
  func bytes(upTo count: Int) -> [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0.prefix(count)) }
  }
}
