import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

/// An update that changes the secret, and beside it nothing of an item's identity, group or protection: each match is
/// written again from its records, which never become values.
struct ItemPatch {
  let change: ItemChange
  /// Every attribute it changes.
  let codes: [FourCharacterCode]
  let records: RecordPatch

  /// Nil where an item of the class has to be read as a whole for the change.
  init?(_ change: ItemChange, of itemClass: ItemClass) {
    let codes = change.touchedCodes
    // The extra fields of an internet password that the change does not name stay. A term of two attributes has two
    // of the identity, as a test says: the change has all that other terms are made of.
    guard change.changesSecret, change.newProtection == nil, itemClass == .genericPassword || itemClass == .key,
      !itemClass.uniqueness.contains(where: { codes.contains($0.code) })
    else { return nil }
    self.change = change
    self.codes = codes
    records = RecordPatch(change)
  }
}

/// A match as a patch needs it, read when it was found.
struct PatchedRow {
  let columns: ItemColumns
  let records: KeptRecords.Place
  /// The row as it stood, where rows are summed.
  let mark: RowMark?
}

extension Store {
  /// Writes a match again as the patch says.
  func rewrite(
    _ row: PatchedRow, _ kept: KeptRecords, _ match: MatchedRow, by patch: ItemPatch, _ request: Request,
    in session: borrowing WriteSession
  ) throws(KeychainError) {
    try require(
      row.columns.writtenItem(hasSharingGroup: !match.group.sharingGroup.isEmpty), request)
    let now = settings.clock.now()
    let records = unsafe kept[row.records]
    let additions = DigestedWriter.Additions(
      clock: versions.tick(at: now, after: unsafe records.clock),
      secretGeneration: UInt64(bitPattern: row.columns.generation + 1))
    var columns = row.columns
    columns.generation += 1
    columns.terms = try sealer.terms(
      of: match.itemClass, in: match.group, patch.change.attributes, replacing: row.columns, touching: patch.codes)
    try listGroup(match.group, tag: columns.accessGroup, in: session)
    try patch.change.secret.withPaddedRecords { secret throws(KeychainError) in
      try unsafe patch.records.lend(records, of: match.itemClass, additions, at: now) {
        metadata throws(KeychainError) in
        try write(columns, metadata, secret, replacing: row, in: session)
      }
    }
  }

  /// Seals padded records and writes them.
  private func write(
    _ columns: ItemColumns, _ metadata: RawSpan, _ secret: RawSpan, replacing row: PatchedRow,
    in session: borrowing WriteSession
  ) throws(KeychainError) {
    let metadataByteCount = Keyring.boxByteCount(ofPlaintext: metadata.byteCount)
    let byteCount = metadataByteCount + Keyring.boxByteCount(ofPlaintext: secret.byteCount)
    try unsafe Scratch.withBytes(byteCount) { boxes throws(KeychainError) in
      let metadataBox = unsafe UnsafeMutableRawBufferPointer(rebasing: boxes[..<metadataByteCount])
      let secretBox = unsafe UnsafeMutableRawBufferPointer(rebasing: boxes[metadataByteCount...])
      do throws(SealError) {
        try unsafe keyring.sealMetadata(metadata, columns: columns, into: metadataBox)
        try unsafe keyring.sealSecret(
          secret, columns: columns, secretGeneration: UInt64(bitPattern: columns.generation), into: secretBox)
      } catch {
        throw KeychainError(error)
      }
      try storage { () throws(StorageError) in
        try unsafe session.updateItem(
          columns, replacing: row.columns, marked: row.mark, metadata: metadataBox.bytes,
          secret: .replace(secretBox.bytes))
      }
    }
  }
}

extension ItemColumns {
  /// What the rules ask of an item that is written; the records agree with the columns in it.
  fileprivate func writtenItem(hasSharingGroup: Bool) throws(KeychainError) -> WrittenItem {
    guard let code = UInt8(exactly: protection), let protection = ProtectionClass(rawValue: code) else {
      throw .internalInconsistency("an item without a protection class")
    }
    return WrittenItem(
      protection: protection, isSynchronizable: synchronizable == 1, hasSharingGroup: hasSharingGroup)
  }
}

extension UnsafeRawBufferPointer {
  /// The clock of the last write, among the first of the records; 0 where there is none.
  fileprivate var clock: Int64 {
    var reader = unsafe RecordReader(self)
    do {
      while let record = try reader.next(), record.code <= InternalCode.hybridLogicalClock {
        guard record.code == InternalCode.hybridLogicalClock, record.type == RecordCoding.ValueType.number else {
          continue
        }
        return Int64(bitPattern: record.word)
      }
    } catch {
      preconditionFailure("records that were judged do not read again")
    }
    return 0
  }
}
