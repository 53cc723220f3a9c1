import TestSupport
import Testing

@Suite("swaps: rows that were changed behind the engine's back", .serialized) struct SwapTests {
  private static let metadata = 15
  private static let secret = 16

  @Test func `whatever two rows exchange, nothing wrong is returned and what does not open is reported`() throws {
    let file = try TwentyItems()
    #expect(file.rows.count == 20)
    #expect(file.listing.values.map(\.count).reduce(0, +) == 20)
    var count = 0
    for first in file.rows.indices {
      for second in file.rows.indices where second > first {
        for mutation in Self.exchanges(file.rows[first], file.rows[second]) {
          count += 1
          let problem = try file.problem(with: mutation, quarantines: count % 20 == 0)
          #expect(problem == nil, "\(mutation.name), rows \(first + 1) and \(second + 1)")
        }
      }
    }
    #expect(count > 1_000)
  }

  /// Both boxes, each alone, and each half of each.
  private static func exchanges(_ first: [SQLiteValue], _ second: [SQLiteValue]) -> [TwentyItems.Mutation] {
    func exchange(_ name: String, _ parts: [(Int, (SQLiteValue, SQLiteValue) -> SQLiteValue)]) -> TwentyItems.Mutation {
      var changes: [(id: SQLiteValue, column: String, value: SQLiteValue)] = []
      for (column, mix) in parts {
        for (row, other) in [(first, second), (second, first)] {
          let value = mix(row[column], other[column])
          if value != row[column] { changes.append((row[0], TwentyItems.columns[column], value)) }
        }
      }
      return TwentyItems.Mutation(name: name, changes: changes)
    }
    let other = { (_: SQLiteValue, other: SQLiteValue) in other }
    return [
      exchange("metadata", [(metadata, other)]), exchange("secrets", [(secret, other)]),
      exchange("both", [(metadata, other), (secret, other)]),
      exchange("the first half of the metadata", [(metadata, firstHalf)]),
      exchange("the second half of the metadata", [(metadata, secondHalf)]),
      exchange("the first half of the secrets", [(secret, firstHalf)]),
      exchange("the second half of the secrets", [(secret, secondHalf)]),
    ].filter { !$0.changes.isEmpty }
  }

  private static func firstHalf(_ value: SQLiteValue, _ other: SQLiteValue) -> SQLiteValue {
    guard case .blob(let bytes) = value, case .blob(let otherBytes) = other else { return other }
    return .blob(Array(otherBytes.prefix(otherBytes.count / 2)) + bytes[(bytes.count / 2)...])
  }

  private static func secondHalf(_ value: SQLiteValue, _ other: SQLiteValue) -> SQLiteValue {
    guard case .blob(let bytes) = value, case .blob(let otherBytes) = other else { return other }
    return .blob(Array(bytes.prefix(bytes.count / 2)) + otherBytes[(otherBytes.count / 2)...])
  }

  @Test func `whatever a column becomes, nothing wrong is returned and what does not open is reported`() throws {
    let file = try TwentyItems()
    var count = 0
    for (index, row) in file.rows.enumerated() {
      for mutation in ColumnChanges.all(of: row, beside: file.rows[(index + 1) % file.rows.count], in: file.rows) {
        count += 1
        let problem = try file.problem(with: mutation, quarantines: count % 20 == 0)
        #expect(problem == nil, "\(mutation.name), row \(index + 1)")
      }
    }
    #expect(count > 1_400)
  }
}
