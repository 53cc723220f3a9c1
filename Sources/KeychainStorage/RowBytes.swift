import CSQLite
package import KeychainSchema

/// A row's columns in the order of their definition, as bytes: what the state record sums and quarantine keeps.
///
/// Each column is `0` (NULL), `1 ‖ i64` or `2 ‖ length u32 ‖ bytes`, little-endian.
/// - Source: ARCHITECTURE.md.
struct RowBytes {
  private(set) var bytes: [UInt8] = []

  /// Begins anew, in the same memory.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the plain columns of an item.
  mutating func append(_ columns: ItemColumns, id: Int64) {
    append(id)
    append(columns.uuid)
    append(columns.identity)
    append(columns.itemClass)
    append(columns.accessGroup)
    append(columns.protection)
    append(columns.synchronizable)
    append(columns.tombstone)
    append(columns.generation)
    append(columns.termVersion)
    for index in columns.terms.indices {
      if let term = columns.terms[index] { append(term) } else { appendNull() }
    }
  }

  /// Appends a column that was coded before.
  mutating func append(column: ArraySlice<UInt8>) {
    bytes += column
  }

  mutating func append(_ identifier: Identifier) {
    identifier.withBytes { span in unsafe span.withUnsafeBytes { unsafe append($0) } }
  }

  mutating func append(_ value: RawSpan?) {
    guard let value else { return appendNull() }
    unsafe value.withUnsafeBytes { unsafe append($0) }
  }

  mutating func append(_ value: [UInt8]) {
    unsafe value.withUnsafeBytes { unsafe append($0) }
  }

  mutating func appendNull() {
    bytes.append(0)
  }

  mutating func append(_ value: Int64) {
    bytes.append(1)
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  @unsafe
  mutating func append(_ value: UnsafeRawBufferPointer) {
    bytes.append(2)
    unsafe withUnsafeBytes(of: UInt32(value.count).littleEndian) { unsafe bytes.append(contentsOf: $0) }
    unsafe bytes.append(contentsOf: value)
  }

  /// Appends a column of the row that `statement` stands on, whatever is in it.
  mutating func append(_ statement: Statement, column: Int32) {
    switch unsafe sqlite3_column_type(statement.handle, column) {
    case SQLITE_NULL: appendNull()
    case SQLITE_INTEGER: append(statement.int64(column))
    default: unsafe append(statement.blob(column))
    }
  }
}

/// A row of `item` read back from its bytes.
package struct ItemRowCopy: Sendable {
  /// Every column but the sealed ones.
  package var columns: ItemColumns
  /// Sealed.
  package var metadata: [UInt8]
  /// Sealed; nil where the row had none, or where it was left out.
  package var secret: [UInt8]?

  /// A row of its parts.
  package init(columns: ItemColumns, metadata: [UInt8], secret: [UInt8]?) {
    self.columns = columns
    self.metadata = metadata
    self.secret = secret
  }

  /// The bytes that it is read back from.
  package var bytes: [UInt8] {
    var row = RowBytes()
    row.append(columns, id: columns.id)
    row.append(metadata)
    if let secret { row.append(secret) } else { row.appendNull() }
    return row.bytes
  }

  /// Nil where the bytes are not those of a row of `item`.
  package init?(parsing rowBytes: [UInt8]) {
    var reader = RowReader(rowBytes)
    guard let id = reader.integer(), let uuid = reader.identifier(), let identity = reader.identifier(),
      let itemClass = reader.integer(), let accessGroup = reader.integer(), let protection = reader.integer(),
      let synchronizable = reader.integer(), let tombstone = reader.integer(), let generation = reader.integer(),
      let termVersion = reader.integer()
    else { return nil }
    var terms = InlineArray<5, Int64?>(repeating: nil)
    for index in terms.indices where !reader.skipNull() {
      guard let term = reader.integer() else { return nil }
      terms[index] = term
    }
    guard let metadata = reader.blob() else { return nil }
    if !reader.skipNull() {
      guard let secret = reader.blob() else { return nil }
      self.secret = secret
    }
    guard reader.isAtEnd else { return nil }
    self.metadata = metadata
    columns = ItemColumns(
      id: id, uuid: uuid, identity: identity, itemClass: itemClass, accessGroup: accessGroup, protection: protection,
      synchronizable: synchronizable, tombstone: tombstone, generation: generation, termVersion: termVersion,
      terms: terms)
  }
}

/// Reads row bytes column by column; nil where the next column is not of the asked kind.
private struct RowReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skipNull() -> Bool { skip(0) }

  mutating func integer() -> Int64? {
    skip(1) ? little(byteCount: 8).map { Int64(bitPattern: $0) } : nil
  }

  mutating func blob() -> [UInt8]? {
    guard skip(2), let count = little(byteCount: 4), count <= UInt64(bytes.count - position) else { return nil }
    defer { position += Int(count) }
    return Array(bytes[position..<position + Int(count)])
  }

  mutating func identifier() -> Identifier? {
    blob().flatMap { Identifier($0) }
  }

  private mutating func skip(_ kind: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == kind else { return false }
    position += 1
    return true
  }

  private mutating func little(byteCount: Int) -> UInt64? {
    guard byteCount <= bytes.count - position else { return nil }
    defer { position += byteCount }
    return bytes[position..<position + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
