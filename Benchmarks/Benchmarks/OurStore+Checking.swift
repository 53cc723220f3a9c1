import Foundation
import KeychainKit
import KeychainSchema

/// That the product and the raw reference read and write one format.
extension OurStore {
  /// The raw reference must read every row of ours, and we must read a row of its.
  func checkAgainstRaw(items: Int) throws {
    // Makes the row of the other group, whose name only the product can seal.
    let first = ItemBatch([Stage.firstForeign])
    prepareToAdd(first)
    try addDurably(0, of: first, to: .added)
    try eraseAdded()
    close()

    let foreign = ItemBatch([Stage.firstForeign + 1])
    do {
      let raw = try RawStore(opening: path, keys: rawKeys)
      try Stage.check(raw, items: items)
      try raw.checkThatRowsAreAlike(ItemBatch(Array(0..<min(items, Stage.transaction))), in: .kept)
      try raw.checkThatChangesAreNoticed()
      raw.prepareToAdd(foreign)
      try raw.addDurably(0, of: foreign, to: .added)
    }
    let query = Self.query(foreign, 0, [.returnAttributes, .returnData])
    let found = try keychain(.added).copyMatching(query)
    try require(
      Self.isItem(found, of: foreign, 0, withSecret: true), "ours: a row of the raw reference reads otherwise")
    try requireSoundState()
    try eraseAdded()
  }

  /// What one of the two has updated and deleted must be so for the other, and the state record must say the same.
  func checkChangesAgainstRaw() throws {
    let numbers = Array(Stage.firstForeign..<Stage.firstForeign + 4)
    let added = ItemBatch(numbers)
    let once = ItemBatch(numbers, secretOf: Stage.firstForeign + 4)
    let twice = ItemBatch(numbers, secretOf: Stage.firstForeign + 5)
    prepareToAdd(added)
    try add(added, to: .added)
    prepareToChange(once)
    try updateAdded(to: once)
    try deleteDurably(3, of: once)
    let before = try [item(0, of: once), item(1, of: once)]
    close()

    do {
      let raw = try RawStore(opening: path, keys: rawKeys)
      try raw.checkThatRowsAreAlike(once.part(0..<3), in: .added, generation: 2)
      try raw.check(.miss, once.part(3..<4), in: .added)
      raw.prepareToChange(twice)
      try raw.updateAdded(to: twice.part(0..<3))
      try raw.deleteDurably(2, of: twice)
      raw.prepareToChange(once)
      try raw.updateDurably(1, of: once)
    }
    let after = try [item(0, of: twice), item(1, of: once)]
    for (before, after) in zip(before, after) {
      try require(
        before.created == after.created && before.modified < after.modified, "ours: the raw reference keeps no dates")
    }
    try check(.miss, twice.part(2..<4), in: .added)
    try requireSoundState()
    try deleteAdded(twice)
  }

  /// What one of the two has buried must be so for the other, and an item added again goes on from its tombstone.
  func checkTombstonesAgainstRaw() throws {
    let numbers = Array(Stage.firstForeign..<Stage.firstForeign + 4)
    let batch = ItemBatch(numbers)
    let first = batch.part(0..<2)
    let second = batch.part(2..<4)
    prepareToAdd(first)
    try add(first, to: .added)
    try buryAdded(first)
    prepareToAdd(second)
    try add(second, to: .added)
    close()

    do {
      let raw = try RawStore(opening: path, keys: rawKeys)
      try raw.checkThatTombstonesAreAlike(first, generation: 2)
      try raw.buryAdded(second)
      try raw.check(.miss, batch, in: .added)
    }
    try check(.miss, batch, in: .added)
    try requireSoundState()
    prepareToAdd(batch)
    try add(batch, to: .added)
    close()

    do {
      let raw = try RawStore(opening: path, keys: rawKeys)
      try raw.checkThatRowsAreAlike(batch, in: .added, generation: 3)
    }
    try requireSoundState()
    try eraseAdded()
  }

  /// The dates of an item that is in every other way as the batch says.
  private func item(_ index: Int, of batch: ItemBatch) throws -> (created: Date, modified: Date) {
    let found = try keychain(.added).copyMatching(Self.query(batch, index, [.returnAttributes, .returnData]))
    try require(Self.isItem(found, of: batch, index, withSecret: true), "ours: a changed row reads otherwise")
    guard let item = found as? [String: Any], let created = item["cdat"] as? Date, let modified = item["mdat"] as? Date
    else { throw Failure("ours: a changed row has no dates") }
    return (created, modified)
  }

  private func requireSoundState() throws {
    try require(
      try keychain(.added).verifyState().condition.isSound, "ours: the raw reference keeps another state record")
  }
}
