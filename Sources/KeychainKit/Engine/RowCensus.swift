import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// Every row of a database, summed and counted.
struct RowCensus: Equatable {
  var sum = RowSum()
  var itemCount = 0

  /// Takes in a page of a table; the number that the next page begins with, nil behind the last page.
  mutating func count<Session: StorageSession & ~Copyable>(
    _ table: SummedTable, from first: Int64 = .min, limit: Int, _ keyring: Keyring, in session: borrowing Session
  ) throws(KeychainError) -> Int64? {
    var page = RowSum()
    var isLocked = false
    let (count, next) = try storage { () throws(StorageError) in
      try session.lendRows(of: table, from: first, limit: limit) { row in
        if let sum = keyring.rowSum(table, row) { page.toggle(sum) } else { isLocked = true }
      }
    }
    guard !isLocked else { throw .locked }
    sum.toggle(page)
    if table == .item { itemCount += count }
    return next
  }

  /// Takes in every row that a session sees.
  init<Session: StorageSession & ~Copyable>(
    of session: borrowing Session, _ keyring: Keyring
  ) throws(KeychainError) {
    for table in SummedTable.allCases { _ = try count(table, limit: .max, keyring, in: session) }
  }

  /// Nothing yet.
  init() {}

  /// Whether a record says the same.
  func agrees(with record: StateRecord) -> Bool {
    sum == record.sum && UInt64(itemCount) == record.itemCount
  }
}

extension Keyring {
  /// The hash of a row; nil while locked.
  func rowSum(_ table: SummedTable, _ row: RawSpan) -> RowSum? {
    do { return try sum(row, of: table) } catch { return nil }
  }
}
