import Foundation

/// A folder for one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "conformance-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path(percentEncoded: false)
  }

  /// Writes a file and gives its path.
  func write(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }
}
