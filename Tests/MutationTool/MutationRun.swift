import Foundation
import Mutation

/// Takes verifications out of a copy of the package, one after the other, and asks the tests.
///
/// `MutationTool [part]`: only those whose file or line has the part in it.
struct MutationRun {
  /// What came of one.
  private enum Finding: String {
    case noticed
    case survived = "SURVIVED: no test notices"
    case notThere = "OUT OF DATE: the line is not there, or more than once"
    case doesNotBuild = "DOES NOT BUILD"
  }

  private let copy: URL

  init() throws {
    let folder = ProcessInfo.processInfo.environment["MUTATION_FOLDER"].map { URL(filePath: $0) }
    copy = folder ?? FileManager.default.temporaryDirectory.appending(path: "keychain-mutation")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    // What is already built there stays, so that a second run begins where the first ended.
    for name in ["Package.swift", "Sources", "schema", "Tests", "Benchmarks", "Examples"] {
      let target = copy.appending(path: name)
      if FileManager.default.fileExists(atPath: target.path) { try FileManager.default.removeItem(at: target) }
      try FileManager.default.copyItem(at: VerificationGuard.root.appending(path: name), to: target)
    }
  }

  /// The exit code: 1 where one survives.
  func run(_ part: String?) throws -> Int32 {
    let guards = try VerificationGuard.listed().filter { one in
      part.map { one.file.contains($0) || one.line.contains($0) } ?? true
    }
    var failed = 0
    var target: String?
    var sound: Set<String> = []
    // One target after the other, since each has a package of its own.
    for (index, one) in guards.sorted(by: { $0.target < $1.target }).enumerated() {
      if target != one.target {
        target = one.target
        try TrimmedManifest(for: one.target).text.write(
          to: copy.appending(path: "Package.swift"), atomically: false, encoding: .utf8)
      }
      // A test that fails by itself would notice everything. What was built last lacks the verification before this
      // one.
      if sound.insert("\(one.target) \(one.tests)").inserted, !build() || !test(one.tests) {
        throw Failure(reason: "a test of \(one.tests) fails with everything in its place")
      }
      let start = ContinuousClock.now
      let finding = try finding(for: one)
      let seconds = Int((ContinuousClock.now - start) / .seconds(1))
      if finding != .noticed { failed += 1 }
      Self.tell("\(index + 1) of \(guards.count), \(seconds) s: \(finding.rawValue): \(one.file): \(one.line)")
    }
    Self.tell("\(guards.count) verifications, \(guards.count - failed) noticed")
    return failed == 0 ? 0 : 1
  }

  /// At once, since the next one takes a minute.
  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private struct Failure: Error {
    let reason: String
  }

  private func finding(for one: VerificationGuard) throws -> Finding {
    let file = copy.appending(path: one.file)
    let text = try String(contentsOf: file, encoding: .utf8)
    guard let changed = one.removed(from: text) else { return .notThere }
    try changed.write(to: file, atomically: false, encoding: .utf8)
    let finding: Finding =
      if !build() { .doesNotBuild } else if test(one.tests) { .survived } else { .noticed }
    try text.write(to: file, atomically: false, encoding: .utf8)
    return finding
  }

  private func test(_ pattern: String) -> Bool {
    call(["test", "--skip-build", "--disable-xctest", "--filter", pattern], patienceSeconds: 120)
  }

  private func build() -> Bool { call(["build", "--build-tests"]) }

  /// Whether the call succeeded; one that takes too long did not.
  private func call(_ arguments: [String], patienceSeconds: Int = 600) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A verification that is gone may make a test go on for ever, in a process that outlives whoever started it: the
    // limit on its own time ends that one.
    process.arguments =
      ["-c", "ulimit -t \(patienceSeconds); exec timeout \(2 * patienceSeconds) swift \"$@\"", "sh"] + arguments
      + ["--package-path", copy.path]
    // What is not used any more is a warning, and no error here.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "CI" }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
