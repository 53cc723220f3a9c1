import Foundation
import Glibc
import TestSupport

/// A process that makes a keychain and works, killed at a call that the engine makes by itself, or met by an error
/// there: the device secret, the publishing of the finished file, the lock file, the copy of the bag, the anchor.
package enum SystemFaultRun {
  /// Kills at each of the calls; between the commit and the anchor as well.
  package static func kills(
    seed: UInt64, limit: Int = .max, progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    try each("T2 kill -9 at the engine's own calls", errors: [0], seed: seed, limit: limit, progress)
  }

  /// Fails each of the first calls, by which the keychain is made, once.
  package static func makingErrors(seed: UInt64, count: Int) throws -> RunReport {
    try each("T4 errors of making", errors: [EIO], seed: seed, first: count) { _, _ in }
  }

  /// Fails each of the calls, once, in the ways that a system has.
  package static func errors(
    seed: UInt64, limit: Int = .max, progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    try each(
      "T4 errors of the engine's own calls", errors: [EIO, ENOSPC, EACCES, EMFILE], seed: seed, limit: limit, progress)
  }

  private static func each(
    _ name: String, errors: [Int32], seed: UInt64, limit: Int = .max, first: Int = .max, _ progress: RunProgress
  ) throws -> RunReport {
    var report = RunReport(name)
    let tools = try TemporaryFolder()
    let library = try library(in: tools)
    let numbers = try min(first, callCount(seed, library, tools)).spread(limit)
    for (done, number) in numbers.enumerated() {
      for error in errors {
        RunWatch.begin("\(name), seed \(seed), call \(number), error \(error)")
        try run(seed, ["FAULTS_AT": "\(number)", "FAULTS_ERROR": "\(error)"], library, &report)
      }
      progress(done + 1, numbers.count)
    }
    return report
  }

  /// How many calls of its own the engine makes for a workload.
  private static func callCount(_ seed: UInt64, _ library: String, _ tools: TemporaryFolder) throws -> Int {
    let folder = try TemporaryFolder(inMemory: true)
    let path = "\(tools.path)/count"
    let worker = try worker(seed, in: folder, ["FAULTS_COUNT": path], library)
    _ = worker.lines()
    guard worker.wait() == 0, let count = Int(try String(contentsOfFile: path, encoding: .utf8)) else {
      throw CocoaError(.executableLoad)
    }
    return count
  }

  private static func worker(
    _ seed: UInt64, in folder: TemporaryFolder, _ faults: [String: String], _ library: String
  ) throws -> Worker {
    let environment = faults.merging(["LD_PRELOAD": library, "FAULTS_FOLDER": folder.path]) { $1 }
    return try Worker(["work", folder.path, "\(seed)"], program: KillRun.program, environment: environment)
  }

  private static func run(
    _ seed: UInt64, _ faults: [String: String], _ library: String, _ report: inout RunReport
  ) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let worker = try worker(seed, in: folder, faults, library)
    let acknowledged = worker.lines().count
    let errorText = worker.errorText()
    report.runs += 1
    let steps = Workload(seed: seed).steps
    if acknowledged < steps.count { report.failedCalls += 1 }
    var state = WorkloadState()
    for step in steps.prefix(acknowledged) { state = state.applying(step) }
    let next = acknowledged < steps.count ? [state.applying(steps[acknowledged])] : []
    var problems = try KillRun.problems(in: folder, oneOf: [state] + next)
    if errorText.contains("inconsistent") { problems.append(errorText) }
    // What ends it by a signal is a kill, and a trap never is. The kill may come when everything is done.
    let isKill = faults["FAULTS_ERROR"] == "0"
    let isDone = worker.succeeded && acknowledged == steps.count
    if isKill ? !worker.wasKilled && !isDone : worker.endingSignal != nil {
      problems.append("ended by signal \(worker.endingSignal ?? 0), \(errorText)")
    }
    if !isKill, !isDone, errorText.isEmpty { problems.append("no reason is told") }
    guard !problems.isEmpty else { return }
    let title = "seed \(seed), call \(faults["FAULTS_AT"] ?? ""), error \(faults["FAULTS_ERROR"] ?? "")"
    report.failures.append("\(title), after \(acknowledged): \(problems.prefix(3).joined(separator: "; "))")
  }

  /// Builds what stands between, with the compiler that comes with the toolchain.
  private static func library(in tools: TemporaryFolder) throws -> String {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "system_faults.c")
    let library = "\(tools.path)/libfaults.so"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "clang", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library, source.path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return library
  }
}
