import CFaults
import KeychainKit

/// Memory that runs out under SQLite, or under the secrets.
///
/// The allocator is the whole process's: `install` comes before anything opens a database, and nothing else may run
/// meanwhile.
package enum MemoryRun {
  package static func install() -> Bool {
    cfaults_memory_install()
  }

  /// Makes each of SQLite's allocations fail, in a run of its own; or it and all after it.
  package static func eachOfSQLite(
    of workload: Workload, isForever: Bool, limit: Int = .max, progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    try each(
      "T3 SQLite's memory \(isForever ? "for ever" : "once")", workload, limit, progress,
      arm: { cfaults_memory_arm(UInt64($0), isForever) }, count: { Int(cfaults_memory_count()) })
  }

  /// Makes each allocation of secret memory fail, and each of the password hash.
  package static func eachOfSecrets(
    of workload: Workload, limit: Int = .max, progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    try each(
      "T3 secret memory", workload, limit, progress,
      arm: { cfaults_secret_memory_arm(UInt64($0)) }, count: { Int(cfaults_secret_memory_count()) })
  }

  private static func each(
    _ name: String, _ workload: Workload, _ limit: Int, _ progress: RunProgress,
    arm: @escaping (Int) -> Void, count: @escaping () -> Int
  ) throws -> RunReport {
    var report = RunReport(name)
    arm(0)
    _ = try FaultRun.callCount(0, of: workload)
    let numbers = count().spread(limit)
    for (done, number) in numbers.enumerated() {
      let title = "\(name), allocation \(number)"
      RunWatch.begin("\(workload.title), \(title)")
      let run = FaultRun(
        workload, layer: nil,
        end: {
          let isMet = count() >= number
          arm(0)
          return isMet ? 1 : 0
        }, explains: isTruth)
      try run.run(&report, title) { arm(number) }
      progress(done + 1, numbers.count)
    }
    return report
  }

  private static func isTruth(_ error: KeychainError) -> Bool {
    if case .outOfMemory = error { return true }
    return false
  }
}
