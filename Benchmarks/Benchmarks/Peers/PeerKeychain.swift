import Foundation
import KeychainKit
import KeychainPolicy
import KeychainSchema

/// The keychain beside which other stores are held, with the same items; the command `security` finds it too.
final class PeerKeychain {
  private let path: String
  private let options: Keychain.Options
  private let passphrase: SecretBytes?
  private var kept: Keychain?
  /// What the command needs in order to find it.
  let environment: [String: String]

  init(in folder: TemporaryFolder, named name: String, items: Int, passphrase: String? = nil) throws {
    path = folder.file("\(name).keychain-db")
    let state = folder.file("\(name)-state")
    options = Keychain.Options(stateFolder: state)
    environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "KEYCHAIN_PATH": path, "KEYCHAIN_STATE": state]
    self.passphrase = passphrase.map { SecretBytes($0) }
    let keychain = try Keychain.create(at: path, passphrase: self.passphrase, options: options)
    for start in stride(from: 0, to: items, by: Stage.transaction) {
      let numbers = start..<min(start + Stage.transaction, items)
      try keychain.add(numbers.lazy.map { (Self.query($0), SecretBytes(PeerItem(number: $0).secret)) })
    }
    kept = keychain
  }

  static func query(_ number: Int) -> ItemQuery {
    let item = PeerItem(number: number)
    return .genericPassword(service: item.service, account: item.account)
  }

  func close() {
    kept = nil
  }

  /// Nanoseconds for looking up all of the items, each compared afterwards.
  func lookUp(_ items: [PeerItem], _ clock: Clock) throws -> Double {
    guard let keychain = kept else { throw Failure("ours: the keychain is closed") }
    let queries = items.map { Self.query($0.number) }
    var found: [SecretBytes] = []
    found.reserveCapacity(items.count)
    let nanoseconds = try Self.time(clock) { for query in queries { found.append(try keychain.secret(for: query)) } }
    try Self.check(found, items)
    return nanoseconds
  }

  /// Nanoseconds for adding all of the items, a transaction each.
  func add(_ items: [PeerItem], _ clock: Clock) throws -> Double {
    guard let keychain = kept else { throw Failure("ours: the keychain is closed") }
    let additions = items.map { (Self.query($0.number), SecretBytes($0.secret)) }
    return try Self.time(clock) { for (query, secret) in additions { try keychain.add(query, secret: secret) } }
  }

  /// Nanoseconds for opening the file, unlocking it where it has a passphrase, a look-up and closing it, each time.
  func open(_ items: [PeerItem], _ clock: Clock) throws -> Double {
    var found: [SecretBytes] = []
    let nanoseconds = try Self.time(clock) {
      for item in items {
        let keychain = try Keychain.open(path, options: options)
        if let passphrase { try keychain.unlock(passphrase: passphrase) }
        found.append(try keychain.secret(for: Self.query(item.number)))
      }
    }
    try Self.check(found, items)
    return nanoseconds
  }

  private static func time(_ clock: Clock, _ body: () throws -> Void) rethrows -> Double {
    let start = clock.now()
    try body()
    return clock.now() - start
  }

  private static func check(_ found: [SecretBytes], _ items: [PeerItem]) throws {
    for (secret, item) in zip(found, items) {
      try require(secret.isEqual(to: SecretBytes(item.secret)), "ours: another secret than the item was given")
    }
  }
}
