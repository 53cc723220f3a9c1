import Foundation
import KeychainKit
import TestSupport

/// A keychain with a passphrase and items that ask for a person.
enum ConstrainedItem {
  static let passphrase = TestPassphrase.text
  static var query: [String: Any] { ["class": "genp", "svce": "s", "acct": "a"] }
  static let typed = ItemQuery.genericPassword(service: "s", account: "a")

  static func control(
    _ flags: AccessControlFlags, _ protection: ProtectionClass = .whenUnlocked
  ) throws -> AccessControl {
    try AccessControl(protection: protection, flags: flags)
  }

  /// A keychain whose one item has these flags.
  static func keychain(
    _ flags: AccessControlFlags, passphrase: String? = passphrase, protection: ProtectionClass = .whenUnlocked
  ) throws -> TemporaryKeychain {
    let temporary = try TemporaryKeychain(passphrase: passphrase)
    try temporary.keychain.add(query + ["accc": try control(flags, protection), "v_Data": Data("secret".utf8)])
    return temporary
  }

  /// Every call that asks, and how it ended.
  static func calls(_ keychain: Keychain, _ more: [String: Any] = [:]) -> [(name: String, status: Status)] {
    let query = query + more
    var changes = ItemChanges()
    changes.comment = "changed"
    return [
      ("copy", status { try keychain.copyMatching(query) }),
      ("copy data", status { try keychain.copyMatching(query + ["r_Data": true]) }),
      ("copy attributes", status { try keychain.copyMatching(query + ["r_Attributes": true]) }),
      ("copy reference", status { try keychain.copyMatching(query + ["r_PersistentRef": true]) }),
      ("copy all", status { try keychain.copyMatching(query + ["m_Limit": "m_LimitAll"]) }),
      ("update", status { try keychain.update(query, ["labl": "l"]) }),
      ("secret", status { try keychain.secret(for: typed) }),
      ("data", status { try keychain.data(for: typed) }),
      ("item", status { try keychain.item(matching: typed) }),
      ("items", status { try keychain.items(matching: typed) }),
      ("contains", status { try keychain.contains(typed) }),
      ("typed update", status { try keychain.update(typed, changes) }),
      ("upsert", status { try keychain.upsert(typed, secret: "secret") }),
    ]
  }
}
