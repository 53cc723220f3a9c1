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
        "labl": batch.label(index),
        "gena": Data(batch.generic(index)),
        QueryKey.valueData.rawValue: Data(batch.secret(index)),
      ]
    }
    for index in 0..<batch.count { additions[index]["icmt"] = batch.comment(index) }
    typedAdditions = (0..<batch.count).map { index in
      let item = ItemQuery.genericPassword(service: batch.service(index), account: batch.account(index))
        .label(batch.label(index)).generic(Data(batch.generic(index)))
        .with(.comment, batch.comment(index).map { .text($0) })
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
