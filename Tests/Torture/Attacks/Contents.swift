import Foundation
import KeychainKit

/// What whoever holds every group finds in a keychain: each entry's attributes and secret, as text.
struct Contents: Equatable, Sendable {
  /// An item, or a tombstone, by its reference.
  struct Key: Hashable, Sendable {
    let itemClass: String
    let isTombstone: Bool
    let reference: Data

    /// What stands in the column of that name.
    var uuid: [UInt8] { [UInt8](reference.suffix(16)) }
  }

  private(set) var entries: [Key: String] = [:]

  private static let classes = ["genp", "inet", "cert", "keys"]

  /// Lists everything; where a listing fails, each entry that is known is asked for by its reference.
  ///
  /// Gives what was found and every error that was met on the way.
  static func found(in keychain: Keychain, knowing known: Contents) -> (Contents, [KeychainError]) {
    var contents = Contents()
    var errors: [KeychainError] = []
    for itemClass in classes {
      for isTombstone in [false, true] {
        do throws(KeychainError) {
          try contents.list(itemClass, isTombstone, in: keychain)
        } catch {
          errors.append(error)
          errors += contents.lookUp(
            known.entries.keys.filter { $0.itemClass == itemClass && !isTombstone }, in: keychain)
        }
      }
    }
    return (contents, errors)
  }

  private mutating func list(_ itemClass: String, _ isTombstone: Bool, in keychain: Keychain) throws(KeychainError) {
    var query = Self.returned.merging(["class": itemClass, "sync": "syna", "m_Limit": "m_LimitAll"]) { $1 }
    if isTombstone { query["tomb"] = true }
    for entry in try Self.matches(query, in: keychain) { take(entry, itemClass, isTombstone) }
  }

  private mutating func lookUp(_ keys: [Key], in keychain: Keychain) -> [KeychainError] {
    var errors: [KeychainError] = []
    for key in keys where !key.isTombstone {
      do throws(KeychainError) {
        let query = Self.returned.merging(["v_PersistentRef": key.reference]) { $1 }
        for entry in try Self.matches(query, in: keychain) { take(entry, key.itemClass, key.isTombstone) }
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  private mutating func take(_ entry: [String: Any], _ itemClass: String, _ isTombstone: Bool) {
    let reference = entry["v_PersistentRef"] as? Data ?? Data()
    let text = entry.map { "\($0)=\(Self.text(of: $1))" }.sorted().joined(separator: "|")
    // A second entry of one reference would hide the first.
    entries[Key(itemClass: itemClass, isTombstone: isTombstone, reference: reference), default: ""] += text
  }

  private static var returned: [String: Any] { ["r_Attributes": true, "r_Data": true, "r_PersistentRef": true] }

  private static func matches(
    _ query: [String: Any], in keychain: Keychain
  ) throws(KeychainError) -> [[String: Any]] {
    do throws(KeychainError) {
      let found = try keychain.copyMatching(query)
      return found as? [[String: Any]] ?? (found as? [String: Any]).map { [$0] } ?? []
    } catch .itemNotFound {
      return []
    }
  }

  private static func text(of value: Any) -> String {
    (value as? Data)?.base64EncodedString() ?? (value as? Date).map { "\($0.timeIntervalSince1970)" } ?? "\(value)"
  }
}
