import Foundation

/// What surrounds this process.
enum ProcessVariables {
  /// The environment.
  static var all: [String: String] { ProcessInfo.processInfo.environment }

  /// The folder the process was started in.
  static var workingFolder: String { FileManager.default.currentDirectoryPath }
}
