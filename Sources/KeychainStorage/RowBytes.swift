import CSQLite
package import KeychainSchema

/// A row's columns in the order of their definition, as bytes: what the state record sums and quarantine keeps.
///
/// Each column is `0` (NULL), `1 ‖ i64` or `2 ‖ length u32 ‖ bytes`, little-endian.
/// - Source: ARCHITECTURE.md.
@safe
struct RowBytes: ~Copyable {
  /// What a column takes beside the bytes of its blob, at most.
  private static let headByteCount = 9
  /// All plain columns of an item.
  private static let columnsByteCount = 13 * headByteCount + 2 * (5 + Identifier.byteCount)

  // A row is written to it column by column, which an array would check and perhaps move each time.
  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var count = 0

  init() {}

  deinit {
    unsafe memory.deallocate()
  }

  /// A copy of what was appended.
  var bytes: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  func lend<Result>(_ body: (RawSpan) -> Result) -> Result {
    body(unsafe UnsafeRawBufferPointer(rebasing: memory[..<count]).bytes)
  }

  /// Begins anew, in the same memory.
  mutating func clear() {
    count = 0
  }

  /// Appends the plain columns of an item.
  mutating func append(_ columns: ItemColumns, id: Int64) {
    write(upTo: Self.columnsByteCount) { writer in
      writer.append(column: id)
      writer.append(column: columns.uuid)
      writer.append(column: columns.identity)
      writer.append(column: columns.itemClass)
      writer.append(column: columns.accessGroup)
      writer.append(column: columns.protection)
      writer.append(column: columns.synchronizable)
      writer.append(column: columns.tombstone)
      writer.append(column: columns.generation)
      writer.append(column: columns.termVersion)
      for index in columns.terms.indices {
        if let term = columns.terms[index] { writer.append(column: term) } else { writer.append(UInt8(0)) }
      }
    }
  }

  /// Appends a row of `item` as it was read, secret included.
  mutating func append(_ row: borrowing ItemRow) {
    append(row.columns, id: row.columns.id)
    row.lendMetadata { append($0) }
    append(secretOf: row)
  }

  /// Appends the column of the secret of a row that was read with it.
  mutating func append(secretOf row: borrowing ItemRow) {
    guard row.hasSecret else { return appendNull() }
    row.lendSecret { append($0) }
  }

  mutating func append(_ value: RawSpan?) {
    guard let value else { return appendNull() }
    write(upTo: Self.headByteCount + value.byteCount) { writer in
      writer.append(UInt8(2))
      writer.append(UInt32(value.byteCount))
      writer.append(value)
    }
  }

  mutating func append(_ value: [UInt8]) {
    append(unsafe value.span.bytes)
  }

  /// Appends a column that was coded before.
  mutating func append(column: RawSpan) {
    write(upTo: column.byteCount) { writer in writer.append(column) }
  }

  mutating func appendNull() {
    write(upTo: 1) { writer in writer.append(UInt8(0)) }
  }

  mutating func append(_ value: Int64) {
    write(upTo: Self.headByteCount) { writer in writer.append(column: value) }
  }

  mutating func append(_ value: Identifier) {
    write(upTo: Self.headByteCount + Identifier.byteCount) { writer in writer.append(column: value) }
  }

  /// Appends a column of the row that `statement` stands on, whatever is in it.
  mutating func append(_ statement: Statement, column: Int32) {
    switch unsafe sqlite3_column_type(statement.handle, column) {
    case SQLITE_NULL: appendNull()
    case SQLITE_INTEGER: append(statement.int64(column))
    default: append(unsafe statement.blob(column).bytes)
    }
  }

  private mutating func write(upTo byteCount: Int, _ body: (inout ByteWriter) -> Void) {
    if unsafe memory.count - count < byteCount { grow(by: byteCount) }
    var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
    body(&writer)
    count += writer.count
  }

  private mutating func grow(by byteCount: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1_024, 2 * (count + byteCount)), alignment: 8)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    unsafe memory.deallocate()
    unsafe memory = larger
  }
}

extension ByteWriter {
  fileprivate mutating func append(column value: Int64) {
    append(UInt8(1))
    append(value)
  }

  fileprivate mutating func append(column value: Identifier) {
    append(UInt8(2))
    append(UInt32(Identifier.byteCount))
    append(value)
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
