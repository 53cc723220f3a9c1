import KeychainKit
import KeychainSchema

extension CountedCall {
  static let writings = [
    CountedCall("add") { counted in
      let keychain = try counted.keychain()
      let items = typedQueries { CountedKeychain.item($0 + CountedKeychain.items) }
      let secret = CountedKeychain.secret(0)
      return Turns {
        try keychain.add(items[$0], secret: secret)
      } check: {
        try keychain.contains(items[$0])
      }
    },
    // The tags decide where pages are split: allocations differ by turn, and the least is that of one turn alone.
    CountedCall("add.batch.500", kinds: allButAllocations) { counted in
      let keychain = try counted.keychain()
      let batches = (1...turnCount).map { turn in
        (0..<batchSize).map { (CountedKeychain.item(turn * CountedKeychain.items + $0), CountedKeychain.secret($0)) }
      }
      return Turns {
        try keychain.add(batches[$0])
      } check: { turn in
        try batches[turn].allSatisfy { try keychain.contains($0.0) }
      }
    },
    CountedCall("update") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries(CountedKeychain.key)
      let changes = ItemChanges.secret(CountedKeychain.secret(0))
      return Turns {
        try keychain.update(queries[$0], changes)
      } check: {
        try keychain.data(for: queries[$0]) == CountedKeychain.data(0)
      }
    },
    CountedCall("delete") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries(CountedKeychain.key)
      return Turns {
        try keychain.delete(queries[$0])
      } check: {
        try !keychain.contains(queries[$0])
      }
    },
  ]

  private static let batchSize = 500

  /// Many items in one call: all that a group has.
  static let batches = [
    CountedCall("update.batch.500") { counted in
      let keychain = try counted.keychainOfBatch()
      try keychain.add(batch)
      let changes = (0..<turnCount).map { ItemChanges.secret(CountedKeychain.secret(number($0))) }
      return Turns {
        try keychain.update(.all(.genericPassword), changes[$0])
      } check: { turn in
        try (0..<batchSize).allSatisfy {
          try keychain.data(for: CountedKeychain.key($0)) == CountedKeychain.data(number(turn))
        }
      }
    },
    CountedCall("delete.batch.500") { counted in
      let keychain = try counted.keychainOfBatch()
      try keychain.add(batch)
      var deleted = 0
      return Turns { _ in
        deleted = try keychain.delete(.all(.genericPassword))
      } check: { _ in
        guard try deleted == batchSize && keychain.items(matching: .all(.genericPassword)).isEmpty else { return false }
        try keychain.add(batch)
        return true
      }
    },
  ]

  private static var batch: [(ItemQuery, SecretBytes)] {
    (0..<batchSize).map { (CountedKeychain.item($0), CountedKeychain.secret($0)) }
  }
}
