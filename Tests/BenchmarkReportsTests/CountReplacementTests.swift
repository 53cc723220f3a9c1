import Testing

@testable import BenchmarkReports

@Suite("Benchmarks: counts written anew") struct CountReplacementTests {
  private static let versions = ["sqlite": "3.40.1", "swift": "6.3"]
  private static let before = CountTable(
    versions: versions,
    entries: [
      .init("add", .steps, 188), .init("add", .openings, 1), .init("add", .bytes, 8), .init("open", .steps, 306),
    ],
    comments: ["add": ["# 2026-11-30 steps 187 to 188: an older reason"], "open": ["# what opens"]])

  private func replacement(
    _ entries: [CountTable.Entry], versions: [String: String] = Self.versions, because reason: String? = nil
  ) -> CountReplacement {
    CountReplacement(
      of: Self.before, by: CountTable(versions: versions, entries: entries), because: reason, on: "2026-12-01")
  }

  @Test(
    arguments: [
      ("nothing changed", before.entries), ("a fall", [.init("add", .steps, 187)]),
      ("a new call", [.init("get", .steps, 9)]),
      ("a new kind", [.init("open", .openings, 9)]), ("a lost call", []),
    ] as [(String, [CountTable.Entry])])
  func `what costs no more needs no reason`(change: String, entries: [CountTable.Entry]) {
    let replacement = replacement(entries)
    #expect(replacement.isJustified && replacement.rises.isEmpty)
    #expect(replacement.table.entries == entries)
  }

  @Test func `a rise is named, and needs a reason`() {
    let entries: [CountTable.Entry] = [
      .init("add", .steps, 190), .init("add", .openings, 0), .init("open", .steps, 306),
    ]
    let replacement = replacement(entries)
    #expect(!replacement.isJustified)
    #expect(replacement.rises.map(\.line) == ["counts add steps: rose from 188 to 190"])
    #expect(self.replacement(entries, because: "one look more").isJustified)
  }

  @Test func `a rise under another version needs a reason too`() {
    let replacement = replacement([.init("add", .steps, 190)], versions: ["sqlite": "3.51.0", "swift": "6.3"])
    #expect(!replacement.isJustified)
  }

  @Test(arguments: [
    (
      "add", 190, 1, ["# 2026-11-30 steps 187 to 188: an older reason", "# 2026-12-01 steps 188 to 190: one look more"]
    ),
    (
      "add", 190, 2,
      [
        "# 2026-11-30 steps 187 to 188: an older reason",
        "# 2026-12-01 steps 188 to 190, openings 1 to 2: one look more",
      ]
    ), ("add", 188, 1, ["# 2026-11-30 steps 187 to 188: an older reason"]), ("get", 190, 2, []),
  ])
  func `the reason is written below earlier ones, above the counts of the call`(
    call: String, steps: UInt64, openings: UInt64, comments: [String]
  ) throws {
    let entries: [CountTable.Entry] = [.init(call, .steps, steps), .init(call, .openings, openings)]
    let table = replacement(entries, because: "one look more").table
    #expect(table.comments[call, default: []] == comments)
    #expect(try CountTable(table.text) == table)
  }

  @Test func `comments stay without a reason, and go with their call`() {
    let table = replacement([.init("open", .steps, 300)]).table
    #expect(table.comments == ["open": ["# what opens"]])
  }
}
