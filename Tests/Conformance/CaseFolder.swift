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

  func remove() throws(Mismatch) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw Mismatch(expected: "the folder of the case to go", got: "\(error)")
    }
  }
}
