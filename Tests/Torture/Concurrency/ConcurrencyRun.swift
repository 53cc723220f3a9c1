import Foundation
package import KeychainKit
import Synchronization
import TestSupport

/// Processes, and threads of one process, on the same items: their answers must be those of some order, and no lock may
/// be read past.
package enum ConcurrencyRun {
  /// Several processes: `TortureTool operate <folder> <seed> <count>`.
  package static func ofProcesses(_ processCount: Int, calls: Int, seed: UInt64) throws -> RunReport {
    let folder = try keychainFolder()
    RunWatch.begin("T9 processes, seed \(seed)")
    let workers = try (0..<processCount).map { number in
      try Worker(["operate", folder.path, "\(seed &+ UInt64(number))", "\(calls)"], program: KillRun.program)
    }
    var operations: [Operation] = []
    var report = RunReport("T9 processes")
    for (number, worker) in workers.enumerated() {
      let lines = worker.lines()
      operations += lines.compactMap { Operation(line: $0, process: number) }
      if worker.wait() != 0 || lines.count < calls { report.failures.append("process \(number) gave up") }
    }
    report.judge(operations, seed: seed)
    return report
  }

  /// What a process of a run does.
  package static func operate(in folder: String, seed: UInt64, calls: Int, tell: (String) -> Void) throws(KeychainError)
  {
    let keychain = try open(folder)
    var caller = Operator(keychain, seed: seed)
    // Told at the end, so that nothing but the calls takes time.
    caller.run(calls).forEach { tell($0.line) }
  }

  /// Several threads of this process.
  package static func ofThreads(_ threadCount: Int, calls: Int, seed: UInt64) throws -> RunReport {
    let folder = try keychainFolder()
    RunWatch.begin("T9 threads, seed \(seed)")
    let keychain = try open(folder.path)
    let operations = Mutex<[Operation]>([])
    var report = RunReport("T9 threads")
    report.failures += Threads.run(threadCount) { number, _ in
      var caller = Operator(keychain, seed: seed &+ UInt64(number))
      let made = caller.run(calls)
      operations.withLock { $0 += made }
    }
    report.judge(operations.withLock { $0 }, seed: seed)
    return report
  }

  private static func keychainFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(inMemory: true)
    _ = try Keychain.create(
      at: TemporaryKeychain.path(in: folder), passphrase: SecretBytes(TestPassphrase.text), as: caller,
      options: TemporaryKeychain.options(in: folder))
    return folder
  }

  private static func open(_ folder: String) throws(KeychainError) -> Keychain {
    try Keychain.open(
      WorkloadSession.path(in: folder), as: caller, options: TemporaryKeychain.options(stateFolder: "\(folder)/state"))
  }

  private static let caller = Caller(accessGroups: ["team.a"])
}

extension RunReport {
  /// Holds what everybody wrote down against itself.
  fileprivate mutating func judge(_ operations: [Operation], seed: UInt64) {
    runs += operations.count
    failedCalls += operations.count { $0.outcome == .locked }
    for operation in operations {
      if case .failed(let reason) = operation.outcome { failures.append("\(operation.kind): \(reason)") }
    }
    let ofItems = operations.filter { $0.kind != .lock && $0.kind != .unlock }
    for (item, calls) in Dictionary(grouping: ofItems, by: \.item).sorted(by: { $0.key < $1.key }) {
      if !Linearizability.holds(calls) { failures.append("seed \(seed), item \(item): no order has these answers") }
    }
    for read in LockHistory.violations(in: operations, needsPassphrase: Operator.needsPassphrase) {
      failures.append("seed \(seed), item \(read.item): read after a lock")
    }
  }
}
