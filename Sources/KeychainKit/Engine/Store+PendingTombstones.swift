import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Makes the tombstones of items that were deleted while they could not be opened.
  func makePendingTombstones() throws(KeychainError) {
    let changes = try database.read { session throws(KeychainError) in try pendingDeletes(in: session) }
    guard !changes.isEmpty else { return }
    try write { session throws(KeychainError) in try makePendingTombstones(in: session) }
  }

  /// The same in a transaction.
  func makePendingTombstones(in session: borrowing WriteSession) throws(KeychainError) {
    for change in try pendingDeletes(in: session) { try makeTombstone(of: change, in: session) }
  }

  private func pendingDeletes<Session: StorageSession & ~Copyable>(
    in session: borrowing Session
  ) throws(KeychainError) -> [Change] {
    try storage { () throws(StorageError) in try session.changes() }
      .filter { $0.operation == ChangeOperation.delete && $0.row != nil }
  }

  private func makeTombstone(
    of change: Change, in session: borrowing WriteSession
  ) throws(KeychainError) {
    guard let row = change.row, let copy = ItemRowCopy(parsing: row), let content = openedCopy(copy) else {
      // What does not open even now stays where it is, for somebody who can repair it.
      return
    }
    let tombstone = content.tombstone(at: settings.clock.now())
    let sealed = try sealer.seal(
      tombstone, uuid: copy.columns.uuid, generation: copy.columns.generation + 1,
      clock: versions.tick(
        at: settings.clock.now(), after: content.attributes.number(InternalCode.hybridLogicalClock) ?? 0))
    // A live item that took the identity meanwhile is the newer version: then nothing is left to say.
    _ = try insert(sealed, in: session)
    try storage { () throws(StorageError) in try session.removeChange(change.sequence) }
  }

  private func openedCopy(_ copy: ItemRowCopy) -> ItemContent? {
    guard let itemClass = ItemClass(rawValue: UInt8(truncatingIfNeeded: copy.columns.itemClass)) else { return nil }
    return unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: copy.metadata.count)) { buffer in
      let outcome = unsafe keyring.openMetadata(copy.metadata.span.bytes, columns: copy.columns, into: buffer)
      guard case .opened(let byteCount) = outcome else { return nil }
      do {
        let reader = try unsafe RecordReader(padded: UnsafeRawBufferPointer(rebasing: buffer[..<byteCount]))
        let records = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<reader.recordByteCount])
        return ItemContent(itemClass: itemClass, attributes: try unsafe AttributeSet(records: records))
      } catch {
        return nil
      }
    }
  }
}
