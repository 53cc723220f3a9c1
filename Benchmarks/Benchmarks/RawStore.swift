import CRawReference
import KeychainSchema

/// The least C in the product's format.
///
/// The C connection is used by this thread alone; the pointers in items and groups lead to static memory and to the
/// batch, which outlives each call.
@safe
final class RawStore: Store {
  let side = Side.raw
  let path: String
  let database: OpaquePointer
  private var groups: [raw_group] = unsafe []
  var items: [raw_item] = unsafe []
  private var found: [Found] = []
  var listed: [raw_listed] = []
  private var listedCount = 0
  var hitCounts: [Int] = []

  /// Makes a database of its own at `path`.
  convenience init(
    making path: String, keys: RawKeys, ddl: String = Migration.all.map(\.sql).joined()
  ) throws {
    var keys = keys.cKeys
    try unsafe self.init(path, raw_create(path, ddl, &keys))
  }

  /// Opens the database that is at `path`.
  convenience init(opening path: String, keys: RawKeys) throws {
    var keys = keys.cKeys
    try unsafe self.init(path, raw_open(path, &keys))
  }

  /// Opens the product's keychain by its key bag.
  convenience init(opening path: String, stateFolder: String, passphrase: [UInt8]? = nil) throws {
    var none = raw_keys()
    let opened = unsafe raw_open(path, &none)
    guard let opened = unsafe opened, unsafe Self.unlock(opened, stateFolder, passphrase) else {
      throw Failure("raw: \(path) did not unlock")
    }
    try unsafe self.init(path, opened)
  }

  private static func unlock(_ database: OpaquePointer, _ stateFolder: String, _ passphrase: [UInt8]?) -> Bool {
    guard let passphrase else { return unsafe raw_unlock(database, stateFolder, nil) }
    // The pointer is used for the time of the call.
    return unsafe passphrase.withUnsafeBufferPointer { passphrase in
      var bytes = unsafe raw_bytes(bytes: passphrase.baseAddress, count: passphrase.count)
      return unsafe raw_unlock(database, stateFolder, &bytes)
    }
  }

  /// Derives the keys from the key bag once more.
  func unlock(stateFolder: String, passphrase: [UInt8]) throws {
    try call("unlock", unsafe Self.unlock(database, stateFolder, passphrase))
  }

  private init(_ path: String, _ opened: OpaquePointer?) throws {
    guard let database = unsafe opened else { throw Failure("raw: \(path) did not open") }
    self.path = path
    unsafe self.database = database
    for group in [Group.kept, .added] {
      let name = unsafe raw_bytes(bytes: group.name.utf8Start, count: group.name.utf8CodeUnitCount)
      var row = unsafe raw_group()
      try call("group", unsafe raw_find_group(database, name, &row))
      unsafe groups.append(row)
    }
  }

  deinit {
    unsafe raw_close(database)
  }

  func call(_ what: String, _ succeeded: Bool) throws(Failure) {
    guard !succeeded else { return }
    throw unsafe Failure("raw: \(what): \(String(cString: raw_message(database)))")
  }

  func row(of group: Group) -> raw_group { unsafe groups[group.rawValue - 1] }
}

extension RawStore {
  func prepare(_ lookup: Lookup, _ batch: ItemBatch) {
    unsafe items = (0..<batch.count).map { unsafe batch.rawItem($0) }
    found = Array(repeating: Found(), count: batch.count)
  }

  func find(_ lookup: Lookup, _ batch: ItemBatch, in group: Group) {
    var group = unsafe row(of: group)
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(RAW_SECRET_LIMIT)) { secret in
      guard let secret = secret.baseAddress else { return }
      for index in found.indices { unsafe find(lookup, &group, secret, at: index) }
    }
  }

  private func find(_ lookup: Lookup, _ group: inout raw_group, _ secret: UnsafeMutablePointer<UInt8>, at index: Int) {
    var attributes = unsafe raw_attributes()
    let length: Int
    switch lookup {
    case .data, .dataTyped, .miss: length = unsafe raw_lookup_secret(database, &group, &items[index], secret)
    case .attributes: length = unsafe raw_lookup_attributes(database, &group, &items[index], &attributes)
    case .item: length = unsafe raw_lookup_item(database, &group, &items[index], &attributes, secret)
    }
    found[index].length = length
    unsafe Found.keep(secret, length, in: &found[index].secret)
    unsafe Found.keep(attributes.account.bytes, attributes.account.count, in: &found[index].account)
  }

  func checkFound(_ lookup: Lookup, _ batch: ItemBatch) throws {
    for index in found.indices { try found[index].check(lookup, batch, index, side: side) }
  }

  func list(_ listing: Listing, count: Int) {
    var group = unsafe row(of: .kept)
    // One more than there must be, so that one too many is noticed.
    if listed.count != count + 1 { listed = Array(repeating: raw_listed(), count: count + 1) }
    listedCount = unsafe raw_list(database, &group, listing.opensSecrets, &listed, listed.count)
  }

  func checkListed(_ listing: Listing, count: Int) throws {
    try require(listedCount == count, "raw: \(listing.rawValue): \(listedCount) of \(count)")
    let batch = ItemBatch(Array(0..<count))
    for index in 0..<count {
      try requireEqual(listed[index].account, batch.account(index).utf8, "raw: \(listing.rawValue)")
      guard listing.opensSecrets else { continue }
      try requireEqual(listed[index].secret, batch.secret(index), "raw: \(listing.rawValue)")
    }
  }
}

extension RawStore {
  func prepareToAdd(_ batch: ItemBatch) {
    unsafe items = (0..<batch.count).map { unsafe batch.rawItem($0) }
  }

  func add(_ batch: ItemBatch, to group: Group) throws {
    try call("begin", unsafe raw_begin(database))
    for index in 0..<batch.count { try addDurably(index, of: batch, to: group) }
    try call("commit", unsafe raw_commit(database))
  }

  func addDurably(_ index: Int, of batch: ItemBatch, to group: Group) throws {
    var group = unsafe row(of: group)
    try call("add", unsafe raw_add(database, &group, &items[index]))
  }

  func eraseAdded() throws {
    var group = unsafe row(of: .added)
    try call("erase", unsafe raw_delete(database, &group, nil) >= 0)
  }

  func fileByteCount() throws -> Int {
    try call("checkpoint", unsafe raw_truncate_log(database))
    return try byteCount(ofFile: path)
  }

  /// The rows of the batch must be what this side would have written: the same tags, the same sealed bytes.
  func checkThatRowsAreAlike(_ batch: ItemBatch, in group: Group, generation: Int64 = 1) throws {
    var group = unsafe row(of: group)
    for index in 0..<batch.count {
      var item = unsafe batch.rawItem(index)
      try require(
        unsafe raw_writes_alike(database, &group, &item, generation),
        "raw: a row is not what this side writes for its item")
    }
  }

  /// Changes each column and each byte of a row in turn: every change must be noticed when the row is opened.
  func checkThatChangesAreNoticed() throws {
    var group = unsafe row(of: .kept)
    if let unnoticed = unsafe raw_unnoticed_change(database, &group) {
      throw unsafe Failure("raw: a change goes unnoticed: \(String(cString: unnoticed))")
    }
    try require(unsafe raw_is_intact(database), "raw: the file is not intact")
  }
}

extension RawKeys {
  /// The keys as the C reference takes them.
  var cKeys: raw_keys {
    var keys = raw_keys()
    // The C arrays are as long as the keys, and one byte longer than the longest code.
    unsafe withUnsafeMutableBytes(of: &keys.metadata_key) { unsafe $0.copyBytes(from: metadataKey) }
    unsafe withUnsafeMutableBytes(of: &keys.secret_key) { unsafe $0.copyBytes(from: secretKey) }
    unsafe withUnsafeMutableBytes(of: &keys.term_key) { unsafe $0.copyBytes(from: termKey) }
    unsafe withUnsafeMutableBytes(of: &keys.record_key) { unsafe $0.copyBytes(from: recordKey) }
    unsafe withUnsafeMutableBytes(of: &keys.row_key) { unsafe $0.copyBytes(from: rowKey) }
    unsafe withUnsafeMutableBytes(of: &keys.database_identifier) { unsafe $0.copyBytes(from: databaseIdentifier.bytes) }
    unsafe withUnsafeMutableBytes(of: &keys.accessible) { unsafe $0.copyBytes(from: protection.code.utf8) }
    keys.protection = protection.rawValue
    keys.generation = generation
    return keys
  }
}
