import CRawReference

extension RawStore {
  func prepareToChange(_ batch: ItemBatch) { prepareToAdd(batch) }

  func updateAdded(to batch: ItemBatch) throws {
    var group = unsafe row(of: .added)
    let count = unsafe raw_update(database, &group, nil, items[0].secret)
    try require(count == batch.count, "raw: \(count) of \(batch.count) items were updated")
  }

  func updateDurably(_ index: Int, of batch: ItemBatch) throws {
    var group = unsafe row(of: .added)
    let count = unsafe raw_update(database, &group, &items[index], items[index].secret)
    try require(count == 1, "raw: \(count) items were updated")
  }

  func deleteAdded(_ batch: ItemBatch) throws {
    var group = unsafe row(of: .added)
    let count = unsafe raw_delete(database, &group, nil)
    try require(count == batch.count, "raw: \(count) of \(batch.count) items were deleted")
  }

  func deleteDurably(_ index: Int, of batch: ItemBatch) throws {
    var group = unsafe row(of: .added)
    let count = unsafe raw_delete(database, &group, &items[index])
    try require(count == 1, "raw: \(count) items were deleted")
  }
}

extension RawStore: BuryingStore {
  func buryAdded(_ batch: ItemBatch) throws {
    var group = unsafe row(of: .added)
    let count = unsafe raw_bury(database, &group, nil)
    try require(count == batch.count, "raw: \(count) of \(batch.count) items left a tombstone")
  }

  func eraseTombstones() throws {
    var group = unsafe row(of: .added)
    try call("erase", unsafe raw_erase_tombstones(database, &group) >= 0)
  }

  /// The tombstones of the batch must be what this side would have left.
  func checkThatTombstonesAreAlike(_ batch: ItemBatch, generation: Int64) throws {
    var group = unsafe row(of: .added)
    for index in 0..<batch.count {
      var item = unsafe batch.rawItem(index)
      try require(
        unsafe raw_buries_alike(database, &group, &item, generation), "raw: a tombstone is not what this side leaves")
    }
  }
}
