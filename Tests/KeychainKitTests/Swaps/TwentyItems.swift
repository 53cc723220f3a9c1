import Foundation
import KeychainKit
import TestSupport

/// A keychain file of twenty items of every kind, and copies of it with something changed behind the engine's back.
final class TwentyItems {
  /// What a listing of one class gives, with or without tombstones: each entry as text, by its reference.
  typealias Listing = [String: [String: String]]

  private let original: TemporaryKeychain
  private let image: [UInt8]
  private let keybag: [UInt8]
  /// Device secret and anchor, by their names; every copy gets its own, since copies of a file leave its anchor behind.
  private let state: [String: [UInt8]]
  private var copyCount = 0
  /// The rows as they are, by number; columns in the order of the table.
  let rows: [[SQLiteValue]]
  let listing: Listing

  static let columns = [
    "id", "uuid", "identity", "class", "access_group", "protection", "synchronizable", "tombstone", "generation",
    "terms", "term1", "term2", "term3", "term4", "term5", "metadata", "secret",
  ]

  init() throws {
    original = try TemporaryKeychain(groups: ["team.a", "team.b", "team.c"])
    try Self.fill(try original.keychain)
    listing = try Self.list(try original.keychain)
    original.close()
    rows = try original.database().rows("SELECT * FROM item ORDER BY id")
    image = try original.folder.bytes(of: "test.keychain-db")
    keybag = try original.folder.bytes(of: "test.keychain-db.keybag")
    state = try original.folder.files().filter { $0.key.hasPrefix("state/") }
  }

  private static func fill(_ keychain: Keychain) throws {
    let classes: [ProtectionClass] = [.whenUnlocked, .afterFirstUnlock, .always, .whenUnlockedThisDeviceOnly]
    for number in 0..<20 {
      var item: [String: Any] = ["agrp": ["team.a", "team.b", "team.c"][number % 3], "labl": "label \(number % 4)"]
      item["pdmn"] = classes[number % 4].code
      if number % 5 == 0 { item["pdmn"] = "ck" }
      item["sync"] = number % 5 == 0
      if number % 7 != 6 { item["v_Data"] = Data("secret \(number % 6)".utf8) }
      switch number % 4 {
      case 0: item += ["class": "genp", "svce": "s", "acct": "\(number)", "gena": Data("g".utf8)]
      case 1: item += ["class": "inet", "srvr": "h", "acct": "\(number)", "port": number, "sdmn": "d"]
      case 2: item += ["class": "cert", "issr": Data("i".utf8), "slnr": Data([UInt8(number)]), "subj": Data("u".utf8)]
      default: item += ["class": "keys", "klbl": Data([UInt8(number)]), "atag": Data("t".utf8), "alis": Data("a".utf8)]
      }
      try keychain.add(item)
    }
    // Two of them are tombstones.
    try keychain.delete(["class": "genp", "acct": "0", "sync": true])
    try keychain.delete(["class": "inet", "acct": "5", "sync": true])
  }

  /// Lists every class as a caller who holds every group, with tombstones and without.
  static func list(_ keychain: Keychain) throws -> Listing {
    let everybody = keychain.with(Caller(accessGroups: ["*"]))
    var listing: Listing = [:]
    for itemClass in ["genp", "inet", "cert", "keys"] {
      for tombstones in [false, true] {
        var query: [String: Any] = [
          "class": itemClass, "sync": "syna", "m_Limit": "m_LimitAll", "r_Attributes": true, "r_Data": true,
          "r_PersistentRef": true,
        ]
        if tombstones { query["tomb"] = true }
        listing["\(itemClass) \(tombstones)"] = try entries(query, everybody)
      }
    }
    return listing
  }

  private static func entries(_ query: [String: Any], _ keychain: Keychain) throws -> [String: String] {
    var entries: [String: String] = [:]
    for entry in try found(query, keychain) {
      let reference = (entry["v_PersistentRef"] as? Data)?.base64EncodedString() ?? ""
      entries[reference, default: ""] += entry.map { "\($0)=\(text(of: $1))" }.sorted().joined(separator: "|")
    }
    return entries
  }

  private static func found(
    _ query: [String: Any], _ keychain: Keychain
  ) throws(KeychainError) -> [[String: Any]] {
    do throws(KeychainError) {
      return try keychain.copyMatching(query) as? [[String: Any]] ?? []
    } catch {
      guard case .itemNotFound = error else { throw error }
      return []
    }
  }

  private static func text(of value: Any) -> String {
    (value as? Data)?.base64EncodedString() ?? (value as? Date).map { "\($0.timeIntervalSince1970)" } ?? "\(value)"
  }
}

extension [String: Any] {
  static func += (left: inout Self, right: Self) { left.merge(right) { $1 } }
}

extension TwentyItems {
  /// Something done to the file.
  struct Mutation {
    let name: String
    /// Each a column of a row and its new value.
    var changes: [(id: SQLiteValue, column: String, value: SQLiteValue)]
    /// Whether no query can tell that the row was ever there.
    var hidesRow = false
    /// Whether the values are such that the schema's own checks have to be off.
    var ignoresChecks = false
  }

  /// What came of it, in words; nil where all was as it must be.
  func problem(with mutation: Mutation, quarantines: Bool) throws -> String? {
    copyCount += 1
    let name = "copy-\(copyCount).keychain-db"
    let path = try original.folder.write(image, to: name)
    try original.folder.write(keybag, to: "\(name).keybag")
    let stateFolder = "\(original.folder.path)/state-\(copyCount)"
    try FileManager.default.createDirectory(atPath: stateFolder, withIntermediateDirectories: false)
    for (file, bytes) in state { try original.folder.write(bytes, to: "state-\(copyCount)/\(file.dropFirst(6))") }
    defer { remove(path, stateFolder) }
    try apply(mutation, to: path)

    let options = TemporaryKeychain.options(stateFolder: stateFolder)
    let keychain = try Keychain.open(path, as: original.caller, options: options)
    let found: Listing
    do {
      found = try Self.list(keychain)
    } catch let error as KeychainError {
      // A version, or a key, that nobody knows: the call says so and gives nothing.
      guard error.status == .upgradePending || error.status == .notAvailable else { return "\(error)" }
      return try sumProblem(keychain)
    }
    return try sumProblem(keychain) ?? problem(found, keychain, mutation, quarantines, path)
  }

  /// Whatever else is noticed of a change, the sum of the rows is another one.
  private func sumProblem(_ keychain: Keychain) throws -> String? {
    let alteration = try keychain.verifyState().condition.alteration
    return alteration == .rowsDiffer ? nil : "the sum of the rows does not tell"
  }

  private func problem(
    _ found: Listing, _ keychain: Keychain, _ mutation: Mutation, _ quarantines: Bool, _ path: String
  ) throws -> String? {
    var missing = 0
    for (key, entries) in listing {
      let entriesFound = found[key] ?? [:]
      for (reference, entry) in entriesFound where entries[reference] != entry { return "wrong: \(entry)" }
      missing += entries.count - entriesFound.count
    }
    let expected = mutation.hidesRow ? missing - 1 : missing
    let reported = keychain.unreadableItemCount
    guard reported == expected else { return "\(missing) missing, \(reported) reported" }
    guard quarantines else { return nil }
    try keychain.add(["class": "genp", "acct": "later", "agrp": "team.a"])
    let kept = try SQLiteFile(opening: path).rows("SELECT 1 FROM quarantine").count
    return kept == reported ? nil : "\(reported) reported, \(kept) in quarantine"
  }

  private func apply(_ mutation: Mutation, to path: String) throws {
    let database = try SQLiteFile(opening: path)
    try database.execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN")
    if mutation.ignoresChecks { try database.execute("PRAGMA ignore_check_constraints = ON") }
    for change in mutation.changes {
      try database.execute("UPDATE item SET \(change.column) = ?1 WHERE id = ?2", [change.value, change.id])
    }
    try database.execute("COMMIT")
  }

  private func remove(_ path: String, _ stateFolder: String) {
    for file in ["", "-wal", "-shm", ".lock", ".keybag"].map({ path + $0 }) + [stateFolder] {
      do {
        try FileManager.default.removeItem(atPath: file)
      } catch {
        // Not every copy has each of them, and the folder goes in the end.
      }
    }
  }
}
