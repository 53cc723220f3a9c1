import TestSupport
import Testing
import Torture

@Suite("torture: files that may not be used, and a disk that fills up, in short", .serialized)
struct SurroundingsTests {
  @Test(arguments: 0..<3)
  func `what may not be used is refused as it lies, and found again when it may`(part: Int) async throws {
    let cases = PermissionCase.all.enumerated().filter { $0.offset % 3 == part }.map(\.element)
    let report = try await Threads.alone { try PermissionRun.each(cases) }
    #expect(report.failures == [])
    #expect(report.runs > 4)
  }

  /// A limit on the size of files stands in for it elsewhere.
  @Test(.enabled("mounting is not allowed") { try SmallDiskRun.isPossible })
  func `a small disk that is full keeps what was acknowledged`() async throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    let report = try await Threads.alone { try SmallDiskRun.each(5, seed: seed) }
    #expect(report.failures == [], "seed \(seed)")
    #expect(report.runs == 5)
    #expect(report.failedCalls >= report.runs)
  }
}
