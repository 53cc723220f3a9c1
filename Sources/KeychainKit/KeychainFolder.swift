import Glibc

/// The folder of the default keychain, made on first use with mode 0700.
package enum KeychainFolder {
  /// Makes the folder of a file and the folders above it, where they are missing.
  package static func make(for path: String) throws(KeychainError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    try make(String(path[..<slash]))
  }

  private static func make(_ folder: String) throws(KeychainError) {
    if unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw .unusable(path: folder, reason: "the folder cannot be made") }
    try make(for: folder)
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .unusable(path: folder, reason: "the folder cannot be made")
    }
  }
}
