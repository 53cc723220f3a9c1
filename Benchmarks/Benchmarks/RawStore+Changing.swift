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
