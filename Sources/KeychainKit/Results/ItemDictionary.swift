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

  /// Adds every attribute that a copy returns, read straight from opened records.
  mutating func addAttributes(of row: OpenedRow) throws(KeychainError) {
    var reader = unsafe RecordReader(row.metadata)
    do {
      while let record = try reader.next() {
        guard let entry = AttributeTable.entry(for: record.code), entry.attribute != .itemUUID else { continue }
        entries[entry.key] = Self.native(entry.attribute, try record.value())
      }
    } catch {
      throw .internalInconsistency("records that were read before do not read again")
    }
    if entries[Self.accessControlKey] == nil {
      entries[Self.accessControlKey] = AccessControl(impliedBy: row.protection)
    }
  }

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

  private static let accessControlKey = Attribute.accessControl.code.text

  /// The value as Apple-platform code expects it.
  static func native(_ attribute: Attribute, _ value: AttributeValue) -> Any? {
    switch value {
    case .text(let text): text
    case .data(let bytes): attribute == .accessControl ? accessControl(bytes) : Data(bytes)
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
