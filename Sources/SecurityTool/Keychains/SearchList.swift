import Glibc
import KeychainKit

/// The keychains that a search without a name goes through, in `search-list`: a path a line.
///
/// As long as nobody wrote a list, it is the default keychain alone.
struct SearchList {
  let folder: String
  let defaultKeychain: String

  private var path: String { folder + "/search-list" }

  /// The paths, whether or not keychains lie there.
  func paths() throws(KeychainError) -> [String] {
    guard let text = try TextFile.read(path) else { return [defaultKeychain] }
    return text.split(separator: "\n").map(String.init)
  }

  /// Puts the path at the end, unless it is listed.
  func append(_ newPath: String) throws(KeychainError) {
    try change { paths in paths.contains(newPath) ? paths : paths + [newPath] }
  }

  /// Writes the list anew; it may be empty.
  func set(_ newPaths: [String]) throws(KeychainError) {
    try change { _ in newPaths.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
  }

  private func change(_ body: ([String]) -> [String]) throws(KeychainError) {
    try KeychainFolder.make(for: path)
    // Two commands at the same moment must not lose each other's keychain.
    let lock = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .inputOutput(code: errno) }
    defer { close(lock) }
    while lockf(lock, F_LOCK, 0) != 0 {
      guard errno == EINTR else { throw .inputOutput(code: errno) }
    }
    let paths = body(try paths())
    guard !paths.contains(where: { $0.contains("\n") }) else {
      throw .parameter("the path of a listed keychain holds no end of line")
    }
    try TextFile.replace(path, with: paths.map { $0 + "\n" }.joined())
  }
}
