import Foundation
import Glibc
import Testing

@testable import SecurityTool

/// What the kernel says of the command while it has a keychain open.
@Suite("The command as a process: dumps") final class ProtectionTests {
  private let fixture: CommandFixture
  /// Who may read a process is not to be seen on one of root's, which is root's in any case.
  private let user: uid_t? = geteuid() == 0 ? 65_534 : nil

  init() throws {
    fixture = try CommandFixture()
    if let user { try #require(unsafe chown(fixture.folder, user, user) == 0) }
  }

  @Test func `from the first keychain on it leaves no dump, and other programs of the user cannot read it`() throws {
    let allowed = try allowDumps()
    let input = Pipe()
    let nothing = try FilledPipe([])
    let output = try CapturingFile()
    let process = try ToolProcess(folder: fixture.folder).start(
      ["-i"],
      descriptors: [
        input.fileHandleForReading.fileDescriptor, output.descriptor, output.descriptor, nothing.descriptor,
      ], asUser: user)
    func type(_ lines: String, until answer: String) throws {
      input.fileHandleForWriting.write(Data((lines + "\n").utf8))
      for _ in 0..<3_000 where !text(output).contains(answer) { usleep(10_000) }
      try #require(text(output).contains(answer), "\(lines): \(text(output))")
    }
    do {
      try type("help lock-keychain", until: "security lock-keychain work.keychain\n")
      #expect(try coreLimit(of: process) == allowed)
      #expect(try owner(of: process) == user ?? geteuid())
      try type("add-generic-password -a ada -s mail -w horse\nfind-generic-password -s mail -w", until: "\nhorse\n")
      // The keychain is open, and the program waits for the next line.
      #expect(try coreLimit(of: process) == 0)
      #expect(try owner(of: process) == 0)
    } catch {
      kill(process, SIGKILL)
      _ = try ToolProcess.exitCode(of: process)
      throw error
    }
    // The program may hold the other end of its own input, so that closing this one would not end it.
    input.fileHandleForWriting.write(Data("quit\n".utf8))
    #expect(try ToolProcess.exitCode(of: process) == 0)
  }

  private func text(_ file: CapturingFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  /// Lets programs that are started from now on leave a dump of some bytes, or of as many as they may where that is
  /// less; gives how many.
  private func allowDumps() throws -> UInt64 {
    let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
    var limit = rlimit()
    try #require(unsafe getrlimit(core, &limit) == 0)
    limit.rlim_cur = min(limit.rlim_max, 4_096)
    try #require(unsafe setrlimit(core, &limit) == 0)
    return UInt64(limit.rlim_cur)
  }

  /// How large a dump of a process may be, in bytes, at the most.
  private func coreLimit(of process: pid_t) throws -> UInt64? {
    let limits = try #require(try TextFile.read("/proc/\(process)/limits"))
    let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    return line?.split(separator: " ").dropFirst(4).first.flatMap { UInt64($0) }
  }

  /// Whose the files are by which a process is looked into: root's where the process does not let its user.
  private func owner(of process: pid_t) throws -> uid_t {
    var status = stat()
    try #require(unsafe stat("/proc/\(process)/mem", &status) == 0)
    return status.st_uid
  }
}
