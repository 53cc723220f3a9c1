import Foundation
import Glibc
import KeychainKit
import KeychainSchema
import Security
import Synchronization
import TestSupport
import Testing

/// What Apple's own tests of corrupted items see, asked again of this keychain.
///
/// | theirs                  | here                                                                                |
/// |-------------------------|-------------------------------------------------------------------------------------|
/// | secd-03, 04, 05         | one, some and a hundred rows corrupted while ten threads add                        |
/// | si-31, bad, unreadable  | `RecoveryTests`                                                                     |
/// | si-33                   | `BackupStatusTests`: a backup, and what comes back out of it                        |
/// | secd-32                 | `BackupStatusTests`: a bad backup; `ForgedBackupTests`: one with a bad item         |
/// | si-30                   | does not apply: it opens files of earlier systems of theirs, which are no keychains |
/// |                         | here; those of this format's versions are opened by `GoldenTests` and `UpgradeTests` |
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

  /// How far the threads of a test have come.
  private final class Course: Sendable {
    private let ended = Atomic(0)
    private let acknowledged = Atomic(0)
    private let isCorrupted = Atomic(false)

    /// How many adds were told that they are done.
    var acknowledgedCount: Int { acknowledged.load(ordering: .acquiring) }

    func add(ended status: OSStatus) {
      if status == errSecSuccess { acknowledged.add(1, ordering: .acquiringAndReleasing) }
      ended.add(1, ordering: .acquiringAndReleasing)
    }

    func corrupted() { isCorrupted.store(true, ordering: .releasing) }

    func awaitAdds() {
      while ended.load(ordering: .acquiring) < 30 { usleep(100) }
    }

    func awaitCorruption() {
      while !isCorrupted.load(ordering: .acquiring) { usleep(100) }
    }
  }

  /// The add of each thread before which the rows are corrupted at the latest.
  private static let lateAdd = 12

  /// Twenty adds on each of ten threads, and rows corrupted under them: after some of the adds, before others, and in
  /// the middle of the rest.
  ///
  /// - Parameters:
  ///   - ids: of the rows.
  ///   - others: how an add may end beside well.
  ///   - meanwhile: is called on each of the ten threads after each of its adds.
  ///   - then: is called on an eleventh when the rows are corrupted, while the ten go on.
  /// - Returns: what was not as it should be, and how many items were added.
  private func addFromThreads(
    corrupting ids: [Int] = [], accepting others: Set<OSStatus> = [],
    meanwhile: @escaping @Sendable (_ thread: Int, _ number: Int, Threads.Report) -> Void = { _, _, _ in },
    then: @escaping @Sendable (Threads.Report) -> Void = { _ in }
  ) throws -> (failures: [String], addedCount: Int) {
    let keychain = try items.temporary.keychain
    let path = items.temporary.path
    let course = Course()
    let failures = Threads.run(11) { thread, report in
      try ProcessKeychain.withKeychain(keychain) {
        guard thread < 10 else {
          // The others wait for it, whatever happens.
          defer { course.corrupted() }
          course.awaitAdds()
          try Self.corrupt(ids, in: SQLiteFile(opening: path))
          return then(report)
        }
        for number in 0..<20 {
          if number == Self.lateAdd { course.awaitCorruption() }
          let item = Self.internet("members", port: (thread + 1) * 1_000 + number).with(Self.secret)
          let status = SecItemAdd(item as CFDictionary, nil)
          report.expect(status == errSecSuccess || others.contains(status), "\(status)")
          course.add(ended: status)
          meanwhile(thread, number, report)
        }
      }
    }
    return (failures, course.acknowledgedCount)
  }

  /// All at once.
  private static func corrupt(_ ids: [Int], in database: SQLiteFile) throws {
    guard !ids.isEmpty else { return }
    let list = ids.map(String.init).joined(separator: ", ")
    try database.execute("UPDATE item SET metadata = x'12345678', secret = x'12345678' WHERE id IN (\(list))")
  }

  private var members: [CFString: Any] {
    [kSecClass: kSecClassInternetPassword, kSecAttrServer: "members"]
  }

  private static func copyStatus(_ port: Int) -> OSStatus {
    SecItemCopyMatching(internet("corrupt", port: port) as CFDictionary, nil)
  }

  @Test func `one that is corrupted is not found, and nobody else notices`() throws {
    #expect(try items.add(Self.internet("corrupt", port: 80).with(Self.secret)) == .success)
    let (failures, _) = try addFromThreads(
      corrupting: [1],
      meanwhile: { _, number, report in
        let status = Self.copyStatus(80)
        report.expect(
          status == errSecItemNotFound || (status == errSecSuccess && number < Self.lateAdd), "copy: \(status)")
      })
    #expect(failures == [])
    let query: [CFString: Any] = [
      kSecClass: kSecClassInternetPassword, kSecAttrServer: "corrupt", kSecReturnAttributes: true,
    ]
    #expect(try items.status(of: query) == .itemNotFound)
    #expect(try items.accounts(members).count == 200)
  }

  @Test func `an update takes the identity of a corrupted item, and a corrupted item is added again`() throws {
    var references: [Data?] = []
    for port in [80, 81, 82] {
      let added = Self.internet("corrupt", port: port).with(Self.secret).with([kSecReturnPersistentRef: true])
      references.append(try items.addResult(added) as? Data)
    }
    let second = Self.internet("corrupt", port: 81)
    #expect(try items.update(second, [kSecAttrPort: 80]) == .duplicateItem)
    let (failures, _) = try addFromThreads(
      corrupting: [1, 3],
      then: { report in
        func expect(_ status: OSStatus, _ expected: OSStatus) { report.expect(status == expected, "\(status)") }
        let (second, third) = (Self.internet("corrupt", port: 81), Self.internet("corrupt", port: 82))
        expect(SecItemUpdate(second as CFDictionary, [kSecAttrPort: 80] as CFDictionary), errSecSuccess)
        expect(SecItemUpdate(third as CFDictionary, [kSecAttrLabel: "it"] as CFDictionary), errSecItemNotFound)
        expect(SecItemAdd(third.with(Self.secret) as CFDictionary, nil), errSecSuccess)
      })
    #expect(failures == [])
    let found = try items.copy(Self.internet("corrupt", port: 80).with([kSecReturnPersistentRef: true])) as? Data
    #expect(found == references[1])
    #expect(try items.status(of: second) == .itemNotFound)
    #expect(try items.add(Self.internet("corrupt", port: 82).with(Self.secret)) == .duplicateItem)
    #expect(try items.accounts(members).count == 200)
  }

  @Test func `a hundred are not called absent, and are again once the owner has accepted them`() throws {
    for port in 1...100 { #expect(try items.add(Self.internet("corrupt", port: port).with(Self.secret)) == .success) }
    // Up to eight that are missed are called absent, as one is; then the keychain says that it is damaged.
    let (failures, addedCount) = try addFromThreads(
      corrupting: Array(1...100), accepting: [errSecReadOnly],
      meanwhile: { thread, number, report in
        // Another on each thread and after each add, as long as there are others.
        let status = Self.copyStatus(thread * 10 + number % 10 + 1)
        let isExpected = status == errSecItemNotFound || status == errSecNotAvailable
        report.expect(isExpected || (status == errSecSuccess && number < Self.lateAdd), "copy: \(status)")
      })
    #expect(failures == [])
    for port in 1...12 { _ = try items.status(of: Self.internet("corrupt", port: port)) }
    #expect(try items.status(of: Self.internet("corrupt", port: 50)) == .notAvailable)
    #expect(try items.add(Self.internet("members", port: 1).with(Self.secret)) == .readOnly)
    #expect((30..<200).contains(addedCount))
    #expect(try items.accounts(members).count == addedCount, "what was acknowledged can be read all the while")
    #expect(try items.temporary.keychain.acceptQuarantine() == 100)
    #expect(try items.accounts(members).count == addedCount)
    #expect(try items.delete(members) == .success)
    #expect(try addFromThreads() == ([], 200))
    #expect(try items.accounts(members).count == 200)
    for port in 1...100 { #expect(try items.status(of: Self.internet("corrupt", port: port)) == .itemNotFound) }
  }
}
