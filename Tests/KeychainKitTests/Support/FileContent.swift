import TestSupport
import Testing

/// Every row of a keychain file, for holding against the same file later.
struct FileContent: Equatable {
  let tables: [String: [[SQLiteValue]]]

  static let names = ["item", "access_group", "meta", "keybag", "quarantine", "change"]

  init(of path: String) throws {
    let database = try SQLiteFile(opening: path)
    var tables: [String: [[SQLiteValue]]] = [:]
    for name in Self.names { tables[name] = try database.rows("SELECT * FROM \(name) ORDER BY 1") }
    self.tables = tables
  }

  init(of keychain: TemporaryKeychain) throws {
    try self.init(of: keychain.path)
  }

  var keybag: [[SQLiteValue]] { tables["keybag"] ?? [] }
  var items: [[SQLiteValue]] { tables["item"] ?? [] }
}
