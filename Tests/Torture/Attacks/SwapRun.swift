import KeychainCrypto
import TestSupport

/// Parts of rows, of tables, of two databases and of the key bag put in each other's places.
package enum SwapRun {
  package static func each(share: Int = 100, progress: RunProgress = { _, _ in }) throws -> RunReport {
    var report = RunReport("T14 swaps")
    let target = try AttackedKeychain(.closed)
    let other = try AttackedKeychain(.closed)
    let all = pairs(of: target) + foreign(other, in: target) + tables(of: target) + bags(of: target, other)
    let cases = all.count.spread(all.count * share / 100).map { all[$0 - 1] }
    let trial = try AttackTrial(target)
    for (done, one) in cases.enumerated() {
      RunWatch.begin("\(report.name), \(one.title)")
      var outcome = try trial.outcome(of: try one.files())
      let readable = outcome.found.entries.keys.filter { one.closed.contains($0.uuid) }
      if outcome.problem == nil, !outcome.isNoticed { outcome.problem = "nobody says so" }
      if outcome.problem == nil, !readable.isEmpty { outcome.problem = "an item opens" }
      report.take(outcome, one.title)
      progress(done + 1, cases.count)
    }
    return report
  }

  private struct Case {
    let title: String
    /// The items that must not open.
    var closed: Set<[UInt8]> = []
    let files: () throws -> AttackedKeychain.Files
  }

  private static let columns = [
    "id", "uuid", "identity", "class", "access_group", "protection", "synchronizable", "tombstone", "generation",
    "terms", "term1", "term2", "term3", "term4", "term5", "metadata", "secret",
  ]

  private static func uuid(of row: [SQLiteValue]) -> [UInt8] {
    if case .blob(let uuid) = row[1] { uuid } else { [] }
  }

  /// Each column, both boxes, and everything beside the boxes, between each two rows.
  private static func pairs(of target: AttackedKeychain) -> [Case] {
    let rows = target.raw.tables["item"] ?? []
    let parts = (1...16).map { [$0] } + [[15, 16], Array(1...14), Array(10...14)]
    return rows.indices.flatMap { first in
      rows.indices.dropFirst(first + 1).flatMap { second in
        parts.compactMap { part -> Case? in
          let (one, two) = (rows[first], rows[second])
          guard part.contains(where: { one[$0] != two[$0] }) else { return nil }
          return Case(
            title: "\(part.map { columns[$0] }.joined(separator: ", ")) of \(one[0]) and \(two[0])",
            closed: [uuid(of: one), uuid(of: two)], files: { try exchange(part, one, two, in: target) })
        }
      }
    }
  }

  private static func exchange(
    _ part: [Int], _ one: [SQLiteValue], _ two: [SQLiteValue], in target: AttackedKeychain
  ) throws -> AttackedKeychain.Files {
    try target.files.changing { database in
      // What is unique may not stand twice in between.
      for column in part where columns[column] == "uuid" || columns[column] == "identity" {
        try database.execute("UPDATE item SET \(columns[column]) = randomblob(16) WHERE id = ?1", [one[0]])
      }
      for (row, source) in [(two, one), (one, two)] {
        for column in part {
          try database.execute("UPDATE item SET \(columns[column]) = ?1 WHERE id = ?2", [source[column], row[0]])
        }
      }
    }
  }

  /// The boxes of each row of another keychain in each row of this one, and its rows as they are.
  private static func foreign(_ other: AttackedKeychain, in target: AttackedKeychain) -> [Case] {
    let (rows, others) = (target.raw.tables["item"] ?? [], other.raw.tables["item"] ?? [])
    return rows.flatMap { row in
      others.flatMap { source in
        [[15], [16], Array(2...16)].filter { part in part.contains { row[$0] != source[$0] } }.map { part in
          Case(
            title: "\(part.map { columns[$0] }.joined(separator: ", ")) of another's \(source[0]) in \(row[0])",
            closed: [uuid(of: row)],
            files: {
              try target.files.changing { database in
                for column in part {
                  let sql = "UPDATE item SET \(columns[column]) = ?1 WHERE id = ?2"
                  try database.execute(sql, [source[column], row[0]])
                }
              }
            })
        }
      }
    }
  }

  /// What is sealed in one table in a column of another.
  private static func tables(of target: AttackedKeychain) -> [Case] {
    let sources = [
      "(SELECT metadata FROM item LIMIT 1)", "(SELECT secret FROM item WHERE secret IS NOT NULL LIMIT 1)",
      "(SELECT name FROM access_group LIMIT 1)", "(SELECT value FROM meta WHERE key = 'settings')",
      "(SELECT value FROM meta WHERE key = 'state')", "(SELECT bag FROM keybag LIMIT 1)",
    ]
    let places = [
      "UPDATE item SET metadata =", "UPDATE item SET secret =", "UPDATE access_group SET name =",
      "UPDATE meta SET value = :value WHERE key = 'state'", "UPDATE item SET uuid = uuid, metadata =",
    ]
    return places.indices.flatMap { place in
      sources.indices.filter { !(place == 3 && $0 == 4) }.map { source in
        let sql = places[place].contains(":value") ? places[place] : "\(places[place]) :value"
        return Case(
          title: "\(sources[source]) by \(sql)",
          files: { try target.files.changing { try $0.execute(sql.replacing(":value", with: sources[source])) } })
      }
    }
  }

  /// Slots and parts of slots of the bag in each other's places, and those of another bag.
  private static func bags(of target: AttackedKeychain, _ other: AttackedKeychain) -> [Case] {
    // Parameters, check, nonce and wrapped key.
    let fields = [0..<160, 0..<56, 56..<88, 88..<112, 112..<160, 56..<160]
    var cases: [Case] = []
    func add(_ title: String, _ bag: [UInt8]) {
      guard bag != target.bag else { return }
      cases.append(Case(title: title) { try target.files(withBag: DowngradeRun.digested(bag)) })
    }
    func field(_ slot: Int, _ part: Range<Int>) -> Range<Int> {
      72 + slot * 160 + part.lowerBound..<72 + slot * 160 + part.upperBound
    }
    for part in fields {
      for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        var bag = target.bag
        bag.replaceSubrange(field(first, part), with: target.bag[field(second, part)])
        add("bytes \(part) of slot \(second) in slot \(first)", bag)
        bag.replaceSubrange(field(second, part), with: target.bag[field(first, part)])
        add("bytes \(part) of slots \(first) and \(second)", bag)
      }
      for slot in 0..<3 {
        var bag = target.bag
        bag.replaceSubrange(field(slot, part), with: other.bag[field(slot, part)])
        add("bytes \(part) of another's slot \(slot)", bag)
      }
    }
    // Sealed entries, 40 bytes each, behind the slots.
    for start in stride(from: 72 + 480 + 24, to: target.bag.count - 112, by: 40) {
      var bag = target.bag
      bag.replaceSubrange(start..<start + 40, with: target.bag[start + 40..<start + 80])
      bag.replaceSubrange(start + 40..<start + 80, with: target.bag[start..<start + 40])
      add("the entry at \(start) and the next", bag)
      var mixed = target.bag
      mixed.replaceSubrange(start..<start + 40, with: other.bag[start..<start + 40])
      add("another's entry at \(start)", mixed)
    }
    add("another's bag", other.bag)
    return cases
  }
}
