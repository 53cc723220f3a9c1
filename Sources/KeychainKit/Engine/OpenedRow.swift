import Foundation
import KeychainCrypto
import KeychainPolicy
import KeychainSchema

/// A row whose metadata has been opened, judged and found to match.
///
/// It borrows the scratch memory that holds the records: it lives as long as the closure it is handed to.
@safe
struct OpenedRow {
  // Of the columns, what results are made of: every row is handed from one closure to the next.
  let id: Int64
  let uuid: Identifier
  let generation: Int64
  let group: GroupScope
  /// The records of the metadata, without padding.
  let metadata: UnsafeRawBufferPointer
  /// The generation at which the secret was written; nil where the row has none.
  let secretGeneration: UInt64?
  /// What it was added with; nil where only a protection class was named.
  let accessControl: AccessControl?

  /// The class of the row, which the box has vouched for.
  let itemClass: ItemClass
  let protection: ProtectionClass

  /// What refers to it for good.
  var persistentReference: Data {
    Data(PersistentReference.bytes(of: itemClass.code, uuid: uuid))
  }

  /// Its records that have a value, as long as the row is lent.
  func records() throws(KeychainError) -> [RecordReader.Record] {
    var records: [RecordReader.Record] = []
    records.reserveCapacity(24)
    var reader = unsafe RecordReader(metadata)
    do {
      while let record = try reader.next() {
        if record.type != RecordCoding.ValueType.null { records.append(record) }
      }
    } catch {
      throw .internalInconsistency("records that were read before do not read again")
    }
    return records
  }

  /// Every attribute, copied out.
  func attributes() throws(KeychainError) -> AttributeSet {
    try unsafe AttributeSet(records: metadata)
  }
}

extension AttributeSet {
  /// Reads records that were judged before.
  init(records: UnsafeRawBufferPointer) throws(KeychainError) {
    do {
      self = try unsafe AttributeSet(decoding: records)
    } catch {
      throw .internalInconsistency("records that were read before do not read again")
    }
  }
}

/// What judging opened records found.
enum RecordVerdict {
  /// `byteCount` is that of the records without their padding.
  case matches(byteCount: Int, secretGeneration: UInt64?, accessControl: AccessControl?)
  case filtered
  /// A newer version wrote an access control that this build cannot judge.
  case newer
  /// The records are malformed or contradict the columns they were sealed with.
  case undecodable
}

extension RecordVerdict {
  /// Judges the records of a row in one pass: against the columns, the group and the query.
  init(
    _ records: UnsafeRawBufferPointer, columns: ItemColumns, group: GroupName, filter: RecordFilter, hasSecret: Bool
  ) {
    do {
      self = try unsafe Self.judge(records, columns: columns, group: group, filter: filter, hasSecret: hasSecret)
    } catch {
      self = .undecodable
    }
  }

  private static func judge(
    _ padded: UnsafeRawBufferPointer, columns: ItemColumns, group: GroupName, filter: RecordFilter, hasSecret: Bool
  ) throws(RecordReader.Malformed) -> RecordVerdict {
    var reader = try unsafe RecordReader(padded: padded)
    var pass = RecordFilter.Pass(filter)
    var consistency = ColumnConsistency()
    while let record = try reader.next() {
      if record.code >= pass.next { try filter.look(at: record, &pass) }
      consistency.look(at: record, columns, group)
    }
    guard consistency.holds(hasSecret: hasSecret, group) else { return .undecodable }
    if consistency.isNewer { return .newer }
    guard filter.isMatched(pass) else { return .filtered }
    return .matches(
      byteCount: reader.recordByteCount, secretGeneration: consistency.secretGeneration,
      accessControl: consistency.accessControl)
  }
}
