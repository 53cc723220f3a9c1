import Foundation

/// Runs lines of a shell, and stops at the first that fails.
enum Shell {
  /// What the lines left behind.
  struct Outcome {
    let exitCode: Int32
    /// What was printed, errors among it.
    let output: String

    var lastLine: Substring { output.split(separator: "\n").last ?? "" }
  }

  /// - Parameter variables: what is set beside the variables of the tests, none of which says where keychains lie.
  static func run(_ lines: String, _ variables: [String: String] = [:]) throws -> Outcome {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-e", "-u", "-c", lines]
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("KEYCHAIN_") }
      .merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(exitCode: process.terminationStatus, output: String(decoding: printed, as: UTF8.self))
  }

  /// Whether there is such a program.
  static func knows(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}
