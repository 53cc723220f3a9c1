import Foundation
import KeychainKit
import KeychainPolicy
import KeychainSchema

extension OurStore {
  func prepareToAdd(_ batch: ItemBatch) {
    additions = (0..<batch.count).map { index in
      [
        QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text,
        "svce": batch.service(index),
        "acct": batch.account(index),
        "labl": batch.service(index),
        "gena": Data(batch.generic(index)),
        QueryKey.valueData.rawValue: Data(batch.secret(index)),
      ]
    }
    typedAdditions = (0..<batch.count).map { index in
      let item = ItemQuery.genericPassword(service: batch.service(index), account: batch.account(index))
        .label(batch.service(index)).generic(Data(batch.generic(index)))
      return (item, SecretBytes(batch.secret(index)))
    }
  }

  func add(_ batch: ItemBatch, to group: Group) throws {
    try keychain(group).add(typedAdditions)
  }

  func addDurably(_ index: Int, of batch: ItemBatch, to group: Group) throws {
    try keychain(group).add(additions[index])
  }

  func eraseAdded() throws {
    try keychain(.added).delete([QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text])
  }

  func fileByteCount() throws -> Int {
    // Closing brings everything into the file.
    close()
    return try byteCount(ofFile: path)
  }
}

extension OurStore {
  /// The raw reference must read every row of ours, and we must read a row of its.
  func checkAgainstRaw(in folder: TemporaryFolder, items: Int) throws {
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
      try raw.checkThatRowsAreAlike(ItemBatch(Array(0..<min(items, Stage.transaction))))
      try raw.checkThatChangesAreNoticed()
      raw.prepareToAdd(foreign)
      try raw.addDurably(0, of: foreign, to: .added)
    }
    let query = Self.query(foreign, 0, [.returnAttributes, .returnData])
    let found = try keychain(.added).copyMatching(query)
    try require(
      Self.isItem(found, of: foreign, 0, withSecret: true), "ours: a row of the raw reference reads otherwise")
    try require(
      try keychain(.added).verifyState().condition.isSound, "ours: the raw reference keeps another state record")
    try eraseAdded()
  }
}
