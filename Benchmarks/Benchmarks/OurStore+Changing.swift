import Foundation
import KeychainKit
import KeychainSchema

extension OurStore {
  private static var everyItem: [String: Any] {
    [QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text]
  }

  func prepareToChange(_ batch: ItemBatch) {
    queries = (0..<batch.count).map { Self.query(batch, $0) }
    changes = (0..<batch.count).map { [QueryKey.valueData.rawValue: Data(batch.secret($0))] }
  }

  func updateAdded(to batch: ItemBatch) throws {
    try keychain(.added).update(Self.everyItem, changes[0])
  }

  func updateDurably(_ index: Int, of batch: ItemBatch) throws {
    try keychain(.added).update(queries[index], changes[index])
  }

  func deleteAdded(_ batch: ItemBatch) throws {
    try keychain(.added).delete(Self.everyItem)
  }

  func deleteDurably(_ index: Int, of batch: ItemBatch) throws {
    try keychain(.added).delete(queries[index])
  }
}

extension OurStore: BuryingStore {
  func buryAdded(_ batch: ItemBatch) throws {
    let leavingTombstones = Self.everyItem.merging([QueryKey.useTombstones.rawValue: true]) { _, new in new }
    try keychain(.added).delete(leavingTombstones)
  }

  func eraseTombstones() throws {
    try keychain(.added).delete(Self.everyItem.merging(["tomb": 1]) { _, new in new })
  }
}
