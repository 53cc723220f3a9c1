import Foundation
import TestSupport
import Testing

@Suite("durability: what is acknowledged was flushed before") struct FlushTests {
  /// Whether one process may trace another: some containers forbid it.
  private static let isTraced: Bool = {
    do {
      return try Worker(["strace", "-o", "/dev/null", "true"], program: "/usr/bin/env").wait() == 0
    } catch {
      return false
    }
  }()

  /// Where every change is tested, what cannot be traced is a failure.
  private static let isRequired = ProcessInfo.processInfo.environment["CI"] != nil

  private static let reason: Comment = "strace is not installed, or may not trace here; with CI set, that is a failure"

  /// The lines that a worker told, and what it had done at each.
  private func acknowledgements(
    of command: String, in folder: TemporaryFolder, _ more: String...
  ) throws -> (told: [String], [FlushOrder.Acknowledgement]) {
    try #require(Self.isTraced, "strace has to be installed, and to be allowed to trace, where CI is set")
    // A file for each thread: lines of several are cut into each other.
    let worker = try Worker(
      [
        "strace", "-ff", "-y", "-s", "16", "-e", TracedCall.filter, "-o", "\(folder.path)/trace",
        Worker.path, command, folder.path,
      ] + more, program: "/usr/bin/env")
    let told = worker.lines()
    #expect(worker.wait() == 0)
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("trace.") }
      .map { try String(contentsOfFile: "\(folder.path)/\($0)", encoding: .utf8) }
    let first = try #require(told.first)
    let writers = threads.filter { $0.contains("-wal>") }
    #expect(writers.count == 1, "the order of the calls of several threads is not known")
    return (told, FlushOrder(try #require(writers.first { $0.contains("\"\(first)") })).acknowledgements)
  }

  @Test(.enabled(if: isTraced || isRequired, reason))
  func `each add, update and delete is written to the log and flushed before its line is told`() throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    _ = try temporary.keychain
    temporary.close()
    let (told, acknowledgements) = try acknowledgements(of: "write", in: temporary.folder, "w", "40")
    #expect(told.count == 1 + 40 + 13 + 8)
    #expect(acknowledgements.map(\.line) == Array(told.dropFirst()))
    for acknowledgement in acknowledgements { #expect(acknowledgement.missing == [], "\(acknowledgement.line)") }
  }

  @Test(.enabled(if: isTraced || isRequired, reason))
  func `so is each call on many rows, on the keys, and each that makes a file`() throws {
    let (told, acknowledgements) = try acknowledgements(of: "durable", in: TemporaryFolder())
    #expect(
      told == [
        "made", "+added", "+added", "+updated", "-deleted", "copied", "=set", "=changed", "=rotating", "=rotated",
        "=removed", "saved", "-deleted", "+restored",
      ])
    #expect(acknowledgements.map(\.line) == told)
    for acknowledgement in acknowledgements { #expect(acknowledgement.missing == [], "\(acknowledgement.line)") }
  }
}
