import KeychainCrypto
import KeychainSchema

/// The records of an item that an update changes, written from those that it had: what the update does not name is
/// copied as it is and never becomes a value.
///
/// They are the bytes that `DigestedRecords` gives for the item with the changes applied. A value that is none of its
/// type, which only a faulty writer seals, stays what it is.
struct RecordPatch {
  /// The attributes that change, the modification date among them.
  private let changes: AttributeSet
  private let changesByteCount: Int

  init(_ change: ItemChange) {
    var changes = change.attributes
    // Each item has its own.
    changes[.modificationDate] = .date(0)
    self.changes = changes
    changesByteCount = RecordCoding.byteCount(of: changes)
  }

  /// Lends the new records, padded.
  ///
  /// - Parameter seconds: the time of the update; the modification date is later than the one before.
  /// - Throws: `.parameter` where they are larger than 1 MiB.
  func lend(
    _ records: UnsafeRawBufferPointer, of itemClass: ItemClass, _ additions: DigestedWriter.Additions,
    at seconds: Double, _ body: (RawSpan) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    guard changesByteCount <= RecordCoding.metadataLimit else { throw ItemSealer.metadataTooLarge }
    // As if nothing of what was there had been replaced.
    let most = records.count + changesByteCount + additions.byteCount
    let room = RecordCoding.paddedMetadataByteCount(most)
    try unsafe Scratch.withBytes(2 * room + DigestedWriter.digestOverhead) { memory throws(KeychainError) in
      let buffer = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<room])
      var writer = unsafe DigestedWriter(
        to: buffer, digesting: UnsafeMutableRawBufferPointer(rebasing: memory[room...]), itemClass, additions)
      unsafe merge(records, at: seconds, into: &writer)
      let byteCount = writer.finish().byteCount
      guard byteCount <= RecordCoding.metadataLimit else { throw ItemSealer.metadataTooLarge }
      let padded = RecordCoding.paddedMetadataByteCount(byteCount)
      writer.pad(upTo: padded)
      try unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<padded]).bytes)
    }
  }

  /// Both ascend by code, so this is a merge.
  private func merge(_ records: UnsafeRawBufferPointer, at seconds: Double, into writer: inout DigestedWriter) {
    let entries = changes.entries
    var next = 0
    var reader = unsafe RecordReader(records)
    while let record = Self.next(&reader) {
      while next < entries.count, entries[next].code < record.code {
        append(entries[next], after: nil, at: seconds, to: &writer)
        next += 1
      }
      if next < entries.count, entries[next].code == record.code {
        append(entries[next], after: record, at: seconds, to: &writer)
        next += 1
      } else {
        writer.append(record)
      }
    }
    for entry in entries[next...] { append(entry, after: nil, at: seconds, to: &writer) }
  }

  private func append(
    _ entry: AttributeSet.Entry, after record: RecordReader.Record?, at seconds: Double, to writer: inout DigestedWriter
  ) {
    guard entry.code == Attribute.modificationDate.code else { return writer.append(entry.code, entry.value) }
    var last: Double?
    if let record, record.type == RecordCoding.ValueType.date { last = Double(bitPattern: record.word) }
    writer.append(entry.code, .date(ItemContent.later(than: last, at: seconds)))
  }

  private static func next(_ reader: inout RecordReader) -> RecordReader.Record? {
    do {
      return try reader.next()
    } catch {
      preconditionFailure("records that were judged do not read again")
    }
  }
}
