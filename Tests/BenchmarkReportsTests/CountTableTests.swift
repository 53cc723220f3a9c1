import Testing

@testable import BenchmarkReports

@Suite("Benchmarks: counts of calls") struct CountTableTests {
  private static let versions = ["sqlite": "3.40.1", "libsodium": "1.0.18", "swift": "6.3"]
  private static let table = CountTable(
    versions: versions,
    entries: [.init("lookup", .steps, 47), .init("lookup", .openings, 2), .init("open", .allocations, 1_476)])

  private func comparison(
    _ changed: [CountTable.Entry], versions: [String: String] = Self.versions
  ) -> CountComparison {
    CountComparison(of: CountTable(versions: versions, entries: changed), with: Self.table)
  }

  @Test func `a table is one line a count, and reads as it was written`() throws {
    let lines = Self.table.text.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { !$0.hasPrefix("#") } == [
        "with libsodium 1.0.18", "with sqlite 3.40.1", "with swift 6.3",
        "lookup  steps          47", "lookup  openings        2", "open    allocations  1476",
      ])
    #expect(try CountTable(Self.table.text) == Self.table)
  }

  @Test(arguments: [
    ("# 2026-12-01 steps 46 to 47: one look more", ["# 2026-12-01 steps 46 to 47: one look more"]),
    ("# one\n#two", ["# one", "#two"]), ("# of nobody\n\n# of the call", ["# of the call"]),
    ("# of nobody\n", []), ("# of nobody\nwith swift 6.3", []), ("# of another\nopen openings 1", []),
    ("# above\nlookup openings 2\n# between", ["# above", "# between"]),
  ])
  func `comments directly above a call's counts belong to it, and are read as they were written`(
    above: String, comments: [String]
  ) throws {
    let table = try CountTable("\(above)\nlookup steps 47\n")
    #expect(table.comments["lookup", default: []] == comments)
    #expect(try CountTable(table.text) == table)
  }

  @Test func `a comment is written above all counts of its call`() throws {
    let table = CountTable(
      versions: Self.versions, entries: Self.table.entries, comments: ["open": ["# first", "# second"]])
    let lines = table.text.split(separator: "\n", omittingEmptySubsequences: false).suffix(5).map(String.init)
    #expect(lines == ["", "# first", "# second", "open    allocations  1476", ""])
  }

  @Test(arguments: [
    ("lookup steps", "line 1: three words belong on a line"), ("\nlookup steps many", "line 2: `many` is no count"),
    ("lookup steps -1", "line 1: `-1` is no count"), ("lookup seconds 1", "line 1: `seconds` is not counted"),
    ("lookup steps 1\nlookup steps 1", "line 2: a second count of the same"),
  ])
  func `a line that says nothing is refused with its number`(text: String, words: String) {
    #expect(throws: CountTable.Malformed.self) { try CountTable(text) }
    do { _ = try CountTable(text) } catch { #expect(error.description == words) }
  }

  @Test func `equal counts differ in nothing`() {
    let comparison = comparison(Self.table.entries)
    #expect(comparison.differences.isEmpty && comparison.skipped.isEmpty && comparison.otherVersions.isEmpty)
    #expect(comparison.isSame)
  }

  @Test func `a rise, a fall, a new count and a lost one are told apart`() {
    let comparison = comparison([
      .init("lookup", .steps, 48), .init("lookup", .openings, 1), .init("add", .bytes, 5),
    ])
    #expect(
      comparison.differences.map(\.line) == [
        "counts lookup steps: rose from 47 to 48", "counts lookup openings: fell from 2 to 1",
        "counts add bytes: 5 is not in the file", "counts open allocations: 1476 is in the file and is counted no more",
      ])
  }

  @Test func `with another SQLite, only what does not depend on it is compared`() {
    var versions = Self.versions
    versions["sqlite"] = "3.51.0"
    let comparison = comparison([.init("lookup", .steps, 99), .init("lookup", .openings, 3)], versions: versions)
    #expect(comparison.skipped == [.steps, .bytes, .allocations])
    #expect(comparison.otherVersions == ["sqlite 3.51.0 in place of 3.40.1"])
    #expect(comparison.differences.map(\.line) == ["counts lookup openings: rose from 2 to 3"])
  }

  @Test func `with another Swift, only allocations are left out`() {
    var versions = Self.versions
    versions["swift"] = nil
    let comparison = comparison(
      [.init("lookup", .steps, 47), .init("lookup", .openings, 2), .init("open", .allocations, 9)], versions: versions)
    #expect(comparison.skipped == [.allocations] && comparison.differences.isEmpty)
    #expect(comparison.otherVersions == ["swift none in place of 6.3"])
  }

  @Test(arguments: ["sqlite", "libsodium", "swift", "something new"])
  func `another version is never the same, though all that is compared may be`(part: String) {
    var versions = Self.versions
    versions[part] = "99"
    let comparison = comparison(Self.table.entries, versions: versions)
    #expect(comparison.differences.isEmpty && !comparison.isSame)
  }
}
