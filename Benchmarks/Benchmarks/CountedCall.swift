import BenchmarkReports
import KeychainKit

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
  /// Turns that count for nothing: statements are prepared, pages read, the log begun.
  private let warmingTurns: Int
  private let turnCount: Int
  private let turns: @Sendable (CountedKeychain) throws -> Turns

  init(
    _ name: String, kinds: [CountKind] = CountKind.allCases, warmingTurns: Int = 11,
    turnCount: Int = CountedCall.turnCount, _ turns: @escaping @Sendable (CountedKeychain) throws -> Turns
  ) {
    self.name = name
    self.kinds = kinds
    self.warmingTurns = warmingTurns
    self.turnCount = turnCount
    self.turns = turns
  }

  /// What the call costs: the most of several turns; of what depends on the item as well, the least.
  func counts(in folder: TemporaryFolder) throws -> [CountTable.Entry] {
    let keychain = try CountedKeychain(in: folder, named: name)
    let turns = try turns(keychain)
    var cost: [CountKind: UInt64] = [:]
    for turn in 0..<turnCount {
      try Interruption.check()
      let counts = try CallCounter.counts { try turns.run(turn) }
      try require(try turns.check(turn), "\(name): another answer than it must give")
      guard turn >= warmingTurns else { continue }
      for (kind, count) in counts {
        let before = cost[kind] ?? count
        cost[kind] = kind.dependsOnItem ? min(before, count) : max(before, count)
      }
    }
    return kinds.map { CountTable.Entry(name, $0, cost[$0] ?? 0) }
  }
}

extension CountedCall {
  /// What is counted, in the order of the table.
  ///
  /// Random numbers go on from call to call, and the shape of an index with them: a new call stands at the end, so that
  /// it changes the counts of no other.
  static let all =
    readings + listings + searches + writings + [opening] + wholeItems + [bridged] + batches + [unlocking]

  /// Where allocations do not repeat.
  static let allButAllocations: [CountKind] = [.statements, .steps, .openings, .bytes]

  /// The turns of most calls.
  static let turnCount = 20

  /// The item of a turn: no two turns have one in common, nor a neighbour of it.
  static func number(_ turn: Int) -> Int { turn * 43 + 7 }

  static func queries(_ query: (Int) -> [String: Any]) -> [[String: Any]] {
    (0..<turnCount).map { query(number($0)) }
  }

  static func typedQueries(_ query: (Int) -> ItemQuery) -> [ItemQuery] {
    (0..<turnCount).map { query(number($0)) }
  }
}
