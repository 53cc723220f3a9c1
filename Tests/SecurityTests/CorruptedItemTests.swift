import Foundation
import KeychainKit
import KeychainSchema
import Security
import TestSupport
import Testing

/// What Apple's own tests of corrupted items see, asked again of this keychain.
@Suite("SecItem: corrupted items") struct CorruptedItemTests {
  private let items: SecItemFixture

  init() throws {
    items = try SecItemFixture()
  }

  private static func internet(_ server: String, port: Int) -> [CFString: Any] {
    [
      kSecClass: kSecClassInternetPassword, kSecAttrServer: server, kSecAttrAccount: "smith", kSecAttrPort: port,
      kSecAttrProtocol: kSecAttrProtocolHTTP, kSecAttrAuthenticationType: kSecAttrAuthenticationTypeDefault,
    ]
  }

  private static var secret: [CFString: Any] { [kSecValueData: Data("test".utf8)] }

  private func corrupt(_ ids: some Sequence<Int>) throws {
    let database = try items.temporary.database()
    for id in ids {
      try database.execute(
        "UPDATE item SET metadata = x'12345678', secret = x'12345678' WHERE id = ?1", [.integer(Int64(id))])
    }
  }

  /// Twenty adds on each of ten threads; how they ended.
  private func addFromThreads() throws -> [String] {
    let keychain = try items.temporary.keychain
    return Threads.run(10) { thread, report in
      ProcessKeychain.withKeychain(keychain) {
        for number in 0..<20 {
          let item = Self.internet("members", port: (thread + 1) * 1_000 + number).with(Self.secret)
          let status = SecItemAdd(item as CFDictionary, nil)
          report.expect(status == errSecSuccess, "\(status)")
        }
      }
    }
  }

  @Test func `one that is corrupted is not found, and nobody else notices`() throws {
    #expect(try items.add(Self.internet("corrupt", port: 80).with(Self.secret)) == .success)
    try corrupt([1])
    #expect(try addFromThreads() == [])
    let query: [CFString: Any] = [
      kSecClass: kSecClassInternetPassword, kSecAttrServer: "corrupt", kSecReturnAttributes: true,
    ]
    #expect(try items.status(of: query) == .itemNotFound)
  }

  @Test func `an update takes the identity of a corrupted item, and a corrupted item is added again`() throws {
    var references: [Data?] = []
    for port in [80, 81, 82] {
      let added = Self.internet("corrupt", port: port).with(Self.secret).with([kSecReturnPersistentRef: true])
      references.append(try items.addResult(added) as? Data)
    }
    let second = Self.internet("corrupt", port: 81)
    #expect(try items.update(second, [kSecAttrPort: 80]) == .duplicateItem)
    try corrupt([1, 3])
    #expect(try items.update(second, [kSecAttrPort: 80]) == .success)
    let found = try items.copy(Self.internet("corrupt", port: 80).with([kSecReturnPersistentRef: true])) as? Data
    #expect(found == references[1])
    let third = Self.internet("corrupt", port: 82)
    #expect(try items.update(third, [kSecAttrLabel: "the third"]) == .itemNotFound)
    #expect(try items.add(third.with(Self.secret)) == .success)
  }

  @Test func `a hundred are not called absent, and are again once the owner has accepted them`() throws {
    for port in 1...100 { #expect(try items.add(Self.internet("corrupt", port: port).with(Self.secret)) == .success) }
    try corrupt(1...100)
    for port in 1...12 { _ = try items.status(of: Self.internet("corrupt", port: port)) }
    #expect(try items.status(of: Self.internet("corrupt", port: 50)) == .notAvailable)
    #expect(try items.add(Self.internet("members", port: 1).with(Self.secret)) == .readOnly)
    #expect(try items.temporary.keychain.acceptQuarantine() == 100)
    #expect(try addFromThreads() == [])
    for port in 1...100 { #expect(try items.status(of: Self.internet("corrupt", port: port)) == .itemNotFound) }
  }
}
