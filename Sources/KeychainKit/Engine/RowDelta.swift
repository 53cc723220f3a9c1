import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// What a transaction adds to the sum of rows.
///
/// One thread at a time, that of the transaction.
final class RowDelta {
  private(set) var sum = RowSum()
  /// Whether a row came while there was no key to hash it with; then the sum is none.
  private(set) var isLocked = false
  private let keyring: Keyring

  init(_ keyring: Keyring) {
    self.keyring = keyring
  }

  func toggle(_ table: SummedTable, _ row: RawSpan) {
    do {
      try keyring.toggle(row, of: table, in: &sum)
    } catch {
      isLocked = true
    }
  }
}

/// Every row of a database, summed and counted.
struct RowCensus {
  var sum = RowSum()
  var itemCount = 0

  /// Takes in a page of a table; the number that the next page begins with, nil behind the last page.
  mutating func count<Session: StorageSession & ~Copyable>(
    _ table: SummedTable, from first: Int64 = .min, limit: Int, _ keyring: Keyring, in session: borrowing Session
  ) throws(KeychainError) -> Int64? {
    let delta = RowDelta(keyring)
    do {
      let (count, next) = try session.lendRows(of: table, from: first, limit: limit) { delta.toggle(table, $0) }
      guard !delta.isLocked else { throw KeychainError.locked }
      sum.toggle(delta.sum)
      if table == .item { itemCount += count }
      return next
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch {
      throw .locked
    }
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
