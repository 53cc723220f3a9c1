import Foundation

/// A KeePassXC database, used through its command: each use is a process that opens the whole file.
struct PasswordFile {
  private static let passphrase = "a passphrase of the benchmarks"

  private let program: String
  private let path: String
  private let environment: [String: String]

  /// Nil where the program is not installed.
  init?(in folder: String, items: Int) throws {
    guard let program = ChildProcess.find("keepassxc-cli") else { return nil }
    self.program = program
    path = "\(folder)/items.kdbx"
    environment = ["PATH": "/usr/bin:/bin", "HOME": folder, "XDG_CONFIG_HOME": folder, "LC_ALL": "C.UTF-8"]
    let export = "\(folder)/items.xml"
    try Data(Self.export((0..<items).map(PeerItem.init)).utf8).write(to: URL(filePath: export))
    try ChildProcess.run(
      program, ["import", "-p", "-q", export, path], environment: environment,
      input: "\(Self.passphrase)\n\(Self.passphrase)\n")
  }

  func find(_ item: PeerItem) throws -> String {
    try ChildProcess.run(
      program, ["show", "-q", "-s", "-a", "Password", path, item.service], environment: environment,
      input: Self.passphrase + "\n")
  }

  func add(_ item: PeerItem) throws {
    try ChildProcess.run(
      program, ["add", "-q", "-u", item.account, "-p", path, item.service], environment: environment,
      input: "\(Self.passphrase)\n\(item.secret)\n")
  }

  /// The items in the form that KeePass 2 exports.
  private static func export(_ items: [PeerItem]) -> String {
    let entries = items.map { item in
      let fields = [("Title", item.service), ("UserName", item.account), ("Password", item.secret)]
        .map { "<String><Key>\($0)</Key><Value>\($1)</Value></String>" }.joined()
      return "<Entry><UUID>\(identifier(item.number))</UUID>\(fields)</Entry>"
    }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <KeePassFile><Meta><DatabaseName>items</DatabaseName></Meta><Root>
      <Group><UUID>\(identifier(-1))</UUID><Name>Root</Name>
      \(entries.joined(separator: "\n"))
      </Group></Root></KeePassFile>
      """
  }

  private static func identifier(_ number: Int) -> String {
    let words = [UInt64(1), UInt64(bitPattern: Int64(number)) &+ 2]
    return Data(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } })
      .base64EncodedString()
  }
}
