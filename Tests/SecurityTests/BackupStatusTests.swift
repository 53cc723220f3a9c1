import Foundation
import KeychainKit
import KeychainSchema
import Security
import TestSupport
import Testing

/// The statuses of calls before and after a backup is taken back.
@Suite("SecItem: backups") struct BackupStatusTests {
  private let items: SecItemFixture
  private let backup: String
  private static let passphrase: SecretBytes = "of the backup"
  private static var accessibilities: [CFString] {
    [
      kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
  }

  init() throws {
    items = try SecItemFixture()
    backup = "\(items.temporary.folder.path)/a.backup"
    for (number, accessibility) in Self.accessibilities.enumerated() {
      let more: [CFString: Any] = [kSecAttrAccessible: accessibility, kSecValueData: Data("secret \(number)".utf8)]
      #expect(try items.add(.password("\(number)").with(more)) == .success)
    }
    try owner.backUp(to: backup, passphrase: Self.passphrase)
  }

  private var owner: Keychain {
    get throws { try items.temporary.keychain.with(.everyGroup) }
  }

  private func content(_ number: Int) throws -> [String: String] {
    let query: [CFString: Any] = [
      kSecReturnData: true, kSecReturnAttributes: true, kSecReturnPersistentRef: true,
    ]
    let found = try items.copy(.password("\(number)").with(query)) as? [String: Any]
    // Each write makes the digest anew, and the access control is an object that says no more than `pdmn`.
    return (found ?? [:]).filter { !["sha1", "accc"].contains($0.key) }.mapValues { "\($0)" }
  }

  @Test func `what was deleted comes back as it was, and is a duplicate again`() throws {
    let before = try Self.accessibilities.indices.map { try content($0) }
    #expect(try items.delete(.passwords) == .success)
    #expect(try items.status(of: .passwords) == .itemNotFound)
    #expect(try items.add(.password("new").with([kSecValueData: Data()])) == .success)
    let report = try owner.restore(from: backup, passphrase: Self.passphrase)
    #expect(report.count(of: .added) == before.count)
    for (number, content) in before.enumerated() { #expect(try self.content(number) == content) }
    #expect(try items.add(.password("0").with([kSecValueData: Data()])) == .duplicateItem)
    #expect(try items.accounts(.passwords) == ["0", "1", "2", "3", "new"], "what is not in it stays")
  }

  @Test func `a backup that is bad is refused whole, and every call answers as before`() throws {
    let folder = items.temporary.folder
    let good = try folder.bytes(of: "a.backup")
    var changed = good
    changed[good.count / 2] ^= 1
    #expect(try items.delete(.password("1")) == .success)
    let before = try items.accounts(.passwords)
    for bad in [changed, Array(good.dropLast(100)), Array("bplist00 of another system".utf8), []] {
      let path = try folder.write(bad, to: "bad.backup")
      #expect(status { try owner.restore(from: path, passphrase: Self.passphrase) } == .decode)
      #expect(try items.accounts(.passwords) == before)
      #expect(try items.add(.password("0").with([kSecValueData: Data()])) == .duplicateItem)
      #expect(try items.status(of: .password("1")) == .itemNotFound)
      #expect(try content(2)[kSecValueData as String] == "\(Data("secret 2".utf8))")
    }
    #expect(try items.temporary.keychain.condition.isSound)
    #expect(try owner.restore(from: backup, passphrase: Self.passphrase).count(of: .added) == 1)
  }
}
