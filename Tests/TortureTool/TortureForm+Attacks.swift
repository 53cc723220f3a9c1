import Torture

extension TortureForm {
  /// The rows of the attacks: files that somebody changed, and processes that work against each other.
  static let attacks: [TortureRow] = [
    TortureRow("flips", short: 9_000, long: 180_000) { form in [form.databaseFlips, form.logFlips, form.keybagFlips] },
    TortureRow("truncations", short: 4_400, long: 9_000) { form in [form.truncations] },
    TortureRow("permissions", short: 14, long: 14) { form in [{ _ in try PermissionRun.each() }] },
    TortureRow("processes", short: 40_000, long: 40_000) { form in [form.processes, form.threads] },
    TortureRow("passphrases", short: 1_000, long: 1_000) { form in [form.passphrases] },
    TortureRow("downgrades", short: 1_500, long: 3_000) { form in [form.downgrades] },
    TortureRow("swaps", short: 4_000, long: 4_000) { form in [form.swaps] },
    TortureRow("replays", short: 200, long: 200) { form in [form.replays] },
    TortureRow("timing", short: 0, long: 2_000_000) { form in
      [{ TimingRun.each(form.part(1_000_000), seed: form.seed, progress: $0) }]
    },
  ]

  private func databaseFlips(_ progress: RunProgress) throws -> RunReport {
    try FlipRun.each(of: AttackedKeychain.database, in: .closed, seed: seed, share: flipShare, progress: progress)
  }

  private func logFlips(_ progress: RunProgress) throws -> RunReport {
    try FlipRun.each(of: AttackedKeychain.log, in: .withLog, seed: seed, share: flipShare, progress: progress)
  }

  private func keybagFlips(_ progress: RunProgress) throws -> RunReport {
    try FlipRun.keybag(seed: seed, share: flipShare, progress: progress)
  }

  private var flipShare: Int { part(short: 5, long: 100) }

  private func truncations(_ progress: RunProgress) throws -> RunReport {
    try TruncationRun.each(share: part(short: 50, long: 100), progress: progress)
  }

  private func passphrases(_ progress: RunProgress) throws -> RunReport {
    try PassphraseRun.each(part(1_000), seed: seed, progress: progress)
  }

  private func downgrades(_ progress: RunProgress) throws -> RunReport {
    try DowngradeRun.each(share: part(short: 50, long: 100), progress: progress)
  }

  private func swaps(_ progress: RunProgress) throws -> RunReport {
    try SwapRun.each(share: share, progress: progress)
  }

  private func replays(_ progress: RunProgress) throws -> RunReport {
    try ReplayRun.each(part(50), progress: progress)
  }

  private func processes(_ progress: RunProgress) throws -> RunReport {
    try ConcurrencyRun.ofProcesses(8, calls: part(1_000), seed: seed)
  }

  private func threads(_ progress: RunProgress) throws -> RunReport {
    try ConcurrencyRun.ofThreads(16, calls: part(2_000), seed: seed)
  }
}
