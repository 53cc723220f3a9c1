import Glibc
import KeychainKit

/// A disk that is full: a limit on the size of files stands in for it, so that every write of this process counts,
/// those of the engine's own as well as SQLite's.
///
/// The limit is the whole process's: nothing else may run in it meanwhile.
package enum DiskRun {
  /// Runs the workload with the limit at so many sizes up to the largest file it makes.
  package static func each(
    _ count: Int, of workload: Workload, largestFileByteCount: Int = 400_000, progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    var report = RunReport("T7 full disk, every file")
    signal(SIGXFSZ, SIG_IGN)
    let limits = largestFileByteCount.spread(count)
    for (done, limit) in limits.enumerated() {
      let fault = FileSizeLimit()
      let title = "no file beyond \(limit) bytes"
      RunWatch.begin("T7 \(workload.title), \(title)")
      let run = FaultRun(workload, layer: nil, end: { fault.end() }, explains: isTruth)
      try run.run(&report, title) { fault.begin(limit) }
      progress(done + 1, limits.count)
    }
    return report
  }

  /// SQLite hears of a failed write here, the engine's own files of a full disk or of one too large.
  private static func isTruth(_ error: KeychainError) -> Bool {
    switch error {
    case .diskFull, .inputOutput: true
    default: false
    }
  }
}

/// The limit on the size of a file that this process may write.
final class FileSizeLimit {
  private var isSet = false

  func begin(_ byteCount: Int) {
    isSet = true
    Self.set(rlim_t(byteCount))
  }

  /// Gives 1 where it was set, since nobody counts what failed by it.
  func end() -> Int {
    defer { isSet = false }
    Self.set(rlim_t.max)
    return isSet ? 1 : 0
  }

  private static func set(_ byteCount: rlim_t) {
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { preconditionFailure("the resource exists") }
    limit.rlim_cur = min(byteCount, limit.rlim_max)
    guard unsafe setrlimit(resource, &limit) == 0 else { preconditionFailure("the limit is within its own limit") }
  }
}
