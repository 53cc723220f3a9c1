import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

/// An update that changes the secret, and beside it nothing that an item is found, judged or told apart by: each match
/// is written again from its records, which never become values.
struct ItemPatch {
  let change: ItemChange
  /// Every attribute it changes.
  let codes: [FourCharacterCode]
  let records: RecordPatch

  /// Nil where an item of the class has to be read as a whole for the change.
  init?(_ change: ItemChange, of itemClass: ItemClass) {
    let codes = change.touchedCodes
    // The extra fields of an internet password that the change does not name stay.
    guard change.changesSecret, change.newProtection == nil, itemClass == .genericPassword || itemClass == .key,
      !itemClass.uniqueness.contains(where: { codes.contains($0.code) }),
      itemClass.termShapes.isMade(from: change.attributes, where: codes.contains)
    else { return nil }
    self.change = change
    self.codes = codes
    records = RecordPatch(change)
  }
}

extension InlineArray<5, TermShape> {
  /// Whether each term with a touched attribute has no other.
  fileprivate func isMade(from attributes: AttributeSet, where isTouched: (FourCharacterCode) -> Bool) -> Bool {
    indices.allSatisfy { index in
      let parts = [self[index].first, self[index].second].compactMap { $0 }
      return !parts.contains { isTouched($0.code) } || parts.allSatisfy { attributes.contains($0) }
    }
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
    let secret = try sealer.sealSecret(patch.change.secret, columns, additions.secretGeneration ?? 0)
    try unsafe patch.records.lend(records, of: match.itemClass, additions, at: now) { padded throws(KeychainError) in
      let metadata = try unsafe sealer.sealMetadata(padded.bytes, columns)
      try storage { () throws(StorageError) in
        unsafe try session.updateItem(
          columns, replacing: row.columns, marked: row.mark, metadata: metadata.span.bytes,
          secret: .replace(secret.span.bytes))
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
  /// The clock of the last write, with which records begin; 0 where they do not.
  fileprivate var clock: Int64 {
    var reader = unsafe RecordReader(self)
    do {
      guard let first = try reader.next(), first.code == InternalCode.hybridLogicalClock,
        first.type == RecordCoding.ValueType.number
      else { return 0 }
      return Int64(bitPattern: first.word)
    } catch {
      return 0
    }
  }
}
