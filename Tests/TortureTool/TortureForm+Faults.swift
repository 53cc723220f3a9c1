import Torture

extension TortureForm {
  /// The rows of what fails by itself: crashes, kills, memory, files, disks.
  static let faults: [TortureRow] = [
    TortureRow("crash", short: 2_400, long: 12_000) { form in [form.crash] },
    TortureRow("kill", short: 500, long: 5_000) { form in [form.kill] },
    TortureRow("memory", short: 5_000, long: 50_000) { form in [false, true].map(form.memory) },
    TortureRow("secrets", short: 10, long: 10) { form in [form.secrets] },
    TortureRow("faults", short: 7_000, long: 7_400) { form in
      Fault.all.filter { $0.kind != .lock }.map(form.faults)
    },
    // Apart, because these runs wait for most of their time, and others can go on beside them.
    TortureRow("locks", short: 1_400, long: 1_400) { form in Fault.all.filter { $0.kind == .lock }.map(form.faults) },
    TortureRow("disk", short: 200, long: 200) { form in [form.disk] },
    TortureRow("small-disk", short: 50, long: 50) { form in [form.smallDisk] },
    TortureRow("system", short: 100, long: 1_000) { form in [form.ownCallKills, form.ownCallErrors] },
  ]

  /// At every change of a file of as many workloads as it takes.
  private func crash(_ progress: RunProgress) throws -> RunReport {
    var sum = RunReport("T1 crash points")
    let count = part(short: 2_400, long: 12_000)
    var number: UInt64 = 0
    while sum.runs < count {
      let drawn = Workload(seed: seed &+ number)
      sum = sum + (try CrashRun.each(of: drawn, seeds: [seed &+ number], limit: part(600), progress: progress))
      number += 1
    }
    return sum
  }

  private func kill(_ progress: RunProgress) throws -> RunReport {
    try KillRun.each(part(short: 500, long: 5_000), seed: seed, progress: progress)
  }

  private func memory(isForever: Bool) -> TortureRow.Part {
    // Every allocation there is, and a part of so many for a look in between.
    let limit = share == 100 ? Int.max : part(2_000)
    let workload = isShort ? Workload.shortest : .short
    return { try MemoryRun.eachOfSQLite(of: workload, isForever: isForever, limit: limit, progress: $0) }
  }

  private func secrets(_ progress: RunProgress) throws -> RunReport {
    try MemoryRun.eachOfSecrets(of: workload, progress: progress)
  }

  private func faults(_ fault: Fault) -> TortureRow.Part {
    { progress in
      let other = isShort ? Workload.short : Workload(seed: seed &+ 1)
      let limit = part(short: 370, long: 700)
      return try FaultRun.each(fault, of: workload, limit: limit, progress: progress)
        + FaultRun.each(fault, of: other, limit: limit, progress: progress)
    }
  }

  private func disk(_ progress: RunProgress) throws -> RunReport {
    try DiskRun.each(part(200), of: workload, progress: progress)
  }

  private func smallDisk(_ progress: RunProgress) throws -> RunReport {
    try SmallDiskRun.each(part(50), seed: seed)
  }

  private func ownCallKills(_ progress: RunProgress) throws -> RunReport {
    try SystemFaultRun.kills(seed: seed, limit: part(short: 40, long: 2_000), progress: progress)
  }

  private func ownCallErrors(_ progress: RunProgress) throws -> RunReport {
    try SystemFaultRun.errors(seed: seed, limit: part(short: 20, long: 600), progress: progress)
  }
}
