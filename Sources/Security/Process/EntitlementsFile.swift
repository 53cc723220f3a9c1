import Foundation
import Glibc
package import KeychainKit

/// The property list of entitlements that a program is run with, as Xcode writes it.
package struct EntitlementsFile {
  let path: String

  package init(path: String) {
    self.path = path
  }

  /// The file that counts: the one that `KEYCHAIN_ENTITLEMENTS` names, else `<executable>.entitlements` beside the
  /// executable; nil where there is none.
  ///
  /// - Throws: `.unusable` where that cannot be said. What may be entitled to a group must not run as everybody.
  static func current() throws(KeychainError) -> EntitlementsFile? {
    if let named = unsafe getenv("KEYCHAIN_ENTITLEMENTS"), unsafe named.pointee != 0 {
      return EntitlementsFile(path: unsafe String(cString: named))
    }
    let path = try executable() + ".entitlements"
    var status = stat()
    // The link itself: one that leads nowhere is there, and cannot be read.
    if unsafe lstat(path, &status) == 0 { return EntitlementsFile(path: path) }
    guard errno == ENOENT else { throw .unusable(path: path, reason: "whether it is there cannot be said") }
    return nil
  }

  /// The entitlements in it.
  ///
  /// - Throws: `.unusable` where it cannot be read or is no property list of a dictionary: a program that names its
  ///   entitlements must not run with those of everybody.
  package func entitlements() throws(KeychainError) -> Entitlements {
    let contents: Any
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      // The reader of the binary form ends the process where an object is not what its place wants.
      guard !data.starts(with: Self.binaryHead) else {
        throw KeychainError.unusable(path: path, reason: "it is a property list in binary form, and not in text")
      }
      contents = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    } catch let error as KeychainError {
      throw error
    } catch {
      throw .unusable(path: path, reason: "it cannot be read as a property list")
    }
    guard let entries = contents as? [String: Any] else {
      throw .unusable(path: path, reason: "it is no dictionary of entitlements")
    }
    return Entitlements(entries.mapValues { Self.value($0) })
  }

  /// What the binary form begins with.
  private static let binaryHead = Data("bplist".utf8)

  private static func value(_ value: Any) -> EntitlementValue {
    switch NativeValue(object: value as AnyObject) {
    case .boolean(let flag): .bool(flag)
    case .text(let text): .string(text)
    case .collection(let elements): strings(elements)
    default: .other
    }
  }

  /// An array of text alone; one with anything else in it entitles to nothing.
  private static func strings(_ elements: [NativeValue]) -> EntitlementValue {
    let texts = elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
    return texts.count == elements.count ? .strings(texts) : .other
  }

  /// The file of the running program, or the place it had before an upgrade put another there.
  private static func executable() throws(KeychainError) -> String {
    let link = "/proc/self/exe"
    let path: String
    do {
      path = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    } catch {
      throw .unusable(path: link, reason: "it does not say which program this is")
    }
    return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
  }

  /// What the kernel appends to the name of a file that is gone.
  private static let deleted = " (deleted)"
}
