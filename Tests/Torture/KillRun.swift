import Foundation
import Glibc
package import KeychainKit
import TestSupport

/// A process that runs a workload and is killed: `TortureTool work <folder> <seed>`.
///
/// It makes the keychain, too, and so covers what the file layer does not see: the making, the device secret and the
/// copy of the bag.
package enum KillRun {
  /// The program that works; it lies beside whoever starts it.
  package static let program = "TortureTool"

  /// Runs the workload and acknowledges each step by a line.
  package static func work(in folder: String, seed: UInt64, acknowledge: (String) -> Void) throws(KeychainError) {
    let session = WorkloadSession(in: folder)
    for (index, step) in Workload(seed: seed).steps.enumerated() {
      try session.perform(step)
      session.state = session.state.applying(step)
      acknowledge("\(index)")
    }
  }

  package static func each(_ count: Int, seed: UInt64, progress: RunProgress = { _, _ in }) throws -> RunReport {
    var report = RunReport("T2 kill -9")
    var random = SeededRandom(seed: seed)
    for done in 0..<count {
      RunWatch.begin("T2 seed \(seed), kill \(done)")
      try kill(seed: random.next(), &random, &report)
      progress(done + 1, count)
    }
    return report
  }

  private static func kill(seed: UInt64, _ random: inout SeededRandom, _ report: inout RunReport) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let steps = Workload(seed: seed).steps
    let worker = try Worker(["work", folder.path, "\(seed)"], program: program)
    let patience = Int.random(in: 0...steps.count, using: &random)
    var acknowledged = 0
    if patience == 0 { waitForBeginning(folder, worker) }
    while acknowledged < patience, worker.line() != nil { acknowledged += 1 }
    usleep(.random(in: 0...2_000, using: &random))
    worker.kill()
    acknowledged += worker.lines().count
    worker.wait()
    report.runs += 1
    guard worker.wasKilled || worker.succeeded && acknowledged == steps.count else {
      report.failures.append("seed \(seed): ended by itself after \(acknowledged), \(worker.complaints)")
      return
    }

    var state = WorkloadState()
    for step in steps.prefix(acknowledged) { state = state.applying(step) }
    let next = acknowledged < steps.count ? [state.applying(steps[acknowledged])] : []
    let problems = try problems(in: folder, oneOf: [state] + next)
    guard !problems.isEmpty else { return }
    report.failures.append("seed \(seed), killed after \(acknowledged): \(problems.prefix(3).joined(separator: "; "))")
  }

  static func problems(in folder: TemporaryFolder, oneOf states: [WorkloadState]) throws -> [String] {
    // Killed while it made the keychain: there is none, and it can be made, or there is a whole one.
    if states.first?.isMade == false {
      let session = WorkloadSession(in: folder.path)
      do throws(KeychainError) {
        try session.perform(.make)
      } catch {
        return ["cannot be made: \(error)"]
      }
      session.close()
      return try Aftermath(folder: folder.path).problems(oneOf: [WorkloadState().applying(.make)])
    }
    return try Aftermath(folder: folder.path).problems(oneOf: states)
  }

  /// Most of the worker's life before the first line is the start of the process.
  private static func waitForBeginning(_ folder: TemporaryFolder, _ worker: Worker) {
    while worker.isRunning, FileManager.default.subpaths(atPath: folder.path)?.isEmpty ?? true { usleep(100) }
  }
}
