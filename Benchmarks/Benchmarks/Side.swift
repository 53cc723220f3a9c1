/// Who does the work.
enum Side: String, CaseIterable, Codable {
  /// The product.
  case ours
  /// The product by the dictionaries of KeychainKit, where ours is more than that.
  case dictionary
  /// The least C in the product's format: what goals are held against.
  case raw
  /// The least C for the bare question.
  case floor
  /// The product and the reference in what the row compares with: fewer items, or a thread alone.
  case oursInBase
  case rawInBase
  /// The disk alone: 8 KiB over blocks that are there, and fdatasync.
  case disk
}

/// A lookup of one item by service and account.
enum Lookup: String, CaseIterable {
  case data = "lookup.data.dictionary"
  case dataTyped = "lookup.data.typed"
  case item = "lookup.item.dictionary"
  case attributes = "lookup.attributes.dictionary"
  case miss = "lookup.miss"
}

/// A listing of every item.
enum Listing: String, CaseIterable {
  /// The secrets.
  case data = "list.data"
  /// The attributes as typed items; secrets stay sealed.
  case typed = "list.typed"
  /// Attributes and secrets as dictionaries.
  case dictionaries = "list.dictionaries"

  var opensSecrets: Bool { self != .typed }
}

/// Where items go: the ones every lookup finds, or the ones an adding row takes away again.
enum Group: Int {
  case kept = 1
  case added = 2

  /// Fifteen bytes each, so that a row of either is of one size.
  var name: StaticString {
    switch self {
    case .kept: "com.example.app"
    case .added: "com.example.add"
    }
  }
}

/// A keychain of one side. `prepare` and the checks stand outside the measured part.
protocol Store: AnyObject {
  var side: Side { get }
  /// Forms whatever the side's caller would hand over: C structures, query dictionaries.
  func prepare(_ lookup: Lookup, _ batch: ItemBatch) throws
  /// Looks up every item of the batch and keeps the results of this turn.
  ///
  /// Results of the turn before are released as the new ones take their place, so that freeing is measured and
  /// comparing is not.
  func find(_ lookup: Lookup, _ batch: ItemBatch, in group: Group) throws
  func checkFound(_ lookup: Lookup, _ batch: ItemBatch) throws

  func list(_ listing: Listing, count: Int) throws
  /// Compares every item of the last listing with what item 0 up to `count` were given.
  func checkListed(_ listing: Listing, count: Int) throws

  func prepareToAdd(_ batch: ItemBatch) throws
  /// Adds all in one transaction.
  func add(_ batch: ItemBatch, to group: Group) throws
  /// Adds one in a durable transaction of its own.
  func addDurably(_ index: Int, of batch: ItemBatch, to group: Group) throws
  func eraseAdded() throws

  /// Forms what changes the items of the batch, which were added: its secrets are the new ones.
  func prepareToChange(_ batch: ItemBatch) throws
  /// Gives every added item the one secret of the batch, in one transaction.
  func updateAdded(to batch: ItemBatch) throws
  /// Gives one added item its new secret, in a durable transaction of its own.
  func updateDurably(_ index: Int, of batch: ItemBatch) throws
  /// Deletes every added item, which are those of the batch, in one transaction.
  func deleteAdded(_ batch: ItemBatch) throws
  /// Deletes one added item in a durable transaction of its own.
  func deleteDurably(_ index: Int, of batch: ItemBatch) throws

  /// Brings everything into the file and gives its size.
  func fileByteCount() throws -> Int
}

/// A keychain whose deletions can leave tombstones; the floor has none.
protocol BuryingStore: Store {
  /// Leaves a tombstone of every added item, which are those of the batch, in one transaction.
  func buryAdded(_ batch: ItemBatch) throws
  func eraseTombstones() throws
}

extension Store {
  /// Looks every item of the batch up, and compares.
  func check(_ lookup: Lookup, _ batch: ItemBatch, in group: Group) throws {
    try prepare(lookup, batch)
    try find(lookup, batch, in: group)
    try checkFound(lookup, batch)
  }
}
