import TestSupport

/// Every column of a row with other values: those the schema takes, and those that only its checks refuse.
enum ColumnChanges {
  /// - Parameter neighbour: another row, whose values are tried as well.
  static func all(
    of row: [SQLiteValue], beside neighbour: [SQLiteValue], in rows: [[SQLiteValue]]
  ) -> [TwentyItems.Mutation] {
    var mutations: [TwentyItems.Mutation] = []
    func change(_ place: Int, _ value: SQLiteValue, hides: Bool = false, ignoresChecks: Bool = false) {
      guard value != row[place] else { return }
      let column = TwentyItems.columns[place]
      mutations.append(
        TwentyItems.Mutation(
          name: "\(column) = \(describe(value))", changes: [(row[0], column, value)], hidesRow: hides,
          ignoresChecks: ignoresChecks))
    }

    change(0, .integer(1_000))
    for place in [1, 2] {
      change(place, .blob([UInt8](repeating: 7, count: 16)))
      for count in [0, 15, 17] { change(place, .blob([UInt8](repeating: 7, count: count)), ignoresChecks: true) }
    }
    for value: Int64 in 1...4 { change(3, .integer(value)) }
    for value: Int64 in [0, 5, -1, 257] { change(3, .integer(value), hides: true, ignoresChecks: true) }
    for group in Set(rows.map { $0[4] }) { change(4, group) }
    for group: Int64 in [0, 1, .min] { change(4, .integer(group), hides: true) }
    for value: Int64 in 6...12 { change(5, .integer(value)) }
    for value: Int64 in [0, 5, 13, -1, 262, 255] { change(5, .integer(value), ignoresChecks: true) }
    for value: Int64 in [0, 1] { change(6, .integer(value)) }
    for value: Int64 in [2, -1, 256, 257] { change(6, .integer(value), ignoresChecks: true) }
    for value: Int64 in [0, 1] { change(7, .integer(value)) }
    for value: Int64 in [2, -1, 256, 257] { change(7, .integer(value), hides: true, ignoresChecks: true) }
    for value: Int64 in [1, 2, 3, 1 << 40, .max] { change(8, .integer(value)) }
    for value: Int64 in [0, -1, .min] { change(8, .integer(value), ignoresChecks: true) }
    for value: Int64 in [0, 2, -1, 1 + 1 << 32, .max] { change(9, .integer(value)) }
    for place in 10...14 {
      for value in [neighbour[place], .null, .integer(0), .integer(-1)] { change(place, value) }
    }
    for place in [15, 16] {
      for value in boxes(row[place], neighbour[place]) {
        if place == 15, value == .null { continue }
        change(place, value)
      }
    }
    return mutations
  }

  /// A value short enough to read.
  private static func describe(_ value: SQLiteValue) -> String {
    guard case .blob(let bytes) = value else { return "\(value)" }
    return "\(bytes.count) bytes from \(bytes.prefix(8))"
  }

  /// A box with one bit changed in each of its parts, cut, lengthened, emptied and exchanged.
  private static func boxes(_ box: SQLiteValue, _ other: SQLiteValue) -> [SQLiteValue] {
    var boxes: [SQLiteValue] = [other, .null, .blob([]), .blob([1]), .blob([1, 1, 6, 0, 1, 0, 0, 0])]
    guard case .blob(let bytes) = box else { return boxes }
    for index in [0, 1, 2, 3, 4, 7, 8, 31, 32, bytes.count / 2, bytes.count - 17, bytes.count - 16, bytes.count - 1] {
      var changed = bytes
      changed[index] ^= 1
      boxes.append(.blob(changed))
    }
    boxes.append(.blob(bytes.dropLast()))
    boxes.append(.blob(bytes + [0]))
    boxes.append(.blob(Array(bytes.prefix(47))))
    boxes.append(.blob(Array(bytes.prefix(48))))
    boxes.append(.blob([UInt8](repeating: 0, count: bytes.count)))
    return boxes
  }
}
