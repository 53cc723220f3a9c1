import KeychainSchema

/// A walk over the rows of a selection; its end, whichever way, resets the statement.
struct ItemCursor: ~Copyable {
  private let run: StatementRun
  private let lendsSecret: Bool
  private let isUnique: Bool
  private var isAtEnd = false

  init(_ selection: ItemSelection, limit: Int, on connection: Connection) throws(StorageError) {
    let shape = selection.shape
    let run = StatementRun(try connection.statement(shape.rawValue, ItemSQL.select(shape)))
    try run.bind(selection)
    if !shape.isUnique {
      try run.bind(selection.afterID, at: ItemSQL.Parameter.after.rawValue)
      try run.bind(Int64(limit), at: ItemSQL.Parameter.limit.rawValue)
    } else if shape.contains(.after) {
      try run.bind(selection.afterID, at: ItemSQL.Parameter.after.rawValue)
    }
    self.run = run
    lendsSecret = shape.contains(.secret)
    isUnique = shape.isUnique
  }

  /// The next row, or nil at the end.
  mutating func next() throws(StorageError) -> ItemRow? {
    guard !isAtEnd, try run.step() else { return nil }
    // Where one row at most can answer, nobody needs to hear from SQLite that there is no second.
    isAtEnd = isUnique
    return ItemRow(run.statement, lendsSecret: lendsSecret)
  }
}

extension StatementRun {
  /// Binds the conditions of a selection by their fixed numbers.
  borrowing func bind(_ selection: ItemSelection) throws(StorageError) {
    if let value = selection.identity { try bind(value, at: ItemSQL.Parameter.identity.rawValue, place: 0) }
    if let value = selection.uuid { try bind(value, at: ItemSQL.Parameter.uuid.rawValue, place: 1) }
    if let value = selection.rowID { try bind(value, at: ItemSQL.Parameter.rowID.rawValue) }
    if let value = selection.itemClass { try bind(value, at: ItemSQL.Parameter.itemClass.rawValue) }
    if let value = selection.accessGroup { try bind(value, at: ItemSQL.Parameter.accessGroup.rawValue) }
    for index in selection.terms.indices {
      guard let value = selection.terms[index] else { continue }
      try bind(value, at: ItemSQL.Parameter.term1.rawValue + Int32(index))
    }
    if let value = selection.protection { try bind(value, at: ItemSQL.Parameter.protection.rawValue) }
    if let value = selection.synchronizable { try bind(value, at: ItemSQL.Parameter.synchronizable.rawValue) }
    if let value = selection.tombstone { try bind(value, at: ItemSQL.Parameter.tombstone.rawValue) }
  }
}
