import Foundation
import TestSupport

/// Somebody who tries the README out: a fresh home folder, and the programs that were built beside the tests.
struct Newcomer {
  /// What a program left behind.
  struct Outcome {
    let exitCode: Int32
    let lines: [String]
    let errors: String
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a program that lies beside the tests.
  func run(program name: String) throws -> Outcome {
    try run(Self.programs.appending(path: name), [])
  }

  /// Runs lines of a shell, and stops at the first that fails.
  func run(shell lines: String) throws -> Outcome {
    try run(URL(filePath: "/bin/sh"), ["-e", "-u", "-c", lines])
  }

  /// No variable of the tests' own environment says where keychains lie.
  private func run(_ program: URL, _ arguments: [String]) throws -> Outcome {
    let (output, errors) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let places = ["HOME": folder.path, "PATH": "\(Self.programs.path(percentEncoded: false)):/usr/bin:/bin"]
    process.environment = places.merging(Sanitizer.environment) { $1 }
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Both are a few lines, which a pipe holds.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus,
      lines: String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init),
      errors: String(decoding: complaints, as: UTF8.self))
  }

  /// The folder that the tests' own program lies in.
  private static let programs: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folders = [bundle, URL(filePath: CommandLine.arguments[0])].compactMap { $0?.deletingLastPathComponent() }
    return folders.first { folder in
      FileManager.default.isExecutableFile(atPath: folder.appending(path: "security").path(percentEncoded: false))
    } ?? Bundle.main.bundleURL
  }()
}
