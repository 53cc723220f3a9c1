package import Foundation
import Glibc
import Synchronization

/// A process of a test: `KeychainWorker` or another program that lies beside the test bundle.
package final class Worker: Sendable {
  private let process = Process()
  private let output: FileHandle
  private let input: FileHandle
  // One thread reads the lines.
  private nonisolated(unsafe) var unread: [UInt8] = []

  /// - Parameters:
  ///   - program: another one that lies there, or a copy elsewhere by its whole path.
  ///   - environment: what it sees beside the variables of this process.
  package init(
    _ arguments: [String], program: String = "KeychainWorker", environment: [String: String] = [:]
  ) throws {
    let (output, input, errors) = (Pipe(), Pipe(), Pipe())
    process.executableURL = Self.executable(program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardInput = input
    process.standardError = errors
    self.output = output.fileHandleForReading
    self.input = input.fileHandleForWriting
    self.errors = errors.fileHandleForReading
    try process.run()
  }

  private let errors: FileHandle

  private let complaint = Mutex("")

  /// What it wrote on its standard error, from `wait` on.
  package var complaints: String { complaint.withLock { $0 } }

  /// Where the worker lies.
  package static var path: String { executable("KeychainWorker").path(percentEncoded: false) }

  /// Where a program lies that is built with this one.
  package static func executable(_ name: String) -> URL {
    if name.hasPrefix("/") { return URL(filePath: name) }
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    let beside = bundle.deletingLastPathComponent().appending(path: name)
    if FileManager.default.isExecutableFile(atPath: beside.path(percentEncoded: false)) { return beside }
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
  }

  /// The next line it wrote; nil at the end.
  package func line() -> String? {
    while true {
      if let end = unsafe unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = unsafe String(decoding: unread[..<end], as: UTF8.self)
        unsafe unread.removeSubrange(...end)
        return line
      }
      let more = output.availableData
      if more.isEmpty { return nil }
      unsafe unread += [UInt8](more)
    }
  }

  /// Every line to its end, whole ones only.
  package func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  package var isRunning: Bool { process.isRunning }

  package func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
  }

  /// The signal that ended it, a trap's as well as a kill's; nil where it ended by itself. After `wait`.
  package var endingSignal: Int32? {
    process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
  }

  /// Whether it was killed, and no trap and no other signal ended it; after `wait`.
  package var wasKilled: Bool { endingSignal == SIGKILL }

  /// Whether it came to its end and has nothing to complain of; after `wait`.
  package var succeeded: Bool { endingSignal == nil && process.terminationStatus == 0 }

  package func endInput() {
    input.closeFile()
  }

  /// Waits for its end, and gives what it wrote to standard error.
  package func errorText() -> String {
    process.waitUntilExit()
    return String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Waits for its end; its exit code.
  @discardableResult
  package func wait() -> Int32 {
    process.waitUntilExit()
    let message = errors.readDataToEndOfFile()
    complaint.withLock { $0 = String(decoding: message, as: UTF8.self) }
    if !message.isEmpty { print("worker: \(String(decoding: message, as: UTF8.self))") }
    return process.terminationStatus
  }
}
