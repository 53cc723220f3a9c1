import Foundation
import KeychainPolicy
import KeychainSchema

/// Attributes as the entries of a result dictionary.
struct ItemDictionary {
  private(set) var entries: [String: Any]

  init() {
    entries = [:]
    entries.reserveCapacity(20)
  }

  /// What a copy returns of an opened row: these parts, and its secret where that is one of them.
  init(_ parts: DictionaryLayout.Parts, of row: OpenedRow, _ data: Data? = nil) throws(KeychainError) {
    let records = parts.contains(.attributes) ? try row.records() : []
    var isMalformed = false
    entries = Self.layouts.layout(parts, records).dictionary { source in
      switch source {
      case .record(let index):
        do throws(RecordReader.Malformed) {
          return try Self.native(records[index])
        } catch {
          isMalformed = true
          return NSNull()
        }
      case .accessControl: return row.accessControl ?? AccessControl(impliedBy: row.protection)
      case .data: return data ?? Data()
      case .persistentReference: return row.persistentReference
      case .itemClass: return row.itemClass.code.text
      }
    }
    if isMalformed { throw .internalInconsistency("records that were read before do not read again") }
  }

  private static let layouts = DictionaryLayouts()

  /// Adds the attributes that an add returns.
  mutating func addAttributes(added attributes: AttributeSet) {
    for (code, value) in attributes.entries {
      guard let entry = AttributeTable.entry(for: code), entry.traits.contains(.returnedByAdd) else { continue }
      entries[entry.key] = Self.native(entry.attribute, value)
    }
  }

  subscript(key: QueryKey) -> Any? {
    get { entries[key.rawValue] }
    set { entries[key.rawValue] = newValue }
  }

  subscript(key: String) -> Any? {
    get { entries[key] }
    set { entries[key] = newValue }
  }

  /// Adds one entry under an attribute's code.
  mutating func add(_ code: FourCharacterCode, _ value: AttributeValue) {
    guard let entry = AttributeTable.entry(for: code) else { return }
    entries[entry.key] = Self.native(entry.attribute, value)
  }

  mutating func merge(_ other: ItemDictionary) {
    entries.merge(other.entries) { $1 }
  }

  /// The value of a record that has one; bytes are copied once.
  private static func native(_ record: RecordReader.Record) throws(RecordReader.Malformed) -> Any {
    if record.type == RecordCoding.ValueType.data { return unsafe Data(record.bytes) }
    return native(try record.value()) ?? NSNull()
  }

  /// The value as Apple-platform code expects it.
  static func native(_ attribute: Attribute, _ value: AttributeValue) -> Any? {
    if attribute == .accessControl, case .data(let bytes) = value { return accessControl(bytes) }
    return native(value)
  }

  private static func native(_ value: AttributeValue) -> Any? {
    switch value {
    case .text(let text): text
    case .data(let bytes): Data(bytes)
    case .number(let number): Int(number)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .boolean(let flag): flag ? 1 : 0
    case .null: nil
    }
  }

  /// The object of a record that was judged before; what does not read is left out.
  private static func accessControl(_ bytes: [UInt8]) -> AccessControl? {
    do {
      return try AccessControl(decoding: bytes)
    } catch {
      return nil
    }
  }
}
