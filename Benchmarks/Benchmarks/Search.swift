/// A search for every item that has one attribute; their secrets come back.
enum Search: String, CaseIterable {
  /// By the account, which has a term: one item.
  case indexedOne = "search.indexed.1"
  /// By the label, which has one as well: ten items.
  case indexedTen = "search.indexed.10"
  /// By the comment, which has none, so that the metadata of every item is opened: one item.
  case unindexed = "search.unindexed"

  /// Among `items` items, those with the attribute of the one of that number.
  func hits(_ number: Int, items: Int) -> [Int] {
    guard self == .indexedTen else { return [number] }
    let first = number - number % ItemBatch.itemsOfLabel
    return Array(first..<min(first + ItemBatch.itemsOfLabel, items))
  }
}

/// A keychain that searches; the floor has no index for it.
protocol SearchingStore: Store {
  /// Forms a query for each item of the batch.
  func prepare(_ search: Search, _ batch: ItemBatch)
  func find(_ search: Search, _ batch: ItemBatch) throws
  /// Compares every secret that was found.
  func checkFound(_ search: Search, _ batch: ItemBatch, items: Int) throws
}

/// Searches: both sides get the same attributes in the same order.
final class SearchWork {
  private let search: Search
  private let stage: Stage
  private var generator = SeededGenerator(seed: 3)
  private var batch = ItemBatch([])

  init(_ search: Search, _ stage: Stage) {
    self.search = search
    self.stage = stage
  }

  /// A search that opens every item is measured an item, others a search.
  var measurement: Measurement {
    let (turns, searches) =
      switch search {
      case .indexedOne: (50, 200)
      case .indexedTen: (50, 50)
      case .unindexed: (3, 1)
      }
    let works = ([stage.ours, stage.raw] as [any SearchingStore]).map { [search, items = stage.items] store in
      Measurement.Work(
        side: store.side,
        prepare: { store.prepare(search, self.batch) },
        run: { try store.find(search, self.batch) },
        check: { try store.checkFound(search, self.batch, items: items) })
    }
    return Measurement(
      name: search.rawValue, items: stage.items, turns: turns,
      operations: search == .unindexed ? stage.items : searches, beginTurn: { self.draw(count: searches) },
      works: works)
  }

  private func draw(count: Int) {
    batch = ItemBatch(
      (0..<count).map { _ in
        let number = Int.random(in: 0..<stage.items, using: &generator)
        return search == .unindexed ? number - number % ItemBatch.itemsOfComment : number
      })
  }
}
