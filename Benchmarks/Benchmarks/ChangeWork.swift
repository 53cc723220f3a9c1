/// Updating and deleting what was added before, outside the measured part.
final class ChangeWork {
  /// What is done to items; an update gives them another secret, which touches no index.
  enum Kind: String, CaseIterable {
    case update
    case delete
  }

  private let kind: Kind
  private let stage: Stage
  /// What is added, and the same with the secrets that an update gives.
  private var added = ItemBatch([])
  private var changed = ItemBatch([])
  private var turn = 0

  private static let batches = 5
  private static let durableTurns = 30

  init(_ kind: Kind, _ stage: Stage) {
    self.kind = kind
    self.stage = stage
  }

  private func draw(count: Int) {
    added = stage.addedBatch(count: count)
    changed = ItemBatch(added.numbers, secretOf: (added.numbers.first ?? 0) + count)
  }

  private func add(to store: any Store) throws {
    try store.prepareToAdd(added)
    try store.add(added, to: .added)
  }

  private func check(_ store: any Store) throws {
    switch kind {
    case .update:
      try store.check(.data, changed, in: .added)
      try store.eraseAdded()
    case .delete:
      try store.check(.miss, changed, in: .added)
    }
  }

  /// One call that means as many items as the product writes in one transaction.
  var batched: Measurement {
    let works = stage.stores.map { store in
      Measurement.Work(
        side: store.side,
        prepare: {
          try self.add(to: store)
          try store.prepareToChange(self.changed)
        },
        run: {
          switch self.kind {
          case .update: try store.updateAdded(to: self.changed)
          case .delete: try store.deleteAdded(self.changed)
          }
        },
        check: { try self.check(store) })
    }
    return Measurement(
      name: "\(kind.rawValue).batch", items: stage.items, turns: Self.batches, operations: Stage.transaction,
      beginTurn: { self.draw(count: Stage.transaction) }, works: works)
  }

  /// A call like that of a delete, which leaves tombstones.
  var burying: Measurement {
    let works = ([stage.ours, stage.raw] as [any BuryingStore]).map { store in
      Measurement.Work(
        side: store.side,
        prepare: { try self.add(to: store) },
        run: { try store.buryAdded(self.added) },
        check: {
          try store.check(.miss, self.added, in: .added)
          try store.eraseTombstones()
        })
    }
    return Measurement(
      name: "\(kind.rawValue).batch.tombstones", items: stage.items, turns: Self.batches,
      operations: Stage.transaction, beginTurn: { self.draw(count: Stage.transaction) }, works: works)
  }

  /// One commit an item, each side after the other, and the disk alone beside them.
  var durable: Measurement {
    let works = stage.stores.map { store in
      Measurement.Work(
        side: store.side,
        prepare: { try store.prepareToChange(self.changed) },
        run: {
          switch self.kind {
          case .update: try store.updateDurably(self.turn, of: self.changed)
          case .delete: try store.deleteDurably(self.turn, of: self.changed)
          }
        })
    }
    return Measurement(
      name: "\(kind.rawValue).durable", items: stage.items, clock: .wallTime, summary: .median,
      turns: Self.durableTurns, operations: 1, beginTurn: beginDurableTurn,
      works: works + [Measurement.Work(side: .disk, run: { try self.stage.disk.overwrite() })],
      endRound: {
        for store in self.stage.stores { try self.check(store) }
        self.added = ItemBatch([])
      })
  }

  /// The first turn of a round adds the items of all its turns.
  private func beginDurableTurn() throws {
    turn += 1
    guard added.count == 0 else { return }
    turn = 0
    draw(count: Self.durableTurns)
    for store in stage.stores { try add(to: store) }
  }
}
