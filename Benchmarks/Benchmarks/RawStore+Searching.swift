import CRawReference

extension RawStore: SearchingStore {
  /// One more than there may be, so that one too many is noticed.
  private static let capacity = ItemBatch.itemsOfLabel + 1

  func prepare(_ search: Search, _ batch: ItemBatch) {
    prepareToAdd(batch)
    hitCounts = Array(repeating: 0, count: batch.count)
    listed = Array(repeating: raw_listed(), count: batch.count * Self.capacity)
  }

  func find(_ search: Search, _ batch: ItemBatch) {
    var group = unsafe row(of: .kept)
    unsafe listed.withUnsafeMutableBufferPointer { listed in
      guard let first = listed.baseAddress else { return }
      for index in hitCounts.indices {
        hitCounts[index] = unsafe raw_search(
          database, &group, search.criterion, &items[index], first + index * Self.capacity, Self.capacity)
      }
    }
  }

  func checkFound(_ search: Search, _ batch: ItemBatch, items: Int) throws {
    for index in 0..<batch.count {
      let hits = ItemBatch(search.hits(batch.numbers[index], items: items))
      try require(hitCounts[index] == hits.count, "raw: \(search.rawValue): \(hitCounts[index]) of \(hits.count)")
      for hit in 0..<hits.count {
        let found = listed[index * Self.capacity + hit]
        try requireEqual(found.account, hits.account(hit).utf8, "raw: \(search.rawValue)")
        try requireEqual(found.secret, hits.secret(hit), "raw: \(search.rawValue)")
      }
    }
  }
}

extension Search {
  fileprivate var criterion: raw_criterion {
    switch self {
    case .indexedOne: RAW_BY_ACCOUNT
    case .indexedTen: RAW_BY_LABEL
    case .unindexed: RAW_BY_COMMENT
    }
  }
}
