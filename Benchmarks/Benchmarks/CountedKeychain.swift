import Foundation
import KeychainKit
import KeychainPolicy
import KeychainSchema

/// A keychain of 1,000 items to count on: made anew for each call, at a fixed time.
final class CountedKeychain {
  static let items = 1_000
  /// Items of one label.
  static let itemsOfShelf = 10

  private let path: String
  private let options: Keychain.Options
  private var open: Keychain?

  init(in folder: TemporaryFolder, named name: String) throws {
    path = folder.file("\(name).keychain-db")
    var options = Keychain.Options(stateFolder: folder.file("state"))
    options.clock = KeychainClock { 800_000_000 }
    self.options = options
    let keychain = try Keychain(at: path, as: Self.caller, options: options)
    try keychain.add((0..<Self.items).lazy.map { (Self.item($0), Self.secret($0)) })
    open = keychain
  }

  private static let caller = Caller(accessGroups: ["com.example.app"])

  /// The keychain, opened where it is not.
  func keychain() throws -> Keychain {
    if let open { return open }
    let keychain = try Keychain.open(path, as: Self.caller, options: options)
    open = keychain
    return keychain
  }

  /// The same keychain for a program with a group of its own, in which nothing is yet.
  func keychainOfBatch() throws -> Keychain {
    try keychain().with(Caller(accessGroups: ["com.example.batch"]))
  }

  func close() {
    open = nil
  }
}

// MARK: - Items by number

extension CountedKeychain {
  private static func text(_ number: Int) -> String { String(format: "%07d", number) }

  static func service(_ number: Int) -> String { "svc-\(text(number)).example.com" }

  static func account(_ number: Int) -> String { "user\(text(number))@example.com" }

  static func label(_ number: Int) -> String { "shelf-\(number / itemsOfShelf)" }

  static func comment(_ number: Int) -> String { "comment \(text(number))" }

  static func secret(_ number: Int) -> SecretBytes { SecretBytes(secretText(number)) }

  static func secretText(_ number: Int) -> String { "secret \(text(number)) of thirty-two b." }

  static func data(_ number: Int) -> Data { Data(secretText(number).utf8) }

  /// The item by its primary key.
  static func key(_ number: Int) -> ItemQuery {
    .genericPassword(service: service(number), account: account(number))
  }

  static func item(_ number: Int) -> ItemQuery {
    key(number).label(label(number)).comment(comment(number)).generic(Data(account(number).utf8))
  }

  /// A dictionary that asks for one item.
  static func query(_ number: Int, _ returned: QueryKey...) -> [String: Any] {
    var query: [String: Any] = [
      QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text,
      "svce": service(number), "acct": account(number),
    ]
    for key in returned { query[key.rawValue] = true }
    return query
  }

  /// A dictionary that asks for all items.
  static func listing(_ returned: QueryKey...) -> [String: Any] {
    var query: [String: Any] = [
      QueryKey.itemClass.rawValue: ItemClass.genericPassword.code.text,
      QueryKey.matchLimit.rawValue: QueryValue.limitAll,
    ]
    for key in returned { query[key.rawValue] = true }
    return query
  }
}
