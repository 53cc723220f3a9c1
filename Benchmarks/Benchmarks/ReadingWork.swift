/// Lookups by a thread that is not alone, beside the same by one that is: how much more or less is done in a time.
final class ReadingWork {
  private let stage: Stage
  private let ours: [OurStore]
  private let raw: [RawStore]
  private var generator = SeededGenerator(seed: 5)
  private var batches: [ItemBatch] = []
  private var added = ItemBatch([])

  private static let threads = 2
  private static let lookups = 2_000
  private static let turns = 10

  /// The product's threads share one keychain, as those of a program do; each of the reference's has a connection.
  init(_ stage: Stage) throws {
    self.stage = stage
    ours = try (0..<Self.threads).map { _ in try OurStore(sharing: stage.ours) }
    raw = try (0..<Self.threads).map { _ in try RawStore(opening: stage.raw.path, keys: stage.ours.rawKeys) }
  }

  /// Two threads that read.
  var together: Measurement {
    measurement("readers.scaling", threads: Self.threads, [reading(.ours, ours), reading(.raw, raw)])
  }

  /// One that reads while another commits.
  var besideWriter: Measurement {
    measurement("readers.writing", threads: 1, [besideWriter(.ours, ours), besideWriter(.raw, raw)])
  }

  private func measurement(_ name: String, threads: Int, _ works: [Measurement.Work]) -> Measurement {
    let alone = [reading(.oursInBase, Array(ours.prefix(1))), reading(.rawInBase, Array(raw.prefix(1)))]
    return Measurement(
      name: name, subject: .scaling(threads: threads), items: stage.items, clock: .wallTime, summary: .median,
      turns: Self.turns, operations: Self.lookups, beginTurn: draw, works: alone + works)
  }

  private func draw() {
    batches = (0..<Self.threads).map { _ in stage.batch(for: .data, count: Self.lookups, using: &generator) }
    added = stage.addedBatch(count: Stage.transaction)
  }

  private func reading(_ side: Side, _ stores: [any Store]) -> Measurement.Work {
    Measurement.Work(
      side: side,
      prepare: { for (store, batch) in zip(stores, self.batches) { try store.prepare(.data, batch) } },
      run: { try StoreThread.read(zip(stores, self.batches).map { StoreThread(store: $0, batch: $1) }) },
      check: { for (store, batch) in zip(stores, self.batches) { try store.checkFound(.data, batch) } })
  }

  /// The writer has committed once before the clock runs, and goes on until it has stopped.
  private func besideWriter(_ side: Side, _ stores: [any Store]) -> Measurement.Work {
    let reader = stores[0]
    var writing: StoreThread.Writing?
    return Measurement.Work(
      side: side,
      prepare: {
        try reader.prepare(.data, self.batches[0])
        try stores[1].prepareToAdd(self.added)
        writing = try StoreThread(store: stores[1], batch: self.added).beginWriting()
      },
      run: { try reader.find(.data, self.batches[0], in: .kept) },
      check: {
        try writing?.end()
        try reader.checkFound(.data, self.batches[0])
        try stores[1].eraseAdded()
      })
  }
}
