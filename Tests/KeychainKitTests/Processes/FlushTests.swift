import Foundation
import TestSupport
import Testing

@Suite("durability: the log is flushed before a write is acknowledged") struct FlushTests {
  /// Whether one process may trace another: some containers forbid it.
  private static let isTraced: Bool = {
    do {
      return try Worker(["strace", "-o", "/dev/null", "true"], program: "/usr/bin/env").wait() == 0
    } catch {
      return false
    }
  }()

  @Test(.enabled(if: isTraced, "strace is not installed, or may not trace here"))
  func `each add, update and delete is written to the log and flushed before its line is told`() throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    _ = try temporary.keychain
    temporary.close()
    let trace = "\(temporary.folder.path)/trace"
    // A file for each thread: lines of several are cut into each other.
    let worker = try Worker(
      [
        "strace", "-ff", "-y", "-s", "16", "-e", "trace=write,pwrite64,fdatasync,fsync", "-o", trace,
        Worker.path, "write", temporary.folder.path, "w", "40",
      ], program: "/usr/bin/env")
    let told = worker.lines()
    #expect(worker.wait() == 0)
    #expect(told.count == 1 + 40 + 13 + 8)
    let calls = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
      .filter { $0.hasPrefix("trace.") }
      .map { try String(contentsOfFile: "\(temporary.folder.path)/\($0)", encoding: .utf8) }
      .first { $0.contains("\"ready") }
    let acknowledgements = FlushOrder(try #require(calls)).acknowledgements
    #expect(acknowledgements.count == told.count - 1)
    for acknowledgement in acknowledgements {
      #expect(acknowledgement.isDurable, "\(acknowledgement.line)")
    }
  }

  @Test(arguments: [
    (["write log", "flush log"], true),
    (["write log", "write log", "flush log", "flush database"], true),
    ([], false),
    (["write log"], false),
    (["flush log"], false),
    (["write log", "flush database"], false),
    (["write log", "flush log", "write log"], false),
    (["write log", "flush log", "write log", "flush log"], true),
    (["write log", "failed flush log"], false),
  ])
  func `calls are taken for what they are`(calls: [String], isDurable: Bool) {
    let lines = [
      "write log": #"pwrite64(5</k/test.keychain-db-wal>, "7\177\6"..., 4096, 32) = 4096"#,
      "flush log": "fdatasync(5</k/test.keychain-db-wal>) = 0",
      "failed flush log": "fdatasync(5</k/test.keychain-db-wal>) = -1 EIO (Input/output error)",
      "flush database": "fdatasync(4</k/test.keychain-db>) = 0",
    ]
    let told = #"write(1<pipe:[7]>, "+w.1 0\n", 7) = 7"#
    let trace = [#"write(1<pipe:[7]>, "ready\n", 6) = 6"#] + calls.compactMap { lines[$0] } + [told]
    let acknowledgements = FlushOrder(trace.joined(separator: "\n")).acknowledgements
    #expect(acknowledgements.map(\.isDurable) == [isDurable])
    #expect(acknowledgements.first?.line == told)
  }
}

/// The calls of a thread that writes and acknowledges, in their order, as strace prints them.
private struct FlushOrder {
  struct Acknowledgement {
    let line: String
    /// Whether something was written to the log since the acknowledgement before, and nothing after its last flush.
    let isDurable: Bool
  }

  private(set) var acknowledgements: [Acknowledgement] = []

  init(_ trace: String) {
    var isWritten = false
    var isFlushed = false
    for line in trace.split(separator: "\n").map(String.init) {
      if line.hasPrefix("pwrite64("), line.contains("-wal>") {
        (isWritten, isFlushed) = (true, false)
      } else if line.hasPrefix("fdatasync(") || line.hasPrefix("fsync("), line.contains("-wal>"), line.hasSuffix(" = 0")
      {
        isFlushed = true
      } else if line.hasPrefix("write(1<"), line.contains(", \"+") || line.contains(", \"-") {
        acknowledgements.append(Acknowledgement(line: line, isDurable: isWritten && isFlushed))
        (isWritten, isFlushed) = (false, false)
      }
    }
  }
}
