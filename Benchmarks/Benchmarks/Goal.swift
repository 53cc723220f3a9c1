/// What a row may come to.
struct Goal {
  let row: String
  /// The largest ratio of ours to raw.
  var ratio: Double?
  /// Whether it is the smallest: more is better.
  var isLeast = false
  /// The most that ours may be, in the row's unit, where the goal is no ratio.
  var limit: Double?
  /// How often the row is measured; the median counts. Rows that wait for the disk scatter.
  var runs = 1

  /// The goal of the row, or nil where the figure is only printed.
  static func of(_ row: String) -> Goal? {
    all.first { $0.row == row }
  }

  /// Whether what is printed misses it; nil where that is missing.
  func isMissed(ratio measured: Double?, ours: Double?) -> Bool? {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() }
    if let limit { return ours.map { $0 > limit } }
    guard let ratio, let measured else { return nil }
    return isLeast ? hundredths(measured) < hundredths(ratio) : hundredths(measured) > hundredths(ratio)
  }

  // swift-format-ignore
  static let all: [Goal] = [
    Goal(row: "lookup.data.dictionary",       ratio: 1.25),
    Goal(row: "lookup.data.typed",            ratio: 1.15),
    Goal(row: "lookup.item.dictionary",       ratio: 1.50),
    Goal(row: "lookup.attributes.dictionary", ratio: 1.60),
    Goal(row: "lookup.miss",                  ratio: 1.35),
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
    Goal(row: "file.bytes",                   ratio: 1.00),
  ] + SealingSize.all.flatMap { size in
    [
      Goal(row: "crypto.seal.\(size.name)",      ratio: size.spanGoal),
      Goal(row: "crypto.open.\(size.name)",      ratio: size.spanGoal),
      Goal(row: "crypto.seal.data.\(size.name)", ratio: size.dataGoal),
    ]
  }
}

/// A size at which sealing is measured.
struct SealingSize {
  let byteCount: Int
  let name: String
  /// The goal of sealing and opening through spans.
  let spanGoal: Double
  /// The goal of sealing a `Data` into a `Data`.
  let dataGoal: Double

  // swift-format-ignore
  static let all: [SealingSize] = [
    SealingSize(byteCount: 16,        name: "16B",   spanGoal: 1.10, dataGoal: 1.80),
    SealingSize(byteCount: 32,        name: "32B",   spanGoal: 1.10, dataGoal: 1.80),
    SealingSize(byteCount: 64,        name: "64B",   spanGoal: 1.05, dataGoal: 1.80),
    SealingSize(byteCount: 256,       name: "256B",  spanGoal: 1.05, dataGoal: 1.50),
    SealingSize(byteCount: 1_024,     name: "1KiB",  spanGoal: 1.03, dataGoal: 1.30),
    SealingSize(byteCount: 4_096,     name: "4KiB",  spanGoal: 1.03, dataGoal: 1.15),
    SealingSize(byteCount: 65_536,    name: "64KiB", spanGoal: 1.03, dataGoal: 1.15),
    SealingSize(byteCount: 1_048_576, name: "1MiB",  spanGoal: 1.03, dataGoal: 1.15),
  ]
}
