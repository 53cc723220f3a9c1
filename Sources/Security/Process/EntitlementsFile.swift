import Foundation
import Glibc
import KeychainKit

/// The property list of entitlements that a program is run with, as Xcode writes it.
struct EntitlementsFile {
  let path: String

  /// The file that counts: the one that `KEYCHAIN_ENTITLEMENTS` names, else `<executable>.entitlements` beside the
  /// executable, where there is one.
  static func current(environment: (String) -> String? = Self.variable, executable: String? = Self.executable)
    -> EntitlementsFile?
  {
    if let named = environment("KEYCHAIN_ENTITLEMENTS"), !named.isEmpty { return EntitlementsFile(path: named) }
    guard let executable else { return nil }
    let path = executable + ".entitlements"
    return unsafe access(path, F_OK) == 0 ? EntitlementsFile(path: path) : nil
  }

  /// The entitlements in it.
  ///
  /// - Throws: `.unusable` where it cannot be read or is no property list of a dictionary: a program that names its
  ///   entitlements must not run with those of everybody.
  func entitlements() throws(KeychainError) -> Entitlements {
    let contents: Any
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      contents = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    } catch {
      throw .unusable(path: path, reason: "it cannot be read as a property list")
    }
    guard let entries = contents as? [String: Any] else {
      throw .unusable(path: path, reason: "it is no dictionary of entitlements")
    }
    return Entitlements(entries.mapValues { Self.value($0) })
  }

  private static func value(_ value: Any) -> EntitlementValue {
    switch NativeValue(object: value as AnyObject) {
    case .boolean(let flag): .bool(flag)
    case .text(let text): .string(text)
    case .collection: (value as? [String]).map { .strings($0) } ?? .other
    default: .other
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The file of the running program; nil where the system does not say.
  private static var executable: String? {
    do {
      return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    } catch {
      return nil
    }
  }
}
