import BenchmarkReports
import CCallCounts

/// Counts what calls of this thread do.
enum CallCounter {
  /// Random numbers follow from it, so that tags, and with them pages and what is written of them, are always the same.
  private static let seed: UInt64 = 2_001

  /// Makes ready, before any keychain is opened; keychains made afterwards protect nothing.
  static func install() throws(Failure) {
    try require(callcounts_install(seed), "counts: SQLite, libsodium, the allocator or the clock has no hook")
  }

  /// What `body` does, each kind counted.
  static func counts(of body: () throws -> Void) throws -> [CountKind: UInt64] {
    callcounts_begin()
    let result = Result { try body() }
    let counts = callcounts_end()
    try result.get()
    return [
      .statements: counts.statements, .steps: counts.steps, .openings: counts.openings, .bytes: counts.bytes,
      .allocations: counts.allocations,
    ]
  }
}
