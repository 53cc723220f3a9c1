import Foundation

/// The example, as it was built beside this program, copied into a folder of its own.
struct PortedApp {
  /// What a run left behind.
  struct Outcome: Equatable {
    let exitCode: Int32
    let output: String
    let errors: String
  }

  let folder: URL

  private var program: URL { folder.appending(path: "ported-app") }

  init(name: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ported-app")
    try FileManager.default.copyItem(at: built, to: program)
  }

  /// Puts a property list beside the program.
  func write(_ entries: [String: Any], to name: String) throws {
    let data = try PropertyListSerialization.data(fromPropertyList: entries, format: .xml, options: 0)
    try data.write(to: folder.appending(path: name))
  }

  /// Runs the program in the environment of this one.
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    // A pipe holds these few lines, whether or not the program reads them.
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try process.run()
    try stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  /// Removes the folder.
  func remove() throws {
    try FileManager.default.removeItem(at: folder)
  }
}
