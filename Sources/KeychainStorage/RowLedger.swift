package import KeychainSchema

/// Sums every row that a transaction inserts, changes or removes in the tables of the state record.
///
/// A row goes into the sum by its bytes, once when it comes and once when it goes, a changed one as it was and as it
/// is: in a sum that toggles, both are the same step. One thread at a time, that of the transaction.
package final class RowLedger {
  /// Gives the keyed hash of a row's bytes, which are lent; nil where there is no key to hash with.
  package typealias Hash = (SummedTable, RawSpan) -> RowSum?

  /// What the transaction adds to the sum of rows.
  package private(set) var sum = RowSum()
  /// Whether a row came while there was no key to hash it with; then the sum is none.
  package private(set) var isLocked = false
  /// How many more rows `item` has than before.
  package private(set) var itemCountChange: Int64 = 0
  /// Whether the transaction wrote a key bag.
  package private(set) var hasKeybag = false
  /// The group that was last found to be listed; none leaves the list.
  var listedGroup: Int64?
  /// The bag's generation as it was read; nil where it is to be read again.
  var keybagGeneration: UInt64?

  private let hash: Hash
  private var buffer = RowBytes()
  /// The row that was lent last: an engine reads a row before it changes it, and need not read it twice.
  private var lent: RowMark?
  /// The column of its secret.
  private var lentSecret = RowBytes()

  /// A ledger for one transaction.
  package init(_ hash: @escaping Hash) {
    self.hash = hash
  }
}

/// A row of `item` as a transaction has read it: what the ledger needs in order to let it go without reading it again.
package struct RowMark: Sendable {
  let id: Int64
  let sum: RowSum
}

extension RowLedger {
  /// Marks a row that was read with its secret.
  func mark(_ row: borrowing ItemRow) -> RowMark {
    RowMark(id: row.columns.id, sum: sum(of: .item) { bytes in bytes.append(row) })
  }

  /// Marks the row that a caller is about to see, and keeps its secret's column.
  func keep(_ row: borrowing ItemRow) {
    lent = mark(row)
    lentSecret.clear()
    lentSecret.append(secretOf: row)
  }

  /// Makes sure that the row is the one that was lent last; read only where it was not. Nil where there is none.
  func stored(_ id: Int64, on connection: Connection) throws(StorageError) -> RowMark? {
    if let lent, lent.id == id { return lent }
    var cursor = try ItemCursor(ItemSelection(rowID: id, wantsSecret: true), limit: 1, on: connection)
    guard let row = try cursor.next() else { return nil }
    keep(row)
    return lent
  }

  /// The row if it is at hand without a question to the database.
  func known(_ id: Int64) -> RowMark? {
    lent.flatMap { $0.id == id ? $0 : nil }
  }

  func noteInserted(_ columns: ItemColumns, id: Int64, metadata: RawSpan, secret: RawSpan?) {
    lent = nil
    itemCountChange += 1
    tell(.item) { row in
      row.append(columns, id: id)
      row.append(metadata)
      row.append(secret)
    }
  }

  func noteDeleted(_ row: RowMark) {
    lent = nil
    itemCountChange -= 1
    sum.toggle(row.sum)
  }

  /// A row was rewritten; a secret that was kept is the one of the row that was lent last.
  func noteUpdated(_ old: RowMark, to columns: ItemColumns, metadata: RawSpan, secret: borrowing SecretChange) {
    lent = nil
    sum.toggle(old.sum)
    switch secret {
    case .keep:
      tell(.item) { row in
        row.append(columns, id: old.id)
        row.append(metadata)
        lentSecret.lend { row.append(column: $0) }
      }
    case .replace(let secret):
      tell(.item) { row in
        row.append(columns, id: old.id)
        row.append(metadata)
        row.append(secret)
      }
    }
  }

  func noteKeybag() {
    hasKeybag = true
    keybagGeneration = nil
  }

  /// Tells of a row of another table, column by column.
  func tell(_ table: SummedTable, _ write: (inout RowBytes) -> Void) {
    sum.toggle(sum(of: table, write))
  }

  /// Tells of the row that a statement stands on, its columns those of the table.
  func tell(_ table: SummedTable, _ run: borrowing StatementRun, columnCount: Int32) {
    tell(table) { row in
      for column in 0..<columnCount { row.append(run.statement, column: column) }
    }
  }

  private func sum(of table: SummedTable, _ write: (inout RowBytes) -> Void) -> RowSum {
    buffer.clear()
    write(&buffer)
    guard let sum = buffer.lend({ hash(table, $0) }) else {
      isLocked = true
      return RowSum()
    }
    return sum
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
      row.lend(body)
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
