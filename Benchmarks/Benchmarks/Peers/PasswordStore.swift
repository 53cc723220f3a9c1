import Foundation

/// pass: a file an item, each encrypted by GnuPG to a key that exists for this run alone, without a passphrase.
final class PasswordStore {
  private let program: String
  private let folder: String
  private let environment: [String: String]

  /// Nil where a program is not installed.
  init?(in folder: String, items: Int) throws {
    guard let program = ChildProcess.find("pass"), let gpg = ChildProcess.find("gpg") else { return nil }
    self.program = program
    self.folder = folder
    let home = "\(folder)/gnupg"
    let store = "\(folder)/store"
    for path in [home, store] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder, "GNUPGHOME": home, "PASSWORD_STORE_DIR": store, "LC_ALL": "C.UTF-8",
    ]
    let key = "benchmarks@example.com"
    try ChildProcess.run(
      gpg, ["--batch", "--passphrase", "", "--quick-generate-key", key, "default", "default", "never"],
      environment: environment)
    try ChildProcess.run(program, ["init", key], environment: environment)
    try fill(store, items, gpg, key)
  }

  /// One run of GnuPG for all items, to the names that pass looks for.
  private func fill(_ store: String, _ items: Int, _ gpg: String, _ key: String) throws {
    let paths = (0..<items).map { "\(store)/\(PeerItem(number: $0).service)" }
    for (number, path) in paths.enumerated() {
      try Data((PeerItem(number: number).secret + "\n").utf8).write(to: URL(filePath: path))
    }
    try ChildProcess.run(
      gpg, ["--batch", "--quiet", "--trust-model", "always", "--recipient", key, "--multifile", "--encrypt"] + paths,
      environment: environment)
    for path in paths { try FileManager.default.removeItem(atPath: path) }
  }

  func find(_ item: PeerItem) throws -> String {
    try ChildProcess.run(program, ["show", item.service], environment: environment)
  }

  func add(_ item: PeerItem) throws {
    try ChildProcess.run(
      program, ["insert", "--multiline", item.service], environment: environment, input: item.secret + "\n")
  }

  /// Ends the agent of this key, and no other.
  func end() throws {
    guard let program = ChildProcess.find("gpgconf") else { return }
    try ChildProcess.run(program, ["--kill", "all"], environment: environment)
  }
}
