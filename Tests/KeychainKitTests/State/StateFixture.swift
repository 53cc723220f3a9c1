import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// A keychain of a few items, and its files put away and put back, anchors included.
final class StateFixture {
  /// The files of one moment, by their paths seen from the folder.
  typealias Image = [String: [UInt8]]

  let temporary: TemporaryKeychain

  init(
    passphrase: String? = nil, itemCount: Int = 0, groups: [String] = ["team.a", "team.b"], inMemory: Bool = false
  ) throws {
    temporary = try TemporaryKeychain(
      passphrase: passphrase, groups: groups, comparesRows: false, inMemory: inMemory)
    for number in 0..<itemCount { try keychain.add("mail", "\(number)", secret: "secret \(number)") }
  }

  var keychain: Keychain {
    get throws { try temporary.keychain }
  }

  var anchorName: String {
    get throws {
      let name = try temporary.folder.files().keys.first { $0.hasSuffix(".anchor") }
      return try #require(name)
    }
  }

  /// The epoch in the anchor's file.
  var anchoredEpoch: UInt64 {
    get throws {
      try temporary.folder.bytes(of: anchorName)[24..<32].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// Closes the keychain and reads every file.
  func close() throws -> Image {
    temporary.close()
    return try temporary.folder.files()
  }

  /// Puts files back as they were; what is not in the image goes, where it is the database's.
  func restore(_ image: Image, _ isRestored: (String) -> Bool = { _ in true }) throws {
    temporary.close()
    let names = Set(try temporary.folder.files().keys).union(image.keys)
    for name in names where isRestored(name) {
      let path = "\(temporary.folder.path)/\(name)"
      guard let bytes = image[name] else {
        try FileManager.default.removeItem(atPath: path)
        continue
      }
      try temporary.folder.write(bytes, to: name)
    }
  }

  /// Whether a name is of the database, its log or its key bag, and not of the state folder.
  static func isDatabase(_ name: String) -> Bool { !name.hasPrefix("state/") && !name.hasSuffix(".lock") }

  /// Runs SQL behind the engine's back.
  func execute(_ sql: String, _ values: [SQLiteValue] = []) throws {
    let database = try temporary.database()
    try database.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    try database.execute(sql, values)
  }
}
