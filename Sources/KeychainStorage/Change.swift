package import KeychainSchema

/// What a sync engine has still to send, or an unlock has still to finish, about one item.
package struct Change: Sendable {
  /// The place in the order of changes; 0 before it is inserted.
  package var sequence: Int64
  /// The number of an `ItemClass`.
  package var itemClass: Int64
  /// The item it is about; there is one change an item.
  package var uuid: Identifier
  /// What was done, by the number of whoever made it.
  package var operation: Int64
  /// The generation of the row that the change leads to.
  package var generation: Int64
  /// The tag of the item's uniqueness tuple.
  package var identity: Identifier
  /// When it was made, in the unit of whoever made it.
  package var time: Int64
  /// The row's bytes, where the change needs them.
  package var row: [UInt8]?

  /// A change of its parts.
  package init(
    sequence: Int64 = 0, itemClass: Int64, uuid: Identifier, operation: Int64, generation: Int64,
    identity: Identifier, time: Int64, row: [UInt8]?
  ) {
    self.sequence = sequence
    self.itemClass = itemClass
    self.uuid = uuid
    self.operation = operation
    self.generation = generation
    self.identity = identity
    self.time = time
    self.row = row
  }
}

extension StorageSession where Self: ~Copyable {
  /// The changes after a place in their order.
  package func changes(after sequence: Int64 = 0, limit: Int = .max) throws(StorageError) -> [Change] {
    let run = try connection.run(.changes)
    try run.bind(sequence, at: 1)
    try run.bind(Int64(limit), at: 2)
    var changes: [Change] = []
    while try run.step() {
      changes.append(
        Change(
          sequence: run.int64(0), itemClass: run.int64(1), uuid: run.identifier(2), operation: run.int64(3),
          generation: run.int64(4), identity: run.identifier(5), time: run.int64(6), row: run.optionalBytes(7)))
    }
    return changes
  }
}

extension WriteSession {
  /// Notes a change, in the place of an earlier one of the same item; gives its place in the order.
  @discardableResult
  package func insertChange(_ change: Change) throws(StorageError) -> Int64 {
    try tellReplaced(change)
    let run = try connection.run(.insertChange)
    try run.bind(change.itemClass, at: 1)
    try run.bind(change.uuid, at: 2, place: 0)
    try run.bind(change.operation, at: 3)
    try run.bind(change.generation, at: 4)
    try run.bind(change.identity, at: 5, place: 1)
    try run.bind(change.time, at: 6)
    if let row = change.row { try run.bind(row, at: 7) }
    try run.finish()
    let sequence = connection.lastInsertedRow
    ledger?.tell(.change) { row in
      row.append(sequence)
      row.append(change.itemClass)
      row.append(change.uuid)
      row.append(change.operation)
      row.append(change.generation)
      row.append(change.identity)
      row.append(change.time)
      if let bytes = change.row { row.append(bytes) } else { row.appendNull() }
    }
    return sequence
  }

  /// Asked before, and not left to the insert: only a replacement in one step gives the change a new place.
  private func tellReplaced(_ change: Change) throws(StorageError) {
    guard let ledger else { return }
    let run = try connection.run(.changeOfItem)
    try run.bind(change.uuid, at: 1, place: 0)
    if try run.step() { ledger.tell(.change, run, columnCount: SummedTable.change.columnCount) }
  }

  /// Takes a change out; that there is none is no error.
  package func removeChange(_ sequence: Int64) throws(StorageError) {
    let run = try connection.run(.removeChange)
    try run.bind(sequence, at: 1)
    while try run.step() { ledger?.tell(.change, run, columnCount: SummedTable.change.columnCount) }
  }
}
