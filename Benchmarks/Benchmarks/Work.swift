/// Lookups: every side gets the same items in the same order.
final class LookupWork {
  private let lookup: Lookup
  let stage: Stage
  private var generator = SeededGenerator(seed: 1)
  private(set) var batch = ItemBatch([])

  private static let lookupsOfTurn = 200
  private static let turns = 50

  init(_ lookup: Lookup, _ stage: Stage) {
    self.lookup = lookup
    self.stage = stage
  }

  var measurement: Measurement {
    let works = stage.stores.map { [lookup] store in
      Measurement.Work(
        side: store.side,
        prepare: { try store.prepare(lookup, self.batch) },
        run: { try store.find(lookup, self.batch, in: .kept) },
        check: { try store.checkFound(lookup, self.batch) })
    }
    return Measurement(
      name: lookup.rawValue, items: stage.items, turns: Self.turns, operations: Self.lookupsOfTurn,
      beginTurn: { self.draw(count: Self.lookupsOfTurn) }, works: works)
  }

  func draw(count: Int) {
    batch = stage.batch(for: lookup, count: count, using: &generator)
  }
}

/// Adding; what was added is erased before the next round, outside the measured part.
final class AddWork {
  private let stage: Stage
  private let stores: [any Store]
  private var batch = ItemBatch([])
  /// The numbers of what was added in this round, one commit each.
  private var addedDurably: [Int] = []

  private static let batches = 5
  private static let durableTurns = 30

  /// - Parameter stores: who adds; nil: every side.
  init(_ stage: Stage, by stores: [any Store]? = nil) {
    self.stage = stage
    self.stores = stores ?? stage.stores
  }

  /// One transaction of as many rows as the product writes in one; several a round, since the log is written back in
  /// some of them only.
  func batched(_ name: String = "add.batch") -> Measurement {
    let works = stores.map { store in
      Measurement.Work(
        side: store.side,
        prepare: { try store.prepareToAdd(self.batch) },
        run: { try store.add(self.batch, to: .added) },
        check: {
          try store.check(.data, self.batch, in: .added)
          try store.eraseAdded()
        })
    }
    return Measurement(
      name: name, items: stage.items, turns: Self.batches, operations: Stage.transaction,
      beginTurn: { self.batch = self.stage.addedBatch(count: Stage.transaction) }, works: works)
  }

  /// One commit an item, each side after the other, and the disk alone beside them.
  var durable: Measurement {
    let works = stores.map { store in
      Measurement.Work(
        side: store.side,
        prepare: { try store.prepareToAdd(self.batch) },
        run: { try store.addDurably(0, of: self.batch, to: .added) })
    }
    return Measurement(
      name: "add.durable", items: stage.items, clock: .wallTime, summary: .median, turns: Self.durableTurns,
      operations: 1,
      beginTurn: {
        self.batch = self.stage.addedBatch(count: 1)
        self.addedDurably += self.batch.numbers
      },
      works: works + [Measurement.Work(side: .disk, run: { try self.stage.disk.overwrite() })],
      endRound: checkAddedDurably)
  }

  /// Every item of the round must be there, and then goes.
  private func checkAddedDurably() throws {
    for store in stores {
      try store.check(.data, ItemBatch(addedDurably), in: .added)
      try store.eraseAdded()
    }
    addedDurably = []
  }
}

/// Sealing and opening without a database, at one size.
struct SealingWork {
  enum Kind: String, CaseIterable {
    case seal = "crypto.seal"
    case open = "crypto.open"
    case sealData = "crypto.seal.data"
  }

  private let kind: Kind
  private let size: SealingSize
  private let sealings: [any Sealing]

  private static let turns = 20

  init(_ kind: Kind, _ size: SealingSize, _ sealings: [any Sealing]) {
    self.kind = kind
    self.size = size
    self.sealings = sealings
  }

  var measurement: Measurement {
    // Enough work that reading the clock is none of the figure, and little enough that the sides take turns.
    let operations = max(1, min(1_000, (2 << 20) / (size.byteCount + 1_024)))
    var generator = SeededGenerator(seed: 2)
    let bytes = (0..<size.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let works = sealings.map { [kind] sealing in
      Measurement.Work(
        side: sealing.side,
        prepare: {
          try sealing.prepare(bytes)
          if kind != .open { sealing.forgetSealed() }
        },
        run: {
          switch kind {
          case .seal: try sealing.seal(times: operations)
          case .open: try sealing.open(times: operations)
          case .sealData: try sealing.sealData(times: operations)
          }
        },
        check: { try kind == .open ? sealing.checkOpened() : sealing.checkSealed() })
    }
    return Measurement(
      name: "\(kind.rawValue).\(size.name)", items: operations, turns: Self.turns, operations: operations, works: works)
  }
}
