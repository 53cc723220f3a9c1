import Foundation

/// A folder for one test, removed with it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Parameter inMemory: whether it is to lie in memory where the system has such a place, for tests that lose what
  ///   is on the disk by other means and would wait for it thousands of times.
  package init(inMemory: Bool = false) throws {
    let memory = URL(filePath: "/dev/shm")
    let isThere = inMemory && FileManager.default.isWritableFile(atPath: memory.path)
    let parent = isThere ? memory : FileManager.default.temporaryDirectory
    let url = parent.appending(path: "keychain-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    path = url.path(percentEncoded: false)
  }

  /// Every file below the folder, by its path seen from the folder.
  package func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      files[name] = try bytes(of: name)
    }
    return files
  }

  package func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  /// Writes a file for its owner alone, and gives its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// Writes a text for its owner alone, and gives its path.
  package func write(_ text: String, to name: String) throws -> String {
    try write([UInt8](text.utf8), to: name)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("left behind: \(path): \(error)")
    }
  }
}
