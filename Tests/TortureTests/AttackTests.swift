import TestSupport
import Testing
import Torture

/// A part of each; `make torture` runs them whole.
@Suite("torture: changed files, in short", .serialized) struct AttackTests {
  private static let seed = UInt64.random(in: 0..<1 << 32)

  @Test(arguments: [
    (AttackedKeychain.database, AttackedKeychain.State.closed), (AttackedKeychain.log, .withLog),
  ])
  func `a flipped bit gives nothing wrong, and hides nothing that is in order`(
    name: String, state: AttackedKeychain.State
  ) async throws {
    let report = try await Threads.alone { try FlipRun.each(of: name, in: state, seed: Self.seed, share: 2) }
    #expect(report.failures == [], "seed \(Self.seed)")
    #expect(report.runs > 1_000)
  }

  @Test func `a flipped bit of the key bag costs a copy, and not the bag`() async throws {
    let report = try await Threads.alone { try FlipRun.keybag(seed: Self.seed, share: 5) }
    #expect(report.failures == [])
    #expect(report.runs > 1_900)
    #expect(report.failedCalls == report.runs / 4, "only where every copy is changed alike")
  }

  @Test func `a file that is cut, lengthened, lost or another's is refused as it lies, or right`() async throws {
    let report = try await Threads.alone { try TruncationRun.each(share: 4) }
    #expect(report.failures == [])
    #expect(report.runs > 500)
  }

  @Test func `a changed header is refused`() async throws {
    let report = try await Threads.alone { try DowngradeRun.each(share: 20) }
    #expect(report.failures == [])
    #expect(report.runs > 600)
  }

  @Test func `what was put in another's place is noticed`() async throws {
    let report = try await Threads.alone { try SwapRun.each(share: 20) }
    #expect(report.failures == [])
    #expect(report.runs > 800)
  }

  @Test func `what was once and is put back is noticed`() async throws {
    let report = try await Threads.alone { try ReplayRun.each(12) }
    #expect(report.failures == [])
    #expect(report.runs > 50)
  }

  @Test func `a wrong passphrase is wrong, and nothing else`() async throws {
    let report = try await Threads.alone { try PassphraseRun.each(300, seed: Self.seed) }
    #expect(report.failures == [], "seed \(Self.seed)")
    #expect(report.failedCalls == 300)
  }
}
