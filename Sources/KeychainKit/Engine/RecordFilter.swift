import Glibc
import KeychainSchema

/// The attributes a query asks for, compared with an opened row in one pass over its records.
///
/// Both sides ascend by code, so the comparison is a merge.
struct RecordFilter: Sendable {
  private let attributes: AttributeSet

  init(_ attributes: AttributeSet) {
    self.attributes = attributes
  }

  /// The state of one pass.
  struct Pass {
    /// The code of the attribute that is to be met next: no record before it concerns the filter.
    private(set) var next: FourCharacterCode
    fileprivate var index = 0
    fileprivate var isMatch = true

    init(_ filter: RecordFilter) {
      next = filter.code(at: 0)
    }

    fileprivate mutating func advance(_ filter: RecordFilter) {
      index += 1
      next = filter.code(at: index)
    }
  }

  /// Looks at the next record of a row whose code `pass.next` is, or lies behind.
  func look(at record: RecordReader.Record, _ pass: inout Pass) throws(RecordReader.Malformed) {
    let entries = attributes.entries
    while pass.index < entries.count, pass.next < record.code {
      // The row has no record of that code.
      if !Self.isMetByAbsence(entries[pass.index]) { pass.isMatch = false }
      pass.advance(self)
    }
    guard pass.index < entries.count, pass.next == record.code else { return }
    if pass.isMatch { pass.isMatch = try record.equals(entries[pass.index].value) }
    pass.advance(self)
  }

  /// The code of an attribute; the greatest of all behind the last one.
  private func code(at index: Int) -> FourCharacterCode {
    index < attributes.entries.count ? attributes.entries[index].code : FourCharacterCode(value: .max)
  }

  /// Whether every attribute was there and equal.
  func isMatched(_ pass: Pass) -> Bool {
    pass.isMatch && attributes.entries[pass.index...].allSatisfy(Self.isMetByAbsence)
  }

  /// Absent equals nothing, except that the uniqueness tuple keeps some absent text as empty text.
  private static func isMetByAbsence(_ entry: AttributeSet.Entry) -> Bool {
    guard case .text("") = entry.value else { return false }
    return emptyWhereAbsent.contains(entry.code)
  }

  /// View hint, token and sharing group: part of every item's identity, and without a default that would be sealed.
  private static let emptyWhereAbsent = AttributeTable.entries
    .filter { $0.row.uniqueIn == .all && $0.row.default == .absent }
    .map(\.code)
}

extension RecordReader.Record {
  /// Whether the record's value and `value` are one value for the attribute.
  func equals(_ value: AttributeValue) throws(RecordReader.Malformed) -> Bool {
    switch value {
    case .text(let text) where holdsBytes: return equals(text)
    case .data(let data) where holdsBytes: return equals(data)
    default:
      let kind = AttributeTable.entry(for: code)?.kind ?? .data
      return try self.value().canonicalBytes(kind: kind) == value.canonicalBytes(kind: kind)
    }
  }

  /// Whether the value's bytes are these.
  func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    guard unsafe bytes.count == other.count else { return false }
    guard let left = unsafe bytes.baseAddress, let right = other.baseAddress else { return true }
    return unsafe memcmp(left, right, other.count) == 0
  }

  private var holdsBytes: Bool {
    type == RecordCoding.ValueType.text || type == RecordCoding.ValueType.data
  }
}
