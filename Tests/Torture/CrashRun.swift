import Foundation
import KeychainKit
import TestSupport

/// A workload that the world stops under, and what the disk may then hold.
///
/// The making of the keychain and the copy of its bag beside it do not go through SQLite: their files are taken as
/// they are at that moment. Killed processes test those.
package struct CrashRun {
  let workload: Workload
  let number: Int
  /// A disk that cannot be trusted: what it loses must be noticed by these runs.
  let flushesLie: Bool

  /// One crash at every change of a file, under every loss and with every seed.
  package static func each(
    of workload: Workload, seeds: [UInt64], limit: Int = .max, flushesLie: Bool = false,
    progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    var report = RunReport("T1 crash points")
    let numbers = try changeCount(of: workload).spread(limit)
    for (done, number) in numbers.enumerated() {
      RunWatch.begin("T1 \(workload.title), crash at \(number)")
      try CrashRun(workload: workload, number: number, flushesLie: flushesLie).run(seeds, &report)
      progress(done + 1, numbers.count)
    }
    return report
  }

  /// How many changes the workload makes once the keychain is there.
  package static func changeCount(of workload: Workload) throws -> Int {
    let layer = FaultLayer()
    let folder = try TemporaryFolder(inMemory: true)
    let session = WorkloadSession(in: folder.path, through: layer)
    var start = 0
    for step in workload.steps {
      try session.perform(step)
      session.state = session.state.applying(step)
      if case .make = step { start = layer.count(FaultLayer.changes) }
    }
    session.close()
    return layer.count(FaultLayer.changes) - start
  }

  private func run(_ seeds: [UInt64], _ report: inout RunReport) throws {
    let layer = FaultLayer(keepsUnflushed: true, lies: flushesLie)
    let folder = try TemporaryFolder(inMemory: true)
    let moment = CrashMoment { Self.otherFiles(in: folder.path) }
    let states = try crash(in: folder, layer, moment)
    guard layer.hasCrashed else { return }
    for loss in Loss.allCases {
      // With nothing to draw, every seed gives the same.
      let drawn = loss == .someSectors || loss == .tornLastWrite ? seeds : Array(seeds.prefix(1))
      for seed in drawn {
        report.runs += 1
        let left = try TemporaryFolder(inMemory: true)
        try write(layer.images(loss, seed: seed), moment.files, from: folder.path, to: left)
        let problems = try Aftermath(folder: left.path).problems(oneOf: states)
        guard !problems.isEmpty else { continue }
        let title = "\(workload.title), crash at \(number), \(loss), seed \(seed)"
        report.failures.append("\(title): \(problems.prefix(3).joined(separator: "; "))")
      }
    }
  }

  /// Runs into the crash; the states that may be found: the last acknowledged one, and the one that was under way.
  private func crash(
    in folder: TemporaryFolder, _ layer: FaultLayer, _ moment: CrashMoment
  ) throws -> [WorkloadState] {
    let session = WorkloadSession(in: folder.path, through: layer)
    defer { session.close() }
    for (index, step) in workload.steps.enumerated() {
      do throws(KeychainError) {
        try session.perform(step)
      } catch {
        guard layer.hasCrashed else { throw error }
        return [session.state, session.state.applying(step)]
      }
      session.state = session.state.applying(step)
      if layer.hasCrashed { break }
      if index == 0 { layer.crash(at: number, reached: moment) }
    }
    return [session.state]
  }

  /// What does not go through SQLite, and the index of the log, which may be there, old, after a crash.
  private static func otherFiles(in folder: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in FileManager.default.subpaths(atPath: folder) ?? [] {
      guard !name.hasSuffix("-db"), !name.hasSuffix("-wal"),
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)")
      else { continue }
      files[name] = [UInt8](data)
    }
    return files
  }

  private func write(
    _ images: [String: [UInt8]], _ others: [String: [UInt8]], from folder: String, to left: TemporaryFolder
  ) throws {
    try FileManager.default.createDirectory(
      atPath: "\(left.path)/state", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for (name, bytes) in others { try left.write(bytes, to: name) }
    for (path, bytes) in images {
      let name = URL(filePath: path).lastPathComponent
      // The name under which it was made is long gone.
      if !name.contains(".new-") { try left.write(bytes, to: name) }
    }
  }
}
