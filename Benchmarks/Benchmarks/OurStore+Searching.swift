import Foundation
import KeychainKit
import KeychainSchema

extension OurStore: SearchingStore {
  func prepare(_ search: Search, _ batch: ItemBatch) {
    queries = (0..<batch.count).map { index in
      var query: [String: Any] = [
        QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text,
        QueryKey.matchLimit.rawValue: QueryValue.limitAll,
        QueryKey.returnData.rawValue: true,
      ]
      switch search {
      case .indexedOne: query["acct"] = batch.account(index)
      case .indexedTen: query["labl"] = batch.label(index)
      case .unindexed: query["icmt"] = batch.comment(index)
      }
      return query
    }
    if found.count != batch.count { found = Array(repeating: nil, count: batch.count) }
  }

  func find(_ search: Search, _ batch: ItemBatch) throws {
    let keychain = try keychain(.kept)
    for index in queries.indices { found[index] = try keychain.copyMatching(queries[index]) }
  }

  func checkFound(_ search: Search, _ batch: ItemBatch, items: Int) throws {
    for index in 0..<batch.count {
      let hits = ItemBatch(search.hits(batch.numbers[index], items: items))
      let secrets = (0..<hits.count).map { Data(hits.secret($0)) }
      try require(found[index] as? [Data] == secrets, "ours: \(search.rawValue): other items than have it")
    }
  }
}
