import BenchmarkReports
import Foundation
import KeychainKit
import KeychainSchema

/// A call whose cost is counted.
struct CountedCall: Sendable {
  /// The call, made ready for each turn of a count.
  struct Turns {
    /// Does the work of a turn; only this is counted.
    let run: (Int) throws -> Void
    /// Whether the turn gave what it must.
    let check: (Int) throws -> Bool
  }

  let name: String
  /// What is counted of it.
  private let kinds: [CountKind]
  private let turns: @Sendable (CountedKeychain) throws -> Turns

  init(
    _ name: String, kinds: [CountKind] = CountKind.allCases,
    _ turns: @escaping @Sendable (CountedKeychain) throws -> Turns
  ) {
    self.name = name
    self.kinds = kinds
    self.turns = turns
  }

  /// Turns that count for nothing: statements are prepared, pages read, the log begun.
  private static let warmingTurns = 11
  /// Turns that are counted.
  private static let countedTurns = 9
  private static let turnCount = warmingTurns + countedTurns

  /// The item of a turn: no two turns have one in common, nor a neighbour of it.
  private static func number(_ turn: Int) -> Int { turn * 43 + 7 }

  /// What the call costs: of each kind the least of several turns.
  ///
  /// The least, since once a second a call keeps the anchor as well, which is neither its work nor the same each time.
  func counts(in folder: TemporaryFolder) throws -> [CountTable.Entry] {
    let keychain = try CountedKeychain(in: folder, named: name)
    let turns = try turns(keychain)
    var least: [CountKind: UInt64] = [:]
    for turn in 0..<Self.turnCount {
      try Interruption.check()
      let counts = try CallCounter.counts { try turns.run(turn) }
      try require(try turns.check(turn), "\(name): another answer than it must give")
      guard turn >= Self.warmingTurns else { continue }
      for (kind, count) in counts { least[kind] = min(count, least[kind] ?? .max) }
    }
    return kinds.map { CountTable.Entry(name, $0, least[$0] ?? 0) }
  }
}

extension CountedCall {
  /// What is counted, in the order of the table.
  static let all: [CountedCall] = readings + listings + searches + writings + [opening]

  private static func queries(_ query: (Int) -> [String: Any]) -> [[String: Any]] {
    (0..<turnCount).map { query(number($0)) }
  }

  private static func typedQueries(_ query: (Int) -> ItemQuery) -> [ItemQuery] {
    (0..<turnCount).map { query(number($0)) }
  }

  private static let readings = [
    CountedCall("lookup.data.dictionary") { counted in
      let keychain = try counted.keychain()
      let queries = queries { CountedKeychain.query($0, .returnData) }
      var found: Any?
      return Turns {
        found = try keychain.copyMatching(queries[$0])
      } check: {
        found as? Data == CountedKeychain.data(number($0))
      }
    },
    CountedCall("lookup.data.typed") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries(CountedKeychain.key)
      var found: SecretBytes?
      return Turns {
        found = try keychain.secret(for: queries[$0])
      } check: {
        found?.isEqual(to: CountedKeychain.secret(number($0))) == true
      }
    },
    CountedCall("lookup.item.dictionary") { counted in
      let keychain = try counted.keychain()
      let queries = queries { CountedKeychain.query($0, .returnAttributes, .returnData) }
      var found: Any?
      return Turns {
        found = try keychain.copyMatching(queries[$0])
      } check: {
        let item = found as? [String: Any]
        return item?["acct"] as? String == CountedKeychain.account(number($0))
          && item?[QueryKey.valueData.rawValue] as? Data == CountedKeychain.data(number($0))
      }
    },
    CountedCall("lookup.miss") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { CountedKeychain.key($0 + CountedKeychain.items) }
      var isFound = true
      return Turns {
        isFound = try keychain.contains(queries[$0])
      } check: { _ in
        !isFound
      }
    },
  ]

  private static let listings = [
    CountedCall("list.data") { counted in
      let keychain = try counted.keychain()
      let query = CountedKeychain.listing(.returnData)
      var found: Any?
      return Turns { _ in
        found = try keychain.copyMatching(query)
      } check: { _ in
        found as? [Data] == (0..<CountedKeychain.items).map(CountedKeychain.data)
      }
    },
    CountedCall("list.typed") { counted in
      let keychain = try counted.keychain()
      var found: [Item] = []
      return Turns { _ in
        found = try keychain.items(matching: .all(.genericPassword))
      } check: { _ in
        found.map(\.account) == (0..<CountedKeychain.items).map(CountedKeychain.account)
      }
    },
  ]

  private static let searches = [
    CountedCall("search.indexed.1") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { .genericPassword(service: CountedKeychain.service($0)) }
      var found: [Item] = []
      return Turns {
        found = try keychain.items(matching: queries[$0])
      } check: {
        found.map(\.account) == [CountedKeychain.account(number($0))]
      }
    },
    CountedCall("search.indexed.10") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { .all(.genericPassword).label(CountedKeychain.label($0)) }
      var found: [Item] = []
      return Turns {
        found = try keychain.items(matching: queries[$0])
      } check: { turn in
        found.count == CountedKeychain.itemsOfShelf
          && found.contains { $0.account == CountedKeychain.account(number(turn)) }
      }
    },
    CountedCall("search.unindexed") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { .all(.genericPassword).comment(CountedKeychain.comment($0)) }
      var found: [Item] = []
      return Turns {
        found = try keychain.items(matching: queries[$0])
      } check: {
        found.map(\.account) == [CountedKeychain.account(number($0))]
      }
    },
  ]

  private static let writings = [
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
        (0..<500).map { (CountedKeychain.item(turn * CountedKeychain.items + $0), CountedKeychain.secret($0)) }
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

  /// What is counted where allocations do not repeat.
  private static let allButAllocations: [CountKind] = [.statements, .steps, .openings, .bytes]

  /// From the path to the first secret, of a keychain that opens by itself.
  ///
  /// An opening begins a task in the background, and whose memory that takes depends on what other threads gave back.
  private static let opening = CountedCall("open", kinds: allButAllocations) { counted in
    let query = CountedKeychain.key(7)
    var found: SecretBytes?
    counted.close()
    return Turns { _ in
      found = try counted.keychain().secret(for: query)
    } check: { _ in
      counted.close()
      return found?.isEqual(to: CountedKeychain.secret(7)) == true
    }
  }
}
