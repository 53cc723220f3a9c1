/// The keychains of every side, with the same items, checked before anything is measured.
final class Stage {
  let items: Int
  let ours: OurStore
  let raw: RawStore
  let floor: FloorStore
  let stores: [any Store]
  let disk: Disk
  /// The size of each file an item, taken when it held nothing but the items.
  let fileBytes: Samples
  private var nextAdded = Stage.firstAdded

  /// Numbers of items that adding rows take away again, and of items nobody has.
  private static let firstAdded = 2_000_000
  private static let firstMissing = 9_000_000
  /// Numbers of items for checks between the sides.
  static let firstForeign = 1_500_000
  /// The most rows the product writes in one transaction.
  static let transaction = 500

  init(items: Int, in folder: TemporaryFolder) throws {
    self.items = items
    ours = try OurStore.make(in: folder)
    raw = try RawStore(making: folder.file("raw.keychain-db"), keys: ours.rawKeys)
    floor = try FloorStore(making: folder.file("floor.db"))
    stores = [ours, raw, floor]
    disk = try Disk(making: folder.file("disk.bin"))

    var sizes = Samples()
    for store in stores {
      try Self.fill(store, items: items)
      sizes.append(Double(try store.fileByteCount()) / Double(items), of: store.side)
    }
    fileBytes = sizes
    try ours.checkAgainstRaw(items: items)
    try ours.checkChangesAgainstRaw()
    try ours.checkTombstonesAgainstRaw()
    for store in stores { try Self.check(store, items: items) }
    try raw.checkThatRowsAreAlike(ItemBatch(Array(0..<min(items, Self.transaction))), in: .kept)
    try raw.checkThatChangesAreNoticed()
    for store in stores { try growLog(of: store) }
  }

  /// Gives another keychain the same items, and lets its log grow.
  func fill(_ store: any Store) throws {
    try Self.fill(store, items: items)
    try growLog(of: store)
  }

  private static func fill(_ store: any Store, items: Int) throws {
    for start in stride(from: 0, to: items, by: transaction) {
      try Interruption.check()
      let batch = ItemBatch(Array(start..<min(start + transaction, items)))
      try store.prepareToAdd(batch)
      try store.add(batch, to: .kept)
    }
  }

  /// Reads back by lookups of each kind, at most some ten thousand spread over all, and by listings of each kind, all.
  static func check(_ store: any Store, items: Int) throws {
    for lookup in Lookup.allCases {
      let first = lookup == .miss ? firstMissing : 0
      let step = max(1, items / 10_000)
      let batch = ItemBatch(stride(from: first, to: first + items, by: step).map { $0 })
      try store.check(lookup, batch, in: .kept)
    }
    for listing in Listing.allCases {
      try store.list(listing, count: items)
      try store.checkListed(listing, count: items)
    }
  }

  /// Lets the log grow to more than the 1,000 frames after which it is written from its start again.
  ///
  /// A commit that overwrites pages of the log costs about half of one that extends the file.
  private func growLog(of store: any Store) throws {
    for _ in 0..<4 {
      let batch = addedBatch(count: Self.transaction)
      try store.prepareToAdd(batch)
      try store.add(batch, to: .added)
      try store.eraseAdded()
    }
  }

  /// Items that are in no keychain yet.
  func addedBatch(count: Int) -> ItemBatch {
    if nextAdded + count > Self.firstMissing { nextAdded = Self.firstAdded }
    defer { nextAdded += count }
    return ItemBatch(Array(nextAdded..<nextAdded + count))
  }

  /// Items that are in every keychain, or for a miss in none, drawn at random.
  func batch(for lookup: Lookup, count: Int, using generator: inout SeededGenerator) -> ItemBatch {
    let first = lookup == .miss ? Self.firstMissing : 0
    return ItemBatch((0..<count).map { _ in first + Int.random(in: 0..<items, using: &generator) })
  }
}
