import Foundation
import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Reads the backup twice: once to see that it is whole, then item by item into one transaction.
  ///
  /// - Parameter isRehearsal: whether the transaction is taken back at its end.
  func restore(
    from source: BackupSource, passphrase: SecretBytes, by caller: Caller, isRehearsal: Bool,
    _ progress: (WorkProgress) -> Void
  ) throws(KeychainError) -> RestoreReport {
    try requireUnlocked()
    let (key, identifier) = try backup { () throws(BackupError) in
      let reader = try source.reader()
      let key = try reader.header.key(passphrase: passphrase, limits: settings.limits)
      reader.begin(key)
      while case .item = try reader.next() { progress(source.progress) }
      progress(source.progress)
      return (key, reader.header.identifier)
    }
    let opener = BackupItemOpener(
      keyring: keyring, groupTags: groupTags, backup: identifier, caller: caller,
      deviceSecrets: DeviceSecrets(settings.deviceSecrets))
    func restored(_ session: borrowing WriteSession) throws(KeychainError) -> RestoreReport {
      let reader = try backup { () throws(BackupError) in try source.reader() }
      // Whoever writes to the file meanwhile does not change what was judged: the first message vouches for the header,
      // and opens with no other key.
      reader.begin(key)
      return try restore(from: reader, opener, isRehearsal: isRehearsal, in: session)
    }
    return isRehearsal ? try rehearse(restored) : try write(restored)
  }

  private func restore(
    from reader: BackupReader, _ opener: BackupItemOpener, isRehearsal: Bool, in session: borrowing WriteSession
  ) throws(KeychainError) -> RestoreReport {
    let created = Double(reader.header.createdMilliseconds) / 1_000
    var entries: [RestoreReport.Entry] = []
    while true {
      switch try backup({ () throws(BackupError) in try reader.next() }) {
      case .item(let item):
        let outcome = try restore(item, opener, in: session)
        let attributes = opener.attributes(of: item)
        entries.append(
          RestoreReport.Entry(
            itemClass: item.itemClass, identifier: item.uuid, accessGroup: attributes?.text(.accessGroup) ?? "",
            label: attributes?.text(.label), outcome: outcome))
      case .manifest(let manifest):
        return RestoreReport(
          isRehearsal: isRehearsal, backupDate: Date(timeIntervalSince1970: created), manifest: manifest,
          entries: entries)
      }
    }
  }

  private func restore(
    _ item: BackupItem, _ opener: BackupItemOpener, in session: borrowing WriteSession
  ) throws(KeychainError) -> RestoreReport.Outcome {
    let restored: RestoredItem
    switch try opener.opened(item) {
    case .failure(let refusal): return refusal.outcome
    case .success(let opened): restored = opened
    }
    do throws(KeychainError) {
      return try place(restored, in: session)
    } catch {
      guard case .parameter(let problem) = error else { throw error }
      return .failed(problem)
    }
  }

  /// Adds an item, or compares it with the one that is there: the later change wins, and the reference here stays.
  private func place(
    _ item: RestoredItem, in session: borrowing WriteSession
  ) throws(KeychainError) -> RestoreReport.Outcome {
    let content = item.content
    let identity = try keyring.identity(of: content.itemClass, attributes: content.attributes)
    let holder = try storage { () throws(StorageError) in try session.holder(ofIdentity: identity) }
    guard let holder else { return try insert(item, in: session) }
    switch try state(ofRow: holder, content.itemClass, in: content.groupName, withSecret: true, session) {
    case .opened(let stored) where stored.content.isTombstone:
      try rewrite(stored, as: content, secret: .seal, in: session)
      return .added
    case .opened(let stored):
      if stored.accessControl?.isConstrained == true { return .notRestorable(.asksForPerson) }
      guard item.modified > stored.content.attributes.date(.modificationDate) ?? -.infinity else {
        return content.holdsTheSame(as: stored.content) ? .unchanged : .keptLocal
      }
      try rewrite(stored, as: content, secret: .seal, in: session)
      return .replaced
    case .locked: throw .locked
    case .newer: return .notRestorable(.newerVersion)
    case .keyMissing: throw missingKey()
    case .undecodable(let row): try quarantine(row, in: session)
    case .keyDestroyed, .absent: break
    }
    try storage { () throws(StorageError) in _ = try session.deleteItem(holder) }
    return try insert(item, in: session)
  }

  /// Adds an item under the reference that it had, unless another item has it by now.
  private func insert(
    _ item: RestoredItem, in session: borrowing WriteSession
  ) throws(KeychainError) -> RestoreReport.Outcome {
    let isTaken = try storage { () throws(StorageError) in
      try session.countItems(ItemSelection(uuid: item.uuid)) > 0
    }
    let sealed = try sealer.seal(
      item.content, uuid: isTaken ? RandomBytes.identifier() : item.uuid, generation: 1,
      clock: versions.tick(at: settings.clock.now()))
    try listGroup(item.content.groupName, tag: sealed.columns.accessGroup, in: session)
    guard try insert(sealed, in: session) == nil else {
      throw .internalInconsistency("an identity is taken that was free")
    }
    return .added
  }
}

extension ItemContent {
  /// Whether an item read from its row has the same attributes and the same secret.
  fileprivate func holdsTheSame(as stored: ItemContent) -> Bool {
    let internalCodes = [InternalCode.hybridLogicalClock, InternalCode.secretGeneration, Attribute.digest.code]
    var attributes = stored.attributes
    for code in internalCodes { attributes[code] = nil }
    return self.attributes.records.isEqual(to: attributes.records) && secret.records.isEqual(to: stored.secret.records)
  }
}

extension AttributeSet {
  /// The records of the attributes, without padding.
  fileprivate var records: SecretBytes {
    let byteCount = RecordCoding.byteCount(of: self)
    return unsafe SecretBytes(byteCount: byteCount) { (memory: UnsafeMutableRawBufferPointer) in
      var writer = unsafe ByteWriter(memory)
      for entry in entries { RecordCoding.append(entry.code, entry.value, to: &writer) }
      return byteCount
    }
  }
}

extension SecretContent {
  /// The records of the secret, without padding.
  fileprivate var records: SecretBytes {
    let byteCount = byteCount
    return unsafe SecretBytes(byteCount: byteCount) { (memory: UnsafeMutableRawBufferPointer) in
      var writer = unsafe ByteWriter(memory)
      append(to: &writer)
      return byteCount
    }
  }
}

extension BackupSource {
  /// How much of the file was read.
  fileprivate var progress: WorkProgress {
    WorkProgress(completed: Int(readByteCount), total: Int(byteCount))
  }
}
