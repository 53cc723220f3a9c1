import Foundation
import KeychainSchema
import KeychainStorage
import Synchronization
import TestSupport
import Testing

@testable import KeychainKit

/// A keychain of a few generic passwords, and ways to spoil it.
final class DamageFixture {
  let temporary: TemporaryKeychain
  /// Seconds since 2001, which the keychain takes for now.
  let clock = SettableClock()

  init(passphrase: String? = nil, itemCount: Int = 0) throws {
    temporary = try TemporaryKeychain(passphrase: passphrase)
    for number in 0..<itemCount { try keychain.add("mail", "\(number)", secret: "secret \(number)") }
  }

  var keychain: Keychain {
    get throws(KeychainError) { try temporary.keychain }
  }

  var path: String { temporary.path }

  var options: Keychain.Options {
    var options = TemporaryKeychain.options(in: temporary.folder)
    options.clock = KeychainClock { [clock] in clock.seconds }
    return options
  }

  /// Changes a byte in a column of the first rows.
  func spoil(first count: Int, column: String = "metadata") throws {
    let database = try temporary.database()
    for row in try database.rows("SELECT id, \(column) FROM item ORDER BY id LIMIT \(count)") {
      guard case .blob(var bytes) = row[1] else { continue }
      bytes[bytes.count / 2] ^= 1
      try database.execute("UPDATE item SET \(column) = ?1 WHERE id = ?2", [.blob(bytes), row[0]])
    }
  }

  /// Writes over whole pages of the closed file, and over none of the first that SQLite needs to open it unless asked.
  ///
  /// - Parameter isMeant: asked with the number of each page, from 1 on.
  func overwritePages(_ isMeant: (Int) -> Bool) throws {
    try foldLog()
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    let count = try Int(handle.seekToEnd()) / 4_096
    for page in 1...count where isMeant(page) {
      try handle.seek(toOffset: UInt64(page - 1) * 4_096)
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    }
    try handle.close()
  }

  /// The numbers of the pages that hold rows of items, in the order of the rows.
  func leafPages() throws -> [Int] {
    try foldLog()
    let sql = "SELECT pageno FROM dbstat WHERE name = 'item' AND pagetype = 'leaf' ORDER BY path"
    return try temporary.database().rows(sql).compactMap { row in
      if case .integer(let page) = row[0] { Int(page) } else { nil }
    }
  }

  /// Moves the log into the file behind the keychain's back.
  func foldLog() throws {
    try temporary.database().execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Writes over the whole file, or cuts it to nothing.
  func overwrite(with bytes: [UInt8]) throws {
    temporary.close()
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    try temporary.folder.write(bytes, to: "test.keychain-db")
  }

  /// Repairs the closed keychain.
  @discardableResult
  func repair(passphrase: String? = nil, isTrial: Bool = false) throws(KeychainError) -> SalvageReport {
    temporary.close()
    return try Keychain.repair(
      path, passphrase: passphrase.map { SecretBytes($0) }, isTrial: isTrial, options: options)
  }

  /// Spoils both copies of the key bag in the closed file, and takes away the one beside it.
  func breakKeybags() throws {
    temporary.close()
    try temporary.database().execute("UPDATE keybag SET bag = CAST(x'00' || substr(bag, 2) AS BLOB)")
    try foldLog()
    try FileManager.default.removeItem(atPath: path + ".keybag")
  }

  /// Every file but the lock file, the state folder's, and a log's index and a log with nothing in it, which come and
  /// go with every look.
  func files() throws -> [String: [UInt8]] {
    try temporary.folder.files().filter { name, bytes in
      ![".lock", "-shm"].contains { name.hasSuffix($0) } && !name.hasPrefix("state/")
        && !(name.hasSuffix("-wal") && bytes.isEmpty)
    }
  }

  /// The names of files beside the keychain that begin with its own name and a suffix.
  func names(_ suffix: String) throws -> [String] {
    try temporary.folder.files().keys.filter { $0.hasPrefix("test.keychain-db\(suffix)") }.sorted()
  }

  /// A generic password's row as it stands in the file.
  func rowBytes(_ number: Int) throws -> UndecodableRows.Row {
    let store = try keychain.store
    let row = try store.database.read { session throws(KeychainError) in
      try session.withItem(Int64(number + 1)) { row throws(KeychainError) in store.undecodableRow(row) }
    }
    return try #require(row)
  }

  /// Puts a row into quarantine that opens.
  func quarantine(_ row: UndecodableRows.Row) throws {
    let store = try keychain.store
    try store.write { session throws(KeychainError) in try store.quarantine(row, in: session) }
  }
}

/// A clock that stands still until it is set.
final class SettableClock: Sendable {
  private let value = Mutex(700_000_000.0)

  var seconds: Double {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
