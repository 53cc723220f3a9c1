import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Writes header, items and manifest, a page of rows at a time.
  func backUp(
    to target: BackupTarget, passphrase: SecretBytes, scope: Scope, _ progress: (WorkProgress) -> Void
  ) throws(KeychainError) -> BackupManifest {
    guard passphrase.count > 0 else { throw .parameter("a backup needs a passphrase") }
    let sealer = try backup { () throws(BackupError) in
      try BackupSealer(
        passphrase: passphrase, createdMilliseconds: settings.clock.millisecondsSince1970, limits: settings.limits)
    }
    try target.write(sealer.head)
    let total = try read { session throws(KeychainError) in
      try storage { () throws(StorageError) in try session.countItems(ItemSelection(tombstone: 0)) }
    }
    var manifest = BackupManifest()
    if !keyring.isPortable, settings.deviceSecrets != nil { manifest.deviceSecretIdentifier = databaseIdentifier }
    var last: Int64 = 0
    while let page = try backupPage(after: last, of: sealer.identifier, scope) {
      for content in page.contents {
        switch content {
        case .omitted(let omission): manifest.note(omission)
        case .item(let itemClass, let message, let isDeviceBound):
          try target.write(sealer.seal(message))
          manifest.note(itemClass, isDeviceBound: isDeviceBound)
        }
      }
      last = page.last
      progress(WorkProgress(completed: manifest.itemCount + manifest.omittedCount, total: total))
    }
    for row in try quarantinedAlone() { manifest.note(BackupManifest.Omission(row)) }
    try target.write(sealer.seal(manifest))
    try target.finish()
    return manifest
  }

  /// Runs what only the format of backups can refuse.
  func backup<Result>(_ body: () throws(BackupError) -> Result) throws(KeychainError) -> Result {
    do {
      return try body()
    } catch {
      throw KeychainError(error)
    }
  }

  /// The next rows of the table, whatever they are; nil behind the last.
  ///
  /// Read whole before anything is sealed: where a lock comes meanwhile the page is read again, under the keys that are
  /// left, and a stream cannot take a message back.
  private func backupPage(
    after last: Int64, of backup: Identifier, _ scope: Scope
  ) throws(KeychainError) -> BackupPage? {
    try read { session throws(KeychainError) in
      _ = try refreshKeys(in: session)
      var page = BackupPage(last: last)
      try session.forEachItem(
        ItemSelection(wantsSecret: true, afterID: last), limit: BackupPage.rowLimit
      ) { row throws(KeychainError) in
        page.last = row.columns.id
        if row.columns.tombstone == 0 { page.append(try self.backupContent(of: row, in: session, backup, scope)) }
        return page.byteCount < BackupPage.byteLimit ? .next : .stop
      }
      return page.last == last ? nil : page
    }
  }

  /// What a backup holds of a row. One that does not decode is read once more from the file: a bad read is not a bad
  /// row.
  private func backupContent<Session: StorageSession & ~Copyable>(
    of row: borrowing ItemRow, in session: borrowing Session, _ backup: Identifier, _ scope: Scope
  ) throws(KeychainError) -> BackupPage.Content {
    let reader = BackupRowReader(keyring: keyring, backup: backup, scope: scope)
    let content = try reader.content(of: row)
    guard case .omitted(let omission) = content, omission.reason == .unreadable else { return content }
    session.forgetPages()
    let again = try session.withItem(row.columns.id) { row throws(KeychainError) in
      let content = try reader.content(of: row)
      if case .omitted(let omission) = content, omission.reason == .unreadable {
        undecodable.note(undecodableRow(row))
      }
      return content
    }
    return again ?? content
  }
}

extension BackupManifest.Omission {
  /// A row that lies in quarantine alone.
  fileprivate init(_ row: QuarantinedRow) {
    let columns = ItemRowCopy(parsing: row.bytes)?.columns
    self.init(
      itemClass: columns.flatMap { ItemClass(column: $0.itemClass) },
      protection: columns.flatMap { UInt8(exactly: $0.protection) }.flatMap { ProtectionClass(rawValue: $0) },
      identifier: row.uuid, reason: .quarantined)
  }
}
