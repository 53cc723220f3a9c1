import Foundation
import KeychainCrypto
import KeychainKit
import KeychainSchema
import TestSupport

/// A keychain with one item of each class, whose boxes are sealed anew around the fuzzer's bytes: whoever holds the
/// keys may have written anything.
package final class FuzzedKeychain {
  private let folder: TemporaryFolder
  private let keychain: Keychain
  private let keyring: Keyring
  private let file: SQLiteFile
  /// The row that is written.
  private let columns: ItemColumns
  private let originals: (metadata: [UInt8], secret: [UInt8])

  package init() throws {
    folder = try TemporaryFolder(inMemory: true)
    keychain = try Self.filled(in: folder)
    let image = try KeybagImage(parsing: try folder.bytes(of: "test.keychain-db.keybag"))
    let secrets = DeviceSecretFile(folder: TemporaryKeychain.stateFolder(in: folder))
    keyring = try Keyring(
      opening: image, deviceSecret: try secrets.load(for: image.databaseIdentifier),
      limits: TemporaryKeychain.options(in: folder).keyDerivation)
    file = try SQLiteFile(opening: TemporaryKeychain.path(in: folder))
    try file.execute("PRAGMA synchronous = OFF")
    let row = try file.rows("SELECT * FROM item ORDER BY id LIMIT 1").first ?? []
    guard row.count == 17, let columns = ItemColumns(row), case .blob(let metadata) = row[15],
      case .blob(let secret) = row[16]
    else { throw CancellationError() }
    self.columns = columns
    originals = (metadata, secret)
  }

  static func filled(in folder: TemporaryFolder) throws -> Keychain {
    let keychain = try Keychain.create(
      at: TemporaryKeychain.path(in: folder), passphrase: nil, as: Caller(accessGroups: ["team.a"]),
      options: TemporaryKeychain.options(in: folder))
    try keychain.add([
      "class": "genp", "svce": "mail", "acct": "ada", "gena": Data("g".utf8), "labl": "l", "icmt": "c",
      "v_Data": Data("secret".utf8),
    ])
    try keychain.add(["class": "inet", "srvr": "h", "acct": "ada", "port": 7, "sync": true, "v_Data": Data("s".utf8)])
    try keychain.add(["class": "cert", "issr": Data("i".utf8), "slnr": Data([1]), "subj": Data("u".utf8)])
    try keychain.add(["class": "keys", "klbl": Data([1]), "atag": Data("t".utf8), "v_Data": Data("k".utf8)])
    return keychain
  }

  /// What stands in the boxes as they were made, padding and all.
  package func plaintexts() -> (metadata: [UInt8], secret: [UInt8]) {
    func opened(_ box: [UInt8], _ open: (RawSpan, UnsafeMutableRawBufferPointer) -> BoxOutcome) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: Keyring.plaintextByteCount(ofBox: box.count))
      _ = unsafe bytes.withUnsafeMutableBytes { unsafe open(box.span.bytes, $0) }
      return bytes
    }
    return unsafe (
      opened(originals.metadata) { unsafe keyring.openMetadata($0, columns: columns, into: $1) },
      opened(originals.secret) { unsafe keyring.openSecret($0, columns: columns, secretGeneration: 1, into: $1) }
    )
  }

  /// Reads the item with other metadata.
  func read(metadata: [UInt8]) {
    attempt { try write("metadata", try unsafe keyring.sealMetadata(metadata.span.bytes, columns: columns)) }
    use()
    attempt { try write("metadata", originals.metadata) }
  }

  /// How many generic passwords there are with other metadata; nil where a call fails.
  package func itemCount(metadata: [UInt8]) -> Int? {
    var count: Int?
    attempt { try write("metadata", try unsafe keyring.sealMetadata(metadata.span.bytes, columns: columns)) }
    attempt { count = try keychain.items(matching: .all(.genericPassword)).count }
    attempt { try write("metadata", originals.metadata) }
    return count
  }

  /// Reads the item with another secret, of the kind that the first byte says.
  func read(secret: [UInt8]) {
    let kind: BoxKind = secret.first == 3 ? .applicationPassword : .secret
    let content = Array(secret.dropFirst())
    attempt {
      try write(
        "secret", try unsafe keyring.sealSecret(content.span.bytes, columns: columns, secretGeneration: 1, kind: kind))
    }
    use()
    attempt { try write("secret", originals.secret) }
  }

  private func write(_ column: String, _ box: [UInt8]) throws {
    try file.execute("UPDATE item SET \(column) = ?1 WHERE id = \(columns.id)", [.blob(box)])
  }

  private func use() {
    let query: [String: Any] = [
      "class": "genp", "r_Attributes": true, "r_Data": true, "r_PersistentRef": true, "m_Limit": "m_LimitAll",
    ]
    attempt { _ = try keychain.copyMatching(query) }
    attempt { _ = try keychain.items(matching: .genericPassword(service: "mail", account: "ada")) }
    attempt { _ = try keychain.data(for: .genericPassword(service: "mail")) }
  }

  /// Refusals are no findings.
  private func attempt(_ call: () throws -> Void) {
    do { try call() } catch {}
  }
}

extension ItemColumns {
  /// The plain columns of a row of the table.
  fileprivate init?(_ row: [SQLiteValue]) {
    func number(_ place: Int) -> Int64? { if case .integer(let number) = row[place] { number } else { nil } }
    func identifier(_ place: Int) -> Identifier? {
      if case .blob(let bytes) = row[place] { Identifier(bytes) } else { nil }
    }
    guard let id = number(0), let uuid = identifier(1), let identity = identifier(2), let itemClass = number(3),
      let group = number(4), let protection = number(5), let synchronizable = number(6), let tombstone = number(7),
      let generation = number(8), let version = number(9)
    else { return nil }
    self.init(
      id: id, uuid: uuid, identity: identity, itemClass: itemClass, accessGroup: group, protection: protection,
      synchronizable: synchronizable, tombstone: tombstone, generation: generation, termVersion: version,
      terms: [number(10), number(11), number(12), number(13), number(14)])
  }
}
