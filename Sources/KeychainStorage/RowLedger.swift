package import KeychainSchema

/// Tells of every row that a transaction inserts, changes or removes in the tables that the state record sums.
///
/// A row is told by its bytes, once when it comes and once when it goes, a changed one as it was and as it is: in a sum
/// that toggles, both are the same step. One thread at a time, that of the transaction.
package final class RowLedger {
  /// Given a row's bytes, which are lent.
  package typealias Note = (SummedTable, RawSpan) -> Void

  /// How many more rows `item` has than before.
  package private(set) var itemCountChange: Int64 = 0
  /// Whether the transaction wrote a key bag.
  package private(set) var hasKeybag = false

  private let note: Note
  private var buffer = RowBytes()
  /// The row that was lent last: an engine reads a row before it changes it, and need not read it twice.
  private var lent: StoredRow?

  /// A ledger for one transaction.
  package init(_ note: @escaping Note) {
    self.note = note
  }
}

/// A row of `item` as it stands in the database.
struct StoredRow {
  let id: Int64
  let bytes: [UInt8]
  /// Where the secret's column begins, the last one.
  let secretStart: Int

  init(_ row: borrowing ItemRow) {
    id = row.columns.id
    (bytes, secretStart) = row.wholeBytes()
  }
}

extension RowLedger {
  /// Keeps the row that a caller is about to see, secret included.
  func keep(_ row: borrowing ItemRow) {
    lent = StoredRow(row)
  }

  /// The row as it stands before it is written; read only where it was not the last that was lent.
  func stored(_ id: Int64, on connection: Connection) throws(StorageError) -> StoredRow? {
    if let lent, lent.id == id { return lent }
    var cursor = try ItemCursor(ItemSelection(rowID: id, wantsSecret: true), limit: 1, on: connection)
    guard let row = try cursor.next() else { return nil }
    return StoredRow(row)
  }

  /// The row if it is at hand without a question to the database.
  func known(_ id: Int64) -> StoredRow? {
    lent.flatMap { $0.id == id ? $0 : nil }
  }

  func noteInserted(_ columns: ItemColumns, id: Int64, metadata: RawSpan, secret: RawSpan?) {
    lent = nil
    itemCountChange += 1
    tell(.item) { row in
      row.append(columns, id: id)
      unsafe metadata.withUnsafeBytes { unsafe row.append($0) }
      row.append(secret)
    }
  }

  func noteDeleted(_ row: StoredRow) {
    lent = nil
    itemCountChange -= 1
    note(.item, unsafe row.bytes.span.bytes)
  }

  /// A row was rewritten; what is kept of its secret is taken from the row as it was.
  func noteUpdated(
    _ old: StoredRow, to columns: ItemColumns, metadata: RawSpan, secret: borrowing SecretChange
  ) {
    lent = nil
    note(.item, unsafe old.bytes.span.bytes)
    switch secret {
    case .keep:
      tell(.item) { row in
        row.append(columns, id: old.id)
        unsafe metadata.withUnsafeBytes { unsafe row.append($0) }
        row.append(column: old.bytes[old.secretStart...])
      }
    case .replace(let secret):
      tell(.item) { row in
        row.append(columns, id: old.id)
        unsafe metadata.withUnsafeBytes { unsafe row.append($0) }
        row.append(secret)
      }
    }
  }

  func noteKeybag() {
    hasKeybag = true
  }

  /// Tells of a row of another table, column by column.
  func tell(_ table: SummedTable, _ write: (inout RowBytes) -> Void) {
    buffer.clear()
    write(&buffer)
    unsafe buffer.bytes.withUnsafeBytes { unsafe note(table, $0.bytes) }
  }

  /// Tells of the row that a statement stands on, its columns those of the table.
  func tell(_ table: SummedTable, _ run: borrowing StatementRun, columnCount: Int32) {
    buffer.clear()
    for column in 0..<columnCount { buffer.append(run.statement, column: column) }
    unsafe buffer.bytes.withUnsafeBytes { unsafe note(table, $0.bytes) }
  }
}

// MARK: - Whole tables

extension StorageSession where Self: ~Copyable {
  /// Lends the bytes of a table's rows in the order of their numbers, from `first` on, at most `limit`.
  ///
  /// Gives how many there were and the number that the next page begins with; nil behind the last page.
  package func lendRows(
    of table: SummedTable, from first: Int64 = .min, limit: Int, _ body: (RawSpan) -> Void
  ) throws(StorageError) -> (count: Int, next: Int64?) {
    let run = try connection.run(table.rows)
    try run.bind(first, at: 1)
    try run.bind(Int64(limit), at: 2)
    var row = RowBytes()
    var count = 0
    var last = first
    while try run.step() {
      row.clear()
      for column in 0..<table.columnCount { row.append(run.statement, column: column) }
      body(unsafe row.bytes.span.bytes)
      last = run.int64(0)
      count += 1
    }
    return (count, count < limit || last == .max ? nil : last + 1)
  }
}

extension SummedTable {
  fileprivate var rows: TableSQL {
    switch self {
    case .item: .itemRows
    case .accessGroup: .accessGroupRows
    case .change: .changeRows
    case .quarantine: .quarantineRows
    }
  }

  var columnCount: Int32 {
    switch self {
    case .item: 17
    case .accessGroup: 2
    case .change: 8
    case .quarantine: 7
    }
  }
}
