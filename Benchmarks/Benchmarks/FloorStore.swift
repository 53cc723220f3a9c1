import CFloorReference

/// The least C for the bare question.
///
/// The C connection is used by this thread alone; the pointers in items lead to static memory and to the batch, which
/// outlives each call.
@safe
final class FloorStore: Store {
  let side = Side.floor
  private let path: String
  private let database: OpaquePointer
  private var items: [floor_item] = unsafe []
  private var found: [Found] = []
  private var listed: [floor_listed] = []
  private var listedCount = 0

  init(making path: String) throws {
    guard let database = unsafe floor_create(path) else { throw Failure("floor: \(path) did not open") }
    self.path = path
    unsafe self.database = database
  }

  deinit {
    unsafe floor_close(database)
  }

  private func call(_ what: String, _ succeeded: Bool) throws(Failure) {
    guard !succeeded else { return }
    throw unsafe Failure("floor: \(what): \(String(cString: floor_message(database)))")
  }
}

extension FloorStore {
  func prepare(_ lookup: Lookup, _ batch: ItemBatch) {
    unsafe items = (0..<batch.count).map { unsafe batch.floorItem($0) }
    found = Array(repeating: Found(), count: batch.count)
  }

  // The hash that an item is found by does not tell groups of the suite apart: numbers do.
  func find(_ lookup: Lookup, _ batch: ItemBatch, in group: Group) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(FLOOR_SECRET_LIMIT) + 32) { memory in
      guard let secret = memory.baseAddress else { return }
      let account = unsafe secret + Int(FLOOR_SECRET_LIMIT)
      for index in found.indices { unsafe find(lookup, secret, account, at: index) }
    }
  }

  private func find(
    _ lookup: Lookup, _ secret: UnsafeMutablePointer<UInt8>, _ account: UnsafeMutablePointer<UInt8>, at index: Int
  ) {
    let length: Int
    switch lookup {
    case .data, .dataTyped, .miss: length = unsafe floor_lookup_secret(database, &items[index], secret)
    case .attributes: length = unsafe floor_lookup_attributes(database, &items[index], account)
    case .item: length = unsafe floor_lookup_item(database, &items[index], account, secret)
    }
    found[index].length = length
    unsafe Found.keep(secret, length, in: &found[index].secret)
    guard lookup == .attributes || lookup == .item else { return }
    unsafe Found.keep(account, length < 0 ? 0 : 32, in: &found[index].account)
  }

  func checkFound(_ lookup: Lookup, _ batch: ItemBatch) throws {
    for index in found.indices { try found[index].check(lookup, batch, index, side: side) }
  }

  func list(_ listing: Listing, count: Int) {
    if listed.count != count + 1 { listed = Array(repeating: floor_listed(), count: count + 1) }
    listedCount = unsafe floor_list(database, listing.opensSecrets, &listed, listed.count)
  }

  func checkListed(_ listing: Listing, count: Int) throws {
    try require(listedCount == count, "floor: \(listing.rawValue): \(listedCount) of \(count)")
    let batch = ItemBatch(Array(0..<count))
    for index in 0..<count {
      try requireEqual(listed[index].account, batch.account(index).utf8, "floor: \(listing.rawValue)")
      guard listing.opensSecrets else { continue }
      try requireEqual(listed[index].secret, batch.secret(index), "floor: \(listing.rawValue)")
    }
  }
}

extension FloorStore {
  func prepareToAdd(_ batch: ItemBatch) {
    unsafe items = (0..<batch.count).map { unsafe batch.floorItem($0) }
  }

  func add(_ batch: ItemBatch, to group: Group) throws {
    try call("begin", unsafe floor_begin(database))
    for index in 0..<batch.count { try addDurably(index, of: batch, to: group) }
    try call("commit", unsafe floor_commit(database))
  }

  func addDurably(_ index: Int, of batch: ItemBatch, to group: Group) throws {
    try call("add", unsafe floor_add(database, Int64(group.rawValue), &items[index]))
  }

  func eraseAdded() throws {
    try call("erase", unsafe floor_erase(database, Int64(Group.added.rawValue)))
  }

  func fileByteCount() throws -> Int {
    try call("checkpoint", unsafe floor_truncate_log(database))
    return try byteCount(ofFile: path)
  }
}

extension FloorStore {
  func prepareToChange(_ batch: ItemBatch) { prepareToAdd(batch) }

  func updateAdded(to batch: ItemBatch) throws {
    try call("begin", unsafe floor_begin(database))
    for index in 0..<batch.count { try updateDurably(index, of: batch) }
    try call("commit", unsafe floor_commit(database))
  }

  func updateDurably(_ index: Int, of batch: ItemBatch) throws {
    try call("update", unsafe floor_update(database, &items[index]))
  }

  func deleteAdded(_ batch: ItemBatch) throws {
    try call("begin", unsafe floor_begin(database))
    for index in 0..<batch.count { try deleteDurably(index, of: batch) }
    try call("commit", unsafe floor_commit(database))
  }

  func deleteDurably(_ index: Int, of batch: ItemBatch) throws {
    try call("delete", unsafe floor_delete(database, &items[index]))
  }
}
