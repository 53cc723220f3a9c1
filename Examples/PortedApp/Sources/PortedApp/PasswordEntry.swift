import Foundation
import Security

/// What the keychain says of a password without opening it.
struct PasswordEntry {
  let account: String
  let note: String
  let changed: Date

  /// The entry for the attributes of an item; nil where one is missing.
  init?(_ attributes: [String: Any]) {
    guard
      let account = attributes[kSecAttrAccount as String] as? String,
      let changed = attributes[kSecAttrModificationDate as String] as? Date
    else { return nil }
    self.account = account
    self.changed = changed
    note = attributes[kSecAttrComment as String] as? String ?? ""
  }
}
