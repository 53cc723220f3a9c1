/// What a row may come to.
struct Goal {
  let row: String
  /// The largest ratio of ours to raw.
  var ratio: Double?
  /// Whether it is the smallest: more is better.
  var isLeast = false
  /// The most that ours may be, in the row's unit, where the goal is no ratio.
  var limit: Double?
  /// The most that ours may take above KeychainKit's dictionaries, in the row's unit, where that is the goal.
  var bridging: Double?
  /// How often the row is measured; the median counts. Rows that wait for the disk scatter.
  var runs = 1

  /// The goal of the row, or nil where the figure is only printed.
  static func of(_ row: String) -> Goal? {
    all.first { $0.row == row }
  }

  /// Whether what is printed misses it; nil where that is missing.
  ///
  /// A ratio is compared as it is printed, in hundredths.
  func isMissed(ratio measured: Double?, ours: Double?, bridged: Double?) -> Bool? {
    if let limit { return ours.map { $0 > limit } }
    if let bridging { return bridged.map { $0 > bridging } }
    guard let ratio, let measured else { return nil }
    let hundredths = Figure.hundredths
    return isLeast ? hundredths(measured) < hundredths(ratio) : hundredths(measured) > hundredths(ratio)
  }

  // swift-format-ignore
  static let all: [Goal] = [
    Goal(row: "lookup.data.dictionary",       ratio: 1.25),
    Goal(row: "lookup.data.typed",            ratio: 1.15),
    Goal(row: "lookup.item.dictionary",       ratio: 1.50),
    Goal(row: "lookup.attributes.dictionary", ratio: 1.60),
    Goal(row: "lookup.miss",                  ratio: 1.35),
    Goal(row: "lookup.data.cfdictionary",     bridging: 15_000),
    Goal(row: "lookup.data.cfdictionary.literal", bridging: 15_000),
    Goal(row: "lookup.item.cfdictionary",     bridging: 15_000),
    Goal(row: "list.data",                    ratio: 1.25),
    Goal(row: "list.typed",                   ratio: 1.70),
    Goal(row: "list.dictionaries",            ratio: 2.80),
    Goal(row: "search.indexed.1",             ratio: 1.40),
    Goal(row: "search.indexed.10",            ratio: 1.40),
    Goal(row: "search.unindexed",             ratio: 1.30),
    Goal(row: "add.batch",                    ratio: 1.20),
    Goal(row: "add.durable",                  ratio: 1.15, runs: 3),
    Goal(row: "update.batch",                 ratio: 1.25),
    Goal(row: "delete.batch",                 ratio: 1.25),
    Goal(row: "update.durable",               ratio: 1.15, runs: 3),
    Goal(row: "delete.durable",               ratio: 1.15, runs: 3),
    Goal(row: "open",                         ratio: 2.00),
    Goal(row: "unlock",                       limit: 300_000),
    Goal(row: "growth.lookup",                ratio: 1.10),
    Goal(row: "cli.cold",                     ratio: 3.00),
    Goal(row: "memory.lookup",                limit: Residence.limit),
    Goal(row: "memory.list",                  limit: Residence.limit),
    Goal(row: "readers.scaling",              ratio: 0.90, isLeast: true, runs: 3),
    Goal(row: "readers.writing",              ratio: 0.90, isLeast: true, runs: 3),
    Goal(row: "file.bytes",                   ratio: 1.00),
  ] + SealingSize.all.flatMap { size in
    [
      Goal(row: "crypto.seal.\(size.name)",      ratio: size.spanGoal),
      Goal(row: "crypto.open.\(size.name)",      ratio: size.spanGoal),
      Goal(row: "crypto.seal.data.\(size.name)", ratio: size.dataGoal),
    ]
  }
}

extension Goal {
  /// What the format may cost: the largest ratio of raw to floor.
  ///
  /// A figure to drive down, which is printed beneath its row and is no part of `--check`.
  static let ofFormat = ["lookup.data.dictionary": 1.30, "list.data": 1.60, "add.batch": 3.00]
}
