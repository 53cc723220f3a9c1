import KeychainCrypto
import KeychainPolicy
import KeychainSchema

/// Holds what the sealed records say of group, protection, sync and tombstone against the row's columns.
///
/// The box binds the columns already; this finds a row that a faulty writer sealed in contradiction to itself. What is
/// held against the records is handed along rather than kept, because a copy of it would cost as much as the judging.
struct ColumnConsistency {
  private var agreements = 0
  private var contradiction = false
  private var hasSharingGroup = false
  private(set) var secretGeneration: UInt64?
  /// Whether the access control has flags that a later build may know.
  private(set) var isNewer = false
  private(set) var accessControl: AccessControl?

  /// The attributes that every row has and every column must agree with.
  private static let required = 4

  @inline(__always)
  mutating func look(at record: RecordReader.Record, _ columns: ItemColumns, _ group: GroupName) {
    switch record.code.value {
    case Code.accessGroup: agree(record.equals(group.accessGroup))
    case Code.accessible: agree(Self.protectionAgrees(record, columns.protection))
    case Code.synchronizable: agree(Self.numberAgrees(record, columns.synchronizable))
    case Code.tombstone: agree(Self.numberAgrees(record, columns.tombstone))
    case Code.sharingGroup:
      hasSharingGroup = true
      if !record.equals(group.sharingGroup) { contradiction = true }
    case Code.multiUser: if !record.equals(group.multiUser) { contradiction = true }
    case Code.secretGeneration:
      guard record.type == RecordCoding.ValueType.number else { return contradiction = true }
      secretGeneration = record.word
    case Code.accessControl: readAccessControl(record)
    default: break
    }
  }

  /// The codes as literals, because every record of every row is compared with them; a test holds them to the table.
  enum Code {
    static let accessGroup: UInt32 = 0x6167_7270  // agrp
    static let accessible: UInt32 = 0x7064_6D6E  // pdmn
    static let synchronizable: UInt32 = 0x7379_6E63  // sync
    static let tombstone: UInt32 = 0x746F_6D62  // tomb
    static let sharingGroup: UInt32 = 0x6767_7270  // ggrp
    static let multiUser: UInt32 = 0x6D75_7372  // musr
    static let accessControl: UInt32 = 0x6163_6363  // accc
    static let secretGeneration: UInt32 = 0x2373_676E  // #sgn
  }

  /// Whether the records agree with the columns, and a secret is there exactly when its generation is.
  func holds(hasSecret: Bool, _ group: GroupName) -> Bool {
    !contradiction && agreements == Self.required && hasSecret == (secretGeneration != nil)
      && hasSharingGroup == !group.sharingGroup.isEmpty
  }

  private mutating func agree(_ agrees: Bool) {
    if agrees { agreements += 1 } else { contradiction = true }
  }

  private static func protectionAgrees(_ record: RecordReader.Record, _ column: Int64) -> Bool {
    guard let protection = ProtectionClass(rawValue: UInt8(truncatingIfNeeded: column)) else { return false }
    return record.equals(protection.code)
  }

  private static func numberAgrees(_ record: RecordReader.Record, _ column: Int64) -> Bool {
    record.type == RecordCoding.ValueType.number && Int64(bitPattern: record.word) == column
  }

  private mutating func readAccessControl(_ record: RecordReader.Record) {
    do {
      accessControl = try AccessControl(decoding: unsafe [UInt8](record.bytes))
    } catch {
      if error == .newer { isNewer = true } else { contradiction = true }
    }
  }
}

extension RecordReader.Record {
  /// Whether the value's bytes are the text's.
  func equals(_ text: String) -> Bool {
    let isEqual = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe equals(UnsafeRawBufferPointer($0)) }
    if let isEqual { return isEqual }
    // Text that does not lie in one piece is copied first.
    var text = text
    return text.withUTF8 { unsafe equals(UnsafeRawBufferPointer($0)) }
  }

  func equals(_ data: [UInt8]) -> Bool {
    unsafe data.withUnsafeBytes { unsafe equals($0) }
  }
}
