import Foundation
import KeychainKit
import KeychainSchema
import TestSupport

/// A keychain with an item of every kind that a backup treats in its own way, seen by its owner.
struct BackupFixture {
  static let passphrase: SecretBytes = "backup words"

  let temporary: TemporaryKeychain

  /// - Parameter isFilled: whether it has the items.
  init(passphrase: String? = nil, isFilled: Bool = true) throws {
    temporary = try TemporaryKeychain(passphrase: passphrase, groups: ["team.a", "team.b", "*"])
    guard isFilled else { return }
    for (query, secret) in Self.items { try keychain.add(query, secret: secret) }
  }

  var keychain: Keychain {
    get throws { try temporary.keychain }
  }

  var backupPath: String { "\(temporary.folder.path)/a.backup" }

  @discardableResult
  func backUp() throws -> BackupManifest {
    try keychain.backUp(to: backupPath, passphrase: Self.passphrase)
  }

  /// Protection classes that travel, and those that stay on a device.
  static let free: [ProtectionClass] = [.whenUnlocked, .afterFirstUnlock, .always]
  static let bound: [ProtectionClass] = free.map(\.boundToDevice)

  static let items: [(ItemQuery, SecretBytes)] = classed + others

  /// One of each protection class.
  private static let classed: [(ItemQuery, SecretBytes)] = (free + bound).map { protection in
    let item = ItemQuery.genericPassword(service: "class", account: protection.code)
    return (item.accessible(protection), SecretBytes("of \(protection.code)"))
  }

  private static let others: [(ItemQuery, SecretBytes)] = [
    (.genericPassword(service: "sync", account: "ada").synchronizable(.synchronizable), "shared"),
    (.genericPassword(service: "group", account: "ada").accessGroup("team.b").label("Ada's"), "in b"),
    (.genericPassword(service: "large", account: "ada"), SecretBytes([UInt8](repeating: 90, count: 50_000))),
    (.genericPassword(service: "empty", account: "ada"), SecretBytes([])),
    (.internetPassword(server: "example.org", account: "ada").comment("a remark"), "net"),
    (.certificate(issuer: Data([1]), serialNumber: Data([2])), SecretBytes([48, 0])),
    (.key(applicationLabel: Data([3])), SecretBytes([4, 5])),
  ]

  /// An empty keychain of another device.
  static func otherDevice() throws -> BackupFixture { try BackupFixture(isFilled: false) }

  /// A new keychain beside this one, with the same state folder.
  func sameDevice(clock: KeychainClock = .system) throws -> Keychain {
    var options = TemporaryKeychain.options(in: temporary.folder)
    options.clock = clock
    return try Keychain.create(
      at: "\(temporary.folder.path)/\(UUID().uuidString).keychain-db", passphrase: nil, as: temporary.caller,
      options: options)
  }
}

extension ProtectionClass {
  /// The same, on this device only.
  var boundToDevice: ProtectionClass {
    switch self {
    case .whenUnlocked: .whenUnlockedThisDeviceOnly
    case .afterFirstUnlock: .afterFirstUnlockThisDeviceOnly
    case .always: .alwaysThisDeviceOnly
    default: self
    }
  }
}

extension Keychain {
  /// Every item as text: its attributes but for those that each write makes anew, its secret, and if asked its
  /// reference.
  func contents(withReferences: Bool = false) throws -> [String] {
    var texts: [String] = []
    for itemClass in ItemClass.allCases {
      for item in try items(matching: .all(itemClass).synchronizable(.any)) {
        let attributes = item.attributes.entries.filter { entry in
          !["sha1", "#hlc", "#sgn"].contains(entry.code.text)
        }
        let secret = try? data(for: item.query)
        let reference = withReferences ? item.persistentReference.base64EncodedString() : ""
        texts.append("\(itemClass) \(attributes) \(secret?.base64EncodedString() ?? "none") \(reference)")
      }
    }
    return texts.sorted()
  }
}
