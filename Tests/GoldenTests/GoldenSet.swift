import Foundation
import KeychainKit
import KeychainSchema
import TestSupport

/// The files of one version of the formats, as its first build made them: a keychain that is bound to a device, a
/// portable one, and a backup of the first.
struct GoldenSet {
  static let passphrase = SecretBytes("correct horse")
  static let backupPassphrase = SecretBytes("battery staple")
  static let bound = "bound.keychain-db"
  static let portable = "portable.keychain-db"
  static let backup = "bound.backup"
  static let caller = Caller.everyGroup

  let folder: URL

  /// The files, copied to where a test may write.
  static func copied(_ version: String, to folder: TemporaryFolder) throws -> GoldenSet {
    guard let source = Bundle.module.url(forResource: version, withExtension: nil) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let target = URL(filePath: "\(folder.path)/\(version)")
    try FileManager.default.copyItem(at: source, to: target)
    // What a checkout gives to everybody.
    for path in try FileManager.default.subpathsOfDirectory(atPath: target.path(percentEncoded: false)) {
      let file = target.appending(path: path)
      let isFolder = try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
      try FileManager.default.setAttributes(
        [.posixPermissions: isFolder ? 0o700 : 0o600], ofItemAtPath: file.path(percentEncoded: false))
    }
    return GoldenSet(folder: target)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  var options: Keychain.Options { Keychain.Options(stateFolder: path("state")) }

  /// The lines of a file of expected contents.
  func expected(_ name: String) throws -> GoldenContents {
    let text = try String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
    return GoldenContents(lines: text.split(separator: "\n").map(String.init))
  }

  /// The code that stands beside the keychains, as it was printed.
  func recoveryCode(_ name: String) throws -> RecoveryCode {
    let text = try String(contentsOf: folder.appending(path: "\(name).code"), encoding: .utf8)
    return try RecoveryCode(SecretBytes(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}

extension GoldenSet {
  /// Makes a new set, for the version of the formats that this build writes.
  func make() throws {
    try FileManager.default.createDirectory(at: folder.appending(path: "state"), withIntermediateDirectories: true)
    for (name, isPortable) in [(Self.bound, false), (Self.portable, true)] {
      var options = options
      options.isPortable = isPortable
      let keychain = try Keychain.create(
        at: path(name), passphrase: Self.passphrase, as: Self.caller, options: options)
      try fill(keychain, isPortable: isPortable)
      let code = try keychain.addRecoveryCode(authorizedBy: .passphrase(Self.passphrase))
      try write((String(copying: code.text) ?? "") + "\n", to: "\(name).code")
      try write(GoldenContents(of: keychain).lines.map { $0 + "\n" }.joined(), to: "\(name).txt")
      if !isPortable { try keychain.backUp(to: path(Self.backup), passphrase: Self.backupPassphrase) }
      // The lock cuts the log, so that the file alone is the keychain.
      try keychain.lock()
    }
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// Items of every class and every protection, in two groups, with what else a row can hold.
  private func fill(_ keychain: Keychain, isPortable: Bool) throws {
    let classes = ProtectionClass.allCases.filter { !isPortable || !$0.isThisDeviceOnly }
    for (number, protection) in classes.enumerated() {
      let group = number % 2 == 0 ? "golden.one" : "golden.two"
      try keychain.add([
        "class": "genp", "svce": "service \(number)", "acct": "account ü \(number)", "labl": "label", "agrp": group,
        "pdmn": protection.code, "gena": Data([0, 1, 255]), "icmt": "comment", "crtr": number, "invi": true,
        "v_Data": Data("secret \(number)".utf8),
      ])
    }
    try keychain.add([
      "class": "inet", "srvr": "example.org", "acct": "ada", "ptcl": "htps", "port": 8443, "path": "/login",
      "agrp": "golden.one", "v_Data": Data(repeating: 0x5A, count: 5_000),
    ])
    try keychain.add([
      "class": "inet", "srvr": "no secret", "acct": "bob", "agrp": "golden.one", "sync": true,
    ])
    try keychain.add([
      "class": "keys", "kcls": "1", "type": "73", "bsiz": 256, "esiz": 256, "klbl": Data([1, 2, 3]),
      "agrp": "golden.two",
      "atag": Data("tag".utf8), "v_Data": Data(repeating: 7, count: 97),
    ])
    try keychain.add([
      "class": "genp", "svce": "gone", "acct": "eve", "agrp": "golden.one", "sync": true,
      "v_Data": Data("deleted".utf8),
    ])
    try keychain.delete(["class": "genp", "svce": "gone", "agrp": "golden.one", "sync": true])
    try keychain.update(
      ["class": "genp", "svce": "service 0", "agrp": "golden.one"], ["labl": "changed", "v_Data": Data("new".utf8)])
  }
}
