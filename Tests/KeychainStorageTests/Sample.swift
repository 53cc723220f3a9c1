import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

/// What a test puts into a database: random bytes in the shape of what the upper rooms write.
enum Sample {
  static func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { bytes += identifier().bytes }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  static func identifier() -> Identifier {
    Identifier(first: .random(in: 1 ... .max), second: .random(in: 1 ... .max))
  }

  /// A bag of 1,264 bytes; all that the storage knows of one is where its generation stands.
  static func keybag(generation: UInt64 = 1) -> [UInt8] {
    var bag = bytes(1_264)
    for index in 0..<8 { bag[24 + index] = UInt8(truncatingIfNeeded: generation >> (8 * index)) }
    return bag
  }

  /// A sealed box's head: version, algorithm, protection, kind, key generation; then noise.
  static func metadata(protection: ProtectionClass = .whenUnlocked, keyGeneration: UInt32 = 1) -> [UInt8] {
    let generation = (0..<4).map { UInt8(truncatingIfNeeded: keyGeneration >> (8 * $0)) }
    return [1, 1, protection.rawValue, 0] + generation + bytes(136)
  }

  static func columns(
    itemClass: ItemClass = .genericPassword, group: Int64 = 1, protection: ProtectionClass = .whenUnlocked,
    terms: InlineArray<5, Int64?> = [11, 12, 13, 14, nil]
  ) -> ItemColumns {
    ItemColumns(
      id: 0, uuid: identifier(), identity: identifier(), itemClass: Int64(itemClass.rawValue), accessGroup: group,
      protection: Int64(protection.rawValue), synchronizable: 0, tombstone: 0, generation: 1, termVersion: 1,
      terms: terms)
  }
}

/// A keychain's database in a folder of its own, with the access groups 1 to 3.
struct TemporaryDatabase {
  let folder: TemporaryFolder
  let path: String
  let database: Database

  init(identifier: Identifier = Sample.identifier(), keybag: [UInt8] = Sample.keybag()) throws {
    folder = try TemporaryFolder()
    path = folder / "test.keychain-db"
    try #require(try Database.create(path, databaseIdentifier: identifier, keybag: keybag))
    database = try Database(opening: path)
    try database.write { session throws(StorageError) in
      for tag: Int64 in 1...3 { try session.insertAccessGroup(tag: tag, name: [UInt8(tag)]) }
    }
  }

  /// Another value on the same file, as another process has it.
  func other() throws -> Database {
    try Database(opening: path)
  }
}

extension Database {
  /// Inserts one row and gives its number.
  @discardableResult
  func insert(
    _ columns: ItemColumns = Sample.columns(), metadata: [UInt8] = Sample.metadata(), secret: [UInt8]? = nil
  ) throws(StorageError) -> Int64 {
    try write { session throws(StorageError) in try session.insert(columns, metadata: metadata, secret: secret) }
  }

  /// The numbers of a selection's rows.
  func ids(_ selection: ItemSelection, limit: Int = .max) throws(StorageError) -> [Int64] {
    try read { session throws(StorageError) in
      var ids: [Int64] = []
      try session.forEachItem(selection, limit: limit) { row throws(StorageError) in
        ids.append(row.columns.id)
        return .next
      }
      return ids
    }
  }
}

extension WriteSession {
  @discardableResult
  func insert(_ columns: ItemColumns, metadata: [UInt8], secret: [UInt8]? = nil) throws(StorageError) -> Int64 {
    guard let secret else { return try unsafe insertItem(columns, metadata: metadata.span.bytes, secret: nil) }
    return try unsafe insertItem(columns, metadata: metadata.span.bytes, secret: secret.span.bytes)
  }

  /// `secret` is kept where none is named; `.some(nil)` takes it away.
  func update(
    _ columns: ItemColumns, replacing current: ItemColumns? = nil, marked mark: RowMark? = nil, metadata: [UInt8],
    secret: [UInt8]?? = nil
  ) throws(StorageError) {
    switch secret {
    case nil:
      try unsafe updateItem(
        columns, replacing: current, marked: mark, metadata: metadata.span.bytes, secret: .keep)
    case .some(nil):
      try unsafe updateItem(
        columns, replacing: current, marked: mark, metadata: metadata.span.bytes, secret: .replace(nil))
    case .some(.some(let secret)):
      try unsafe updateItem(
        columns, replacing: current, marked: mark, metadata: metadata.span.bytes,
        secret: .replace(secret.span.bytes))
    }
  }
}

extension [UInt8] {
  /// Nil for no span.
  init?(_ span: RawSpan?) {
    guard let span else { return nil }
    self.init(span)
  }

  init(_ span: RawSpan) {
    self = span.byteOffsets.map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
  }
}
