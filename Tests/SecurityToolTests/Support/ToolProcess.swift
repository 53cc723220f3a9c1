import Foundation
import Glibc
import TestSupport
import Testing

/// The real program, run as a process of its own.
struct ToolProcess {
  let folder: String

  /// The program beside the test bundle.
  static let path: String? = {
    var folders = [Bundle.module.bundleURL.deletingLastPathComponent()]
    do {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      folders.insert(URL(filePath: tests).deletingLastPathComponent(), at: 0)
    } catch {
      // Without /proc the folder of the test's resources is as good.
    }
    return folders.map { $0.appending(path: "security").path(percentEncoded: false) }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// POSIX_SPAWN_SETSID of glibc, which the importer does not show.
  private static let startsSession: Int16 = 0x80

  private var environment: [String: String] {
    [
      "HOME": "\(folder)/home", "XDG_DATA_HOME": "\(folder)/data", "XDG_CONFIG_HOME": "\(folder)/config",
      "XDG_STATE_HOME": "\(folder)/state", "PATH": "/usr/bin:/bin",
    ].merging(Sanitizer.environment) { $1 }
  }

  /// Starts the program in a session of its own, which so has no terminal, or the one whose path is given.
  ///
  /// - Parameters:
  ///   - descriptors: what descriptors 0, 1, 2 and 3 are.
  ///   - user: as whom it runs, where root runs the tests; nil: as whoever runs them.
  func start(
    _ arguments: [String], descriptors: [Int32], terminal: String? = nil, asUser user: uid_t? = nil
  ) throws -> pid_t {
    let change = user.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
    let words = change + [try #require(Self.path)] + arguments
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in descriptors.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    if let terminal {
      // The first terminal that the leader of a session opens becomes the session's.
      unsafe posix_spawn_file_actions_addopen(&actions, 9, terminal, O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Self.startsSession)
    var argv = unsafe words.map { unsafe strdup($0) } + [nil]
    var envp = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, words[0], &actions, &attributes, &argv, &envp)
    try #require(code == 0)
    return process
  }

  /// Runs the program to its end, which has to come within 30 seconds.
  func run(_ arguments: [String], input: String = "", third: String = "") throws -> CommandOutcome {
    let inputs = [try FilledPipe(Array(input.utf8)), try FilledPipe(Array(third.utf8))]
    let outputs = [try CapturingFile(), try CapturingFile()]
    let process = try start(
      arguments,
      descriptors: [inputs[0].descriptor, outputs[0].descriptor, outputs[1].descriptor, inputs[1].descriptor])
    let code = try Self.exitCode(of: process)
    return CommandOutcome(
      output: outputs[0].bytes, errors: String(decoding: outputs[1].bytes, as: UTF8.self), exitCode: code)
  }

  /// Waits for a process; one that does not end is killed, and the test fails.
  static func exitCode(of process: pid_t) throws -> Int32 {
    var status: Int32 = 0
    for _ in 0..<3_000 {
      if unsafe waitpid(process, &status, WNOHANG) == process { return status & 0x7F == 0 ? status >> 8 & 0xFF : -1 }
      usleep(10_000)
    }
    kill(process, SIGKILL)
    unsafe waitpid(process, &status, 0)
    Issue.record("the program hangs")
    return -1
  }
}

/// A file without a name that a process writes to.
final class CapturingFile {
  let descriptor: Int32

  init() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "security-output-\(UUID().uuidString)")
    descriptor = unsafe open(path.path(percentEncoded: false), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    try FileManager.default.removeItem(at: path)
  }

  deinit {
    close(descriptor)
  }

  var bytes: [UInt8] {
    let size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe pread(descriptor, &bytes, size, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}
