import TestSupport
import Testing
import Torture

@Suite("torture: crashes, in short") struct CrashTests {
  @Test func `what was acknowledged outlives a crash at any change of a file, whatever the disk lost`() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    let report = try CrashRun.each(of: Workload(seed: seed), seeds: [seed], limit: 60)
    #expect(report.failures == [], "seed \(seed)")
    #expect(report.runs >= 4 * 50)
  }

  @Test func `a disk that lies about its flushes is found out`() throws {
    let report = try CrashRun.each(of: .short, seeds: [1], limit: 10, flushesLie: true)
    #expect(report.failures.contains { $0.contains("dropUnflushed") })
    #expect(!report.failures.contains { $0.contains("keepAll") })
  }

  @Test func `what was acknowledged outlives a process that is killed`() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    let report = try KillRun.each(40, seed: seed)
    #expect(report.failures == [], "seed \(seed)")
    #expect(report.runs == 40)
  }
}

@Suite(
  "torture: the engine's own calls, in short", .serialized,
  .disabled(if: Sanitizer.current != nil, "a sanitizer wants to be loaded before the calls that fail"))
struct SystemFaultTests {
  @Test func `what was acknowledged outlives a kill at a call on a file of the engine's own`() async throws {
    let report = try await Threads.alone { try SystemFaultRun.kills(seed: 5, limit: 8) }
    #expect(report.failures == [])
    #expect(report.failedCalls >= 7)
  }

  @Test func `a keychain whose making fails at any call is not there, or opens`() async throws {
    let report = try await Threads.alone { try SystemFaultRun.makingErrors(seed: 5, count: 24) }
    #expect(report.failures == [])
    #expect(report.runs == 24)
  }

  @Test func `a call on a file of the engine's own that fails harms nothing`() async throws {
    let report = try await Threads.alone { try SystemFaultRun.errors(seed: 5, limit: 3) }
    #expect(report.failures == [])
    #expect(report.runs == 12)
  }
}
