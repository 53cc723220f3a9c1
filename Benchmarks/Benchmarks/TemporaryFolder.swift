import Foundation

/// A fresh folder under the system's folder for temporary files (`TMPDIR`), removed with everything in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "keychain-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    path = folder.path
  }

  /// A folder in it, which goes with it.
  func folder(_ name: String) throws -> TemporaryFolder {
    let path = file(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return TemporaryFolder(path: path)
  }

  private init(path: String) {
    self.path = path
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func remove() throws {
    try FileManager.default.removeItem(atPath: path)
  }
}

/// The size of a file that no open connection will write to.
func byteCount(ofFile path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  guard let size = attributes[.size] as? Int else { throw Failure("\(path) has no size") }
  return size
}
