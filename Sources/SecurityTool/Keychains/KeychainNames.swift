import Glibc
import KeychainKit

/// Turns the names that people and scripts use for keychains into paths.
struct KeychainNames {
  let location: KeychainLocation
  let home: String?
  let workingFolder: String

  init(environment: [String: String], workingFolder: String) {
    location = KeychainLocation { name in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    home = environment["HOME"]
    self.workingFolder = workingFolder
  }

  /// Where a keychain of this name is to be made: a bare name lands in the folder of keychains and ends in `-db`.
  func path(ofNew name: String) throws(KeychainError) -> String {
    let path = try absolutePath(name)
    guard isBare(name), !path.hasSuffix(Self.suffix) else { return path }
    return path + Self.suffix
  }

  /// Where the keychain of this name lies: the path itself, or the path with `-db`, if that is what exists.
  func path(of name: String) throws(KeychainError) -> String {
    let path = try absolutePath(name)
    guard !path.hasSuffix(Self.suffix) else { return path }
    let suffixed = path + Self.suffix
    if Self.exists(path), !isLogin(path, suffixed) { return path }
    return Self.exists(suffixed) || isBare(name) || isInLibrary(name) ? suffixed : path
  }

  private static let suffix = "-db"
  /// Where keychains lie on the systems that the command comes from; scripts name the folder.
  private static let library = "/Library/Keychains/"

  private func absolutePath(_ name: String) throws(KeychainError) -> String {
    if name.hasPrefix("~/"), let home { return try absolutePath(home + name.dropFirst()) }
    if isInLibrary(name), let home {
      return try location.keychainFolder + "/" + name.dropFirst(home.count + Self.library.count)
    }
    if name.hasPrefix("/") { return name }
    if isBare(name) { return try location.keychainFolder + "/" + name }
    return workingFolder + "/" + (name.hasPrefix("./") ? name.dropFirst(2) : name[...])
  }

  /// Whether the name is looked for in the folder of keychains.
  private func isBare(_ name: String) -> Bool {
    !["/", "./", "../", "~/"].contains { name.hasPrefix($0) }
  }

  private func isInLibrary(_ name: String) -> Bool {
    guard let home else { return false }
    return name.hasPrefix(home + Self.library) || name.hasPrefix("~" + Self.library)
  }

  /// `login.keychain` is `login.keychain-db`, whatever else lies there.
  private func isLogin(_ path: String, _ suffixed: String) -> Bool {
    path.hasSuffix("/login.keychain") && Self.exists(suffixed)
  }

  /// Whether something is there, whatever it is; what cannot be looked at counts as there, so that opening says why.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
  }
}
