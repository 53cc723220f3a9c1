import Foundation
import KeychainCrypto
import KeychainKit
import KeychainPolicy
import KeychainSchema

/// The product, through the calls a program makes.
final class OurStore: Store {
  let side = Side.ours
  let rawKeys: RawKeys
  private let path: String
  private let options: Keychain.Options
  private var kept: Keychain?
  private var added: Keychain?
  private var queries: [[String: Any]] = []
  private var typedQueries: [ItemQuery] = []
  private var found: [Any?] = []
  private var foundSecrets: [SecretBytes?] = []
  private var listed: [Any] = []
  private var listedItems: [Item] = []
  private var additions: [[String: Any]] = []
  private var typedAdditions: [(ItemQuery, SecretBytes)] = []

  static func make(in folder: TemporaryFolder) throws -> OurStore? {
    try OurStore(folder.file("ours.keychain-db"), Keychain.Options(stateFolder: folder.file("state")))
  }

  private init(_ path: String, _ options: Keychain.Options) throws {
    self.path = path
    self.options = options
    let keychain = try Keychain(at: path, as: Self.caller(.kept), options: options)
    guard let keys = keychain.rawKeys(of: .whenUnlocked) else { throw Failure("ours: a new keychain is locked") }
    rawKeys = RawKeys(keys)
    kept = keychain
  }

  private static func caller(_ group: Group) -> Caller { Caller(accessGroups: ["\(group.name)"]) }

  private func keychain(_ group: Group) throws -> Keychain {
    if let open = group == .kept ? kept : added { return open }
    let keychain = try kept ?? Keychain(at: path, as: Self.caller(.kept), options: options)
    kept = keychain
    guard group == .added else { return keychain }
    let other = keychain.with(Self.caller(.added))
    added = other
    return other
  }

  private func close() {
    kept = nil
    added = nil
  }
}

extension RawKeys {
  /// The keys as the product hands them out for this purpose.
  init(_ keys: KeychainCrypto.RawKeys) {
    self.init(
      metadataKey: keys.metadataKey, secretKey: keys.secretKey, termKey: keys.termKey,
      databaseIdentifier: keys.databaseIdentifier, protection: keys.protection, generation: keys.generation)
  }
}

// MARK: - Looking up

extension OurStore {
  private static func query(_ batch: ItemBatch, _ index: Int, _ returned: [QueryKey]) -> [String: Any] {
    var query: [String: Any] = [
      QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text,
      "svce": batch.service(index),
      "acct": batch.account(index),
    ]
    for key in returned { query[key.rawValue] = true }
    return query
  }

  func prepare(_ lookup: Lookup, _ batch: ItemBatch) {
    if lookup == .dataTyped {
      typedQueries = (0..<batch.count).map {
        .genericPassword(service: batch.service($0), account: batch.account($0))
      }
      if foundSecrets.count != batch.count { foundSecrets = Array(repeating: nil, count: batch.count) }
      return
    }
    let returned: [QueryKey] =
      switch lookup {
      case .data, .dataTyped, .miss: [.returnData]
      case .item: [.returnAttributes, .returnData]
      case .attributes: [.returnAttributes]
      }
    queries = (0..<batch.count).map { Self.query(batch, $0, returned) }
    if found.count != batch.count { found = Array(repeating: nil, count: batch.count) }
  }

  func find(_ lookup: Lookup, _ batch: ItemBatch) throws {
    let keychain = try keychain(.kept)
    switch lookup {
    case .data, .item, .attributes:
      for index in queries.indices { found[index] = try keychain.copyMatching(queries[index]) }
    case .dataTyped:
      for index in typedQueries.indices { foundSecrets[index] = try keychain.secret(for: typedQueries[index]) }
    case .miss:
      for index in queries.indices { found[index] = try missing(queries[index], keychain) }
    }
  }

  private func missing(_ query: [String: Any], _ keychain: Keychain) throws -> Any? {
    do {
      return try keychain.copyMatching(query)
    } catch {
      guard error.status == .itemNotFound else { throw error }
      return nil
    }
  }

  func checkFound(_ lookup: Lookup, _ batch: ItemBatch) throws {
    for index in 0..<batch.count {
      let isRight =
        switch lookup {
        case .data: found[index] as? Data == Data(batch.secret(index))
        case .dataTyped: foundSecrets[index]?.isEqual(to: SecretBytes(batch.secret(index))) == true
        case .item: Self.isItem(found[index], of: batch, index, withSecret: true)
        case .attributes: Self.isItem(found[index], of: batch, index, withSecret: false)
        case .miss: found[index] == nil
        }
      try require(isRight, "ours: \(lookup.rawValue): another answer than the item was given")
    }
  }

  private static func isItem(_ result: Any?, of batch: ItemBatch, _ index: Int, withSecret: Bool) -> Bool {
    guard let item = result as? [String: Any] else { return false }
    let secret = item[QueryKey.valueData.rawValue] as? Data
    return item["acct"] as? String == batch.account(index) && item["svce"] as? String == batch.service(index)
      && item["labl"] as? String == batch.service(index) && secret == (withSecret ? Data(batch.secret(index)) : nil)
  }
}

// MARK: - Listing

extension OurStore {
  private static func listQuery(_ returned: [QueryKey]) -> [String: Any] {
    var query: [String: Any] = [
      QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text,
      QueryKey.matchLimit.rawValue: QueryValue.limitAll,
    ]
    for key in returned { query[key.rawValue] = true }
    return query
  }

  func list(_ listing: Listing, count: Int) throws {
    let keychain = try keychain(.kept)
    switch listing {
    case .data: listed = try keychain.copyMatching(Self.listQuery([.returnData])) as? [Any] ?? []
    case .dictionaries:
      listed = try keychain.copyMatching(Self.listQuery([.returnAttributes, .returnData])) as? [Any] ?? []
    case .typed: listedItems = Array(try keychain.items(matching: .all(.genericPassword)))
    }
  }

  func checkListed(_ listing: Listing, count: Int) throws {
    let batch = ItemBatch(Array(0..<count))
    let listedCount = listing == .typed ? listedItems.count : listed.count
    try require(listedCount == count, "ours: \(listing.rawValue): \(listedCount) of \(count)")
    for index in 0..<count {
      let isRight =
        switch listing {
        case .data: listed[index] as? Data == Data(batch.secret(index))
        case .typed: listedItems[index].account == batch.account(index)
        case .dictionaries: Self.isItem(listed[index], of: batch, index, withSecret: true)
        }
      try require(isRight, "ours: \(listing.rawValue): another answer than the item was given")
    }
  }
}

// MARK: - Adding

extension OurStore {
  func prepareToAdd(_ batch: ItemBatch) {
    additions = (0..<batch.count).map { index in
      [
        QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text,
        "svce": batch.service(index),
        "acct": batch.account(index),
        "labl": batch.service(index),
        "gena": Data(batch.generic(index)),
        QueryKey.valueData.rawValue: Data(batch.secret(index)),
      ]
    }
    typedAdditions = (0..<batch.count).map { index in
      let item = ItemQuery.genericPassword(service: batch.service(index), account: batch.account(index))
        .label(batch.service(index)).generic(Data(batch.generic(index)))
      return (item, SecretBytes(batch.secret(index)))
    }
  }

  func add(_ batch: ItemBatch, to group: Group) throws {
    try keychain(group).add(typedAdditions)
  }

  func addDurably(_ index: Int, of batch: ItemBatch, to group: Group) throws {
    try keychain(group).add(additions[index])
  }

  func eraseAdded() throws {
    try keychain(.added).delete([QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text])
  }

  func fileByteCount() throws -> Int {
    // Closing brings everything into the file.
    close()
    return try byteCount(ofFile: path)
  }
}

// MARK: - Against the raw reference

extension OurStore {
  /// The raw reference must read every row of ours, and we must read a row of its.
  func checkAgainstRaw(in folder: TemporaryFolder, items: Int) throws {
    // Makes the row of the other group, whose name only the product can seal.
    let first = ItemBatch([Stage.firstForeign])
    prepareToAdd(first)
    try addDurably(0, of: first, to: .added)
    try eraseAdded()
    close()

    let foreign = ItemBatch([Stage.firstForeign + 1])
    do {
      let raw = try RawStore(opening: path, keys: rawKeys)
      try Stage.check(raw, items: items)
      try raw.checkThatRowsAreAlike(ItemBatch(Array(0..<min(items, Stage.transaction))))
      try raw.checkThatChangesAreNoticed()
      raw.prepareToAdd(foreign)
      try raw.addDurably(0, of: foreign, to: .added)
    }
    let query = Self.query(foreign, 0, [.returnAttributes, .returnData])
    let found = try keychain(.added).copyMatching(query)
    try require(
      Self.isItem(found, of: foreign, 0, withSecret: true), "ours: a row of the raw reference reads otherwise")
    try eraseAdded()
  }
}

/// The product's sealing, without a database.
final class OurSealing: Sealing {
  let side = Side.ours
  let rawKeys: RawKeys
  let uuid: [UInt8]
  private let keyring: Keyring
  private let columns: ItemColumns
  private var plain: [UInt8] = []
  private var plainData = Data()
  private var box: [UInt8] = []
  private var boxData = Data()
  private var opened: [UInt8] = []
  private var outcome = BoxOutcome.undecodable

  static func make(in folder: TemporaryFolder) throws -> OurSealing? {
    let database = RandomBytes.identifier()
    let secret = try DeviceSecretFile(folder: folder.file("sealing-state")).make(for: database)
    let made = try Keyring.make(database: database, deviceSecret: secret, passphrase: nil, limits: .standard)
    return try OurSealing(made.keyring)
  }

  private init(_ keyring: Keyring) throws {
    self.keyring = keyring
    guard let keys = keyring.rawKeys(of: .whenUnlocked) else { throw Failure("ours: a new keyring is locked") }
    rawKeys = RawKeys(keys)
    let identifier = RandomBytes.identifier()
    uuid = identifier.bytes
    columns = ItemColumns(
      id: 0, uuid: identifier, identity: .zero, itemClass: Int64(ItemClass.genericPassword.rawValue), accessGroup: 0,
      protection: Int64(ProtectionClass.whenUnlocked.rawValue), synchronizable: 0, tombstone: 0, generation: 1,
      termVersion: Int64(ItemClass.currentTermVersion), terms: [nil, nil, nil, nil, nil])
  }

  func prepare(_ bytes: [UInt8]) throws {
    plain = bytes
    plainData = Data(bytes)
    opened = Array(repeating: 0, count: bytes.count + Int(Self.roomForTag))
    try seal(times: 1)
  }

  /// Openings may use as much memory as the box has without its header and nonce.
  private static let roomForTag = 16

  func seal(times: Int) throws {
    let plain = plain
    for _ in 0..<times {
      box = try unsafe keyring.sealSecret(plain.span.bytes, columns: columns, secretGeneration: 1)
    }
  }

  func sealData(times: Int) throws {
    let plainData = plainData
    for _ in 0..<times {
      boxData = Data(try keyring.sealSecret(plainData.bytes, columns: columns, secretGeneration: 1))
    }
  }

  func open(times: Int) throws {
    let box = box
    for _ in 0..<times {
      outcome = unsafe opened.withUnsafeMutableBytes { opened in
        unsafe keyring.openSecret(box.span.bytes, columns: columns, secretGeneration: 1, into: opened)
      }
    }
  }

  func check() throws {
    if !boxData.isEmpty { box = Array(boxData) }
    try open(times: 1)
    guard case .opened(let count) = outcome, count == plain.count, opened.starts(with: plain) else {
      throw Failure("ours: a box opened to something else")
    }
  }

  /// Either side must open what the other sealed.
  func check(against raw: RawSealing) throws {
    let bytes = [UInt8](repeating: 0x5A, count: 100)
    try prepare(bytes)
    try raw.prepare(bytes)
    let foreign = raw.sealedBox
    try raw.checkOpens(box)
    box = foreign
    try check()
  }
}
