/// The fixed statements: transactions and every table but `item`.
enum TableSQL: UInt32, CaseIterable {
  case begin = 1
  case commit
  case rollBack
  case dataVersion
  case keybag
  case keybagGeneration
  case setKeybag
  case meta
  case setMeta
  case removeMeta
  case accessGroups
  case accessGroup
  case insertAccessGroup
  case insertQuarantine
  case countQuarantine
  case countUnacceptedQuarantine
  case acceptQuarantine
  case insertChange
  case changes
  case removeChange
  case quarantineDigests
  case changeOfItem
  case itemRows
  case accessGroupRows
  case changeRows
  case quarantineRows
  case acceptQuarantined
  case removeQuarantined
  case itemFrom
  case accessGroupName
  case setAccessGroup
  case beginReading

  /// Where a connection keeps it; the topmost bit parts it from the statements about items.
  var key: UInt32 { 0x8000_0000 | rawValue }

  // In the order of their definition, which is the order of row bytes.
  private var changeColumns: String { "sequence, class, uuid, operation, generation, identity, at, row" }
  private var quarantineColumns: String { "id, digest, uuid, at, why, accepted, row" }

  /// A page of a whole table.
  private func rows(_ table: String, _ columns: String, by number: String) -> String {
    "SELECT \(columns) FROM \(table) WHERE \(number) >= ?1 ORDER BY \(number) LIMIT ?2"
  }

  var text: String {
    switch self {
    case .begin: "BEGIN IMMEDIATE"
    case .beginReading: "BEGIN"
    case .commit: "COMMIT"
    case .rollBack: "ROLLBACK"
    case .dataVersion: "PRAGMA data_version"
    case .keybag: "SELECT bag FROM keybag ORDER BY copy"
    // Bytes 24 to 31 of a bag; SQL counts from 1.
    case .keybagGeneration: "SELECT substr(bag, 25, 8) FROM keybag WHERE copy = 0"
    case .setKeybag: "INSERT INTO keybag(copy, bag) VALUES(?1, ?2) ON CONFLICT(copy) DO UPDATE SET bag = ?2"
    case .meta: "SELECT value FROM meta WHERE key = ?1"
    case .setMeta: "INSERT INTO meta(key, value) VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE SET value = ?2"
    case .removeMeta: "DELETE FROM meta WHERE key = ?1"
    case .accessGroups: "SELECT tag, name FROM access_group ORDER BY tag"
    case .accessGroup: "SELECT 1 FROM access_group WHERE tag = ?1"
    case .insertAccessGroup: "INSERT INTO access_group(tag, name) VALUES(?1, ?2) ON CONFLICT(tag) DO NOTHING"
    case .insertQuarantine:
      """
      INSERT INTO quarantine(digest, uuid, at, why, accepted, row) VALUES(?1, ?2, ?3, ?4, 0, ?5)
      ON CONFLICT(digest) DO NOTHING
      """
    case .quarantineDigests: "SELECT digest FROM quarantine"
    case .countQuarantine: "SELECT count(*) FROM quarantine"
    case .countUnacceptedQuarantine: "SELECT count(*) FROM quarantine WHERE accepted = 0"
    case .acceptQuarantine: "UPDATE quarantine SET accepted = 1 WHERE accepted = 0 RETURNING \(quarantineColumns)"
    case .accessGroupName: "SELECT tag, name FROM access_group WHERE tag = ?1"
    case .setAccessGroup: "UPDATE access_group SET name = ?2 WHERE tag = ?1"
    case .itemFrom: "SELECT id FROM item WHERE id >= ?1 ORDER BY id LIMIT 1"
    case .acceptQuarantined:
      "UPDATE quarantine SET accepted = 1 WHERE id = ?1 AND accepted = 0 RETURNING \(quarantineColumns)"
    case .removeQuarantined: "DELETE FROM quarantine WHERE id = ?1 RETURNING \(quarantineColumns)"
    // An item has one change to send, its newest; replacing gives it a new place in the order.
    case .insertChange:
      """
      REPLACE INTO change(class, uuid, operation, generation, identity, at, row)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
    case .changes:
      """
      SELECT \(changeColumns)
      FROM change
      WHERE sequence > ?1
      ORDER BY sequence
      LIMIT ?2
      """
    case .removeChange: "DELETE FROM change WHERE sequence = ?1 RETURNING \(changeColumns)"
    case .changeOfItem: "SELECT \(changeColumns) FROM change WHERE uuid = ?1"
    case .itemRows: rows("item", ItemSQL.columns.joined(separator: ", "), by: "id")
    case .accessGroupRows: rows("access_group", "tag, name", by: "tag")
    case .changeRows: rows("change", changeColumns, by: "sequence")
    case .quarantineRows: rows("quarantine", quarantineColumns, by: "id")
    }
  }
}
