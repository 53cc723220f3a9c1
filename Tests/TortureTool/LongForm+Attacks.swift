import Torture

extension LongForm {
  /// The rows of the attacks: files that somebody changed, and processes that work against each other.
  static let attacks: [Row] = [
    Row(name: "flips") { form in [form.databaseFlips, form.logFlips, form.keybagFlips] },
    Row(name: "truncations") { form in [form.truncations] },
    Row(name: "permissions") { form in [{ _ in try PermissionRun.each() }] },
    Row(name: "small-disk") { form in [form.smallDisk] },
    Row(name: "processes") { form in [form.processes, form.threads] },
    Row(name: "passphrases") { form in [form.passphrases] },
    Row(name: "downgrades") { form in [form.downgrades] },
    Row(name: "swaps") { form in [form.swaps] },
    Row(name: "replays") { form in [form.replays] },
    Row(name: "timing") { form in [{ TimingRun.each(form.part(1_000_000), seed: form.seed, progress: $0) }] },
  ]

  private func databaseFlips(_ progress: RunProgress) throws -> RunReport {
    try FlipRun.each(of: AttackedKeychain.database, in: .closed, seed: seed, share: share, progress: progress)
  }

  private func logFlips(_ progress: RunProgress) throws -> RunReport {
    try FlipRun.each(of: AttackedKeychain.log, in: .withLog, seed: seed, share: share, progress: progress)
  }

  private func keybagFlips(_ progress: RunProgress) throws -> RunReport {
    try FlipRun.keybag(seed: seed, share: share, progress: progress)
  }

  private func truncations(_ progress: RunProgress) throws -> RunReport {
    try TruncationRun.each(share: share, progress: progress)
  }

  private func passphrases(_ progress: RunProgress) throws -> RunReport {
    try PassphraseRun.each(part(1_000), seed: seed, progress: progress)
  }

  private func downgrades(_ progress: RunProgress) throws -> RunReport {
    try DowngradeRun.each(share: share, progress: progress)
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

  private func smallDisk(_ progress: RunProgress) throws -> RunReport {
    try SmallDiskRun.each(part(50), seed: seed)
  }
}
