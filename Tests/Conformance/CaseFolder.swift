import Foundation

/// The folder one case has to itself.
struct CaseFolder {
  let path: String

  /// Makes a fresh folder that only its owner may enter.
  init() throws(Mismatch) {
    let url = FileManager.default.temporaryDirectory.appending(path: "keychain-conformance-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: url,
        withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw Mismatch(expected: "a folder for the case", got: "\(error)")
    }
    path = url.path(percentEncoded: false)
  }

  /// A keychain that ends something in the background may still rename a file of it.
  func remove() throws(Mismatch) {
    for attempt in 1... {
      do {
        return try FileManager.default.removeItem(atPath: path)
      } catch {
        guard FileManager.default.fileExists(atPath: path) else { return }
        if attempt == 50 { throw Mismatch(expected: "the folder of the case to go", got: "\(error)") }
        usleep(10_000)
      }
    }
  }
}
