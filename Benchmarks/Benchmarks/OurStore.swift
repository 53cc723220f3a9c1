import Foundation
import KeychainCrypto
import KeychainKit
import KeychainPolicy
import KeychainSchema

/// The product, through the calls a program makes.
final class OurStore: Store {
  let side = Side.ours
  let rawKeys: RawKeys
  let path: String
  let stateFolder: String
  private let passphrase: SecretBytes?
  var kept: Keychain?
  var added: Keychain?
  var queries: [[String: Any]] = []
  private var typedQueries: [ItemQuery] = []
  var changes: [[String: Any]] = []
  var found: [Any?] = []
  private var foundSecrets: [SecretBytes?] = []
  private var listed: [Any] = []
  private var listedItems: [Item] = []
  private var listedAccounts: [String] = []
  var additions: [[String: Any]] = []
  var typedAdditions: [(ItemQuery, SecretBytes)] = []

  /// - Parameter passphrase: what unlocks it; nil: it opens by itself.
  static func make(in folder: TemporaryFolder, passphrase: SecretBytes? = nil) throws -> OurStore {
    try OurStore(folder.file("ours.keychain-db"), folder.file("state"), passphrase)
  }

  private convenience init(_ path: String, _ stateFolder: String, _ passphrase: SecretBytes?) throws {
    let options = Keychain.Options(stateFolder: stateFolder)
    let keychain = try Keychain.create(at: path, passphrase: passphrase, as: Self.caller(.kept), options: options)
    try self.init(keychain, path, stateFolder, passphrase)
  }

  /// A keychain that is there, without a passphrase.
  convenience init(opening path: String, stateFolder: String) throws {
    let options = Keychain.Options(stateFolder: stateFolder)
    try self.init(Keychain.open(path, as: Self.caller(.kept), options: options), path, stateFolder, nil)
  }

  private init(_ keychain: Keychain, _ path: String, _ stateFolder: String, _ passphrase: SecretBytes?) throws {
    self.path = path
    self.stateFolder = stateFolder
    self.passphrase = passphrase
    guard let keys = keychain.rawKeys(of: .whenUnlocked) else { throw Failure("ours: a new keychain is locked") }
    rawKeys = RawKeys(keys)
    kept = keychain
  }

  /// The same keychain for another thread, with queries and results of its own.
  init(sharing other: OurStore) throws {
    path = other.path
    stateFolder = other.stateFolder
    passphrase = other.passphrase
    rawKeys = other.rawKeys
    kept = try other.keychain(.kept)
  }

  private static func caller(_ group: Group) -> Caller { Caller(accessGroups: ["\(group.name)"]) }

  func keychain(_ group: Group) throws -> Keychain {
    if let open = group == .kept ? kept : added { return open }
    let keychain =
      try kept ?? Keychain(at: path, as: Self.caller(.kept), options: Keychain.Options(stateFolder: stateFolder))
    kept = keychain
    guard group == .added else { return keychain }
    let other = keychain.with(Self.caller(.added))
    added = other
    return other
  }

  func close() {
    kept = nil
    added = nil
  }

  func lock() throws {
    try require(try keychain(.kept).lock(), "ours: there is no passphrase to lock with")
  }

  func unlock() throws {
    guard let passphrase else { throw Failure("ours: there is no passphrase to unlock with") }
    try keychain(.kept).unlock(passphrase: passphrase)
  }
}

extension RawKeys {
  /// The keys as the product hands them out for this purpose.
  init(_ keys: KeychainCrypto.RawKeys) {
    self.init(
      metadataKey: keys.metadataKey, secretKey: keys.secretKey, termKey: keys.termKey,
      recordKey: keys.recordKey, rowKey: keys.rowKey, databaseIdentifier: keys.databaseIdentifier,
      protection: keys.protection, generation: keys.generation)
  }
}

// MARK: - Looking up

extension OurStore {
  static func query(_ batch: ItemBatch, _ index: Int, _ returned: [QueryKey] = []) -> [String: Any] {
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

  func find(_ lookup: Lookup, _ batch: ItemBatch, in group: Group) throws {
    let keychain = try keychain(group)
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

  static func isItem(_ result: Any?, of batch: ItemBatch, _ index: Int, withSecret: Bool) -> Bool {
    guard let item = result as? [String: Any] else { return false }
    let secret = item[QueryKey.valueData.rawValue] as? Data
    return item["acct"] as? String == batch.account(index) && item["svce"] as? String == batch.service(index)
      && item["labl"] as? String == batch.label(index) && item["icmt"] as? String == batch.comment(index)
      && secret == (withSecret ? Data(batch.secret(index)) : nil)
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
    case .typed:
      listedItems = Array(try keychain.items(matching: .all(.genericPassword)))
      // Items decode what they are asked for, and the references keep the account.
      listedAccounts = listedItems.map(\.account)
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
        case .typed: listedAccounts[index] == batch.account(index)
        case .dictionaries: Self.isItem(listed[index], of: batch, index, withSecret: true)
        }
      try require(isRight, "ours: \(listing.rawValue): another answer than the item was given")
    }
  }
}
