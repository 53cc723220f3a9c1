import Foundation
import KeychainKit
import TestSupport

/// A keychain that is attacked: its files of one moment, and what each of its entries ever said.
package struct AttackedKeychain: Sendable {
  /// By their paths seen from the folder.
  package typealias Files = [String: [UInt8]]

  /// How the last process left it.
  package enum State: Sendable {
    /// In good order, everything in the database.
    case closed
    /// Killed, with its last changes in the log; the anchor is of the newest of them.
    case withLog
  }

  static let passphrase = TestPassphrase.text
  package static let database = "test.keychain-db"
  package static let log = database + "-wal"
  package static let keybag = database + ".keybag"
  static let groups = ["team.a", "team.b", "team.c"]

  package let files: Files
  /// What is found by whoever knows the passphrase.
  let contents: Contents
  /// What the entries said before, too.
  let versions: [Contents]
  /// What SQLite says of the files, untouched.
  let raw: RawLook

  /// Makes one of twenty items, of every class and under every kind of key.
  package init(_ state: State, changes: Int = 4) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let builder = try AttackedKeychainBuilder(in: folder)
    try builder.fill()
    var versions = [try builder.contents()]
    builder.close()
    var files = try folder.files()
    if state == .withLog {
      for number in 0..<changes {
        try builder.change(number)
        versions.append(try builder.contents())
      }
      files = try folder.files()
      builder.close()
      // The anchor that a process writes at its end, or a second later.
      for (name, bytes) in try folder.files() where name.hasPrefix("state/") { files[name] = bytes }
    }
    try self.init(files, versions)
  }

  /// What a builder left, and everything that was found on the way, the newest last.
  init(_ files: Files, _ versions: [Contents]) throws {
    guard let newest = versions.last else { throw CancellationError() }
    contents = newest
    self.versions = versions.dropLast()
    // The next process makes its own.
    self.files = files.filter { !$0.key.hasSuffix("-shm") }
    raw = try RawLook(at: self.files)
  }

  /// The one bag that lies there three times.
  var bag: [UInt8] { files[Self.keybag] ?? [] }

  /// The files with a bag in the place of every copy.
  func files(withBag bag: [UInt8]) throws -> Files {
    var files = files
    files[Self.keybag] = bag
    return try files.changing { try $0.execute("UPDATE keybag SET bag = ?1", [.blob(bag)]) }
  }

  /// Whether a file is of the state folder, which a thief of the database does not have.
  static func isState(_ name: String) -> Bool { name.hasPrefix("state/") }
}

/// Fills a keychain by the same calls each time.
final class AttackedKeychainBuilder {
  private let folder: TemporaryFolder
  private var opened: Keychain?

  init(in folder: TemporaryFolder, passphrase: String? = AttackedKeychain.passphrase, isPortable: Bool = false) throws {
    self.folder = folder
    var options = TemporaryKeychain.options(in: folder)
    options.isPortable = isPortable
    opened = try Keychain.create(
      at: TemporaryKeychain.path(in: folder), passphrase: passphrase.map { SecretBytes($0) },
      as: Caller(accessGroups: AttackedKeychain.groups), options: options)
  }

  var keychain: Keychain {
    get throws(KeychainError) {
      if let opened { return opened }
      let keychain = try Keychain.open(
        TemporaryKeychain.path(in: folder), as: Caller(accessGroups: AttackedKeychain.groups),
        options: TemporaryKeychain.options(in: folder))
      if try keychain.lockState != .noPassphrase {
        try keychain.unlock(passphrase: SecretBytes(AttackedKeychain.passphrase))
      }
      opened = keychain
      return keychain
    }
  }

  func close() {
    opened = nil
  }

  func contents() throws -> Contents {
    let (contents, errors) = Contents.found(in: try keychain, knowing: Contents())
    if let error = errors.first { throw error }
    return contents
  }

  /// Twenty items, of which two become tombstones.
  func fill(isPortable: Bool = false) throws {
    let keychain = try keychain
    let classes = isPortable ? ["ak", "ck", "dk"] : ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]
    for number in 0..<20 {
      let isSynchronizable = number % 5 == 0
      var item: [String: Any] = ["agrp": AttackedKeychain.groups[number % 3], "labl": "label \(number % 4)"]
      item["pdmn"] = isSynchronizable ? "ck" : classes[number % classes.count]
      item["sync"] = isSynchronizable
      // One without a secret, one with a secret that takes pages of its own.
      if number != 6 { item["v_Data"] = Data(String(repeating: "secret \(number)", count: number == 9 ? 900 : 1).utf8) }
      try keychain.add(item.merging(Self.identity(number)) { $1 })
    }
    try keychain.delete(["class": "genp", "acct": "0", "sync": true])
    try keychain.delete(["class": "inet", "acct": "5", "sync": true])
  }

  private static func identity(_ number: Int) -> [String: Any] {
    switch number % 4 {
    case 0: ["class": "genp", "svce": "s", "acct": "\(number)", "gena": Data("g".utf8)]
    case 1: ["class": "inet", "srvr": "h", "acct": "\(number)", "port": number, "sdmn": "d"]
    case 2: ["class": "cert", "issr": Data("i".utf8), "slnr": Data([UInt8(number)]), "subj": Data("u".utf8)]
    default: ["class": "keys", "klbl": Data([UInt8(number)]), "atag": Data("t".utf8), "alis": Data("a".utf8)]
    }
  }

  /// One commit: a secret, a label, an item more, in turn.
  func change(_ number: Int) throws {
    let keychain = try keychain
    switch number % 3 {
    case 0: try keychain.update(Self.generic(4), ["v_Data": Data("changed \(number)".utf8)])
    case 1: try keychain.update(Self.generic(8), ["labl": "changed \(number)"])
    default:
      try keychain.add(["class": "genp", "svce": "later", "acct": "\(number)", "v_Data": Data("later".utf8)])
    }
  }

  private static func generic(_ number: Int) -> [String: Any] {
    ["class": "genp", "svce": "s", "acct": "\(number)"]
  }
}
