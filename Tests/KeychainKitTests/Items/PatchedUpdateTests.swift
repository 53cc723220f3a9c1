import Foundation
import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@testable import KeychainKit

@Suite("update: a new secret for many items, and beside other attributes") struct PatchedUpdateTests {
  private static func secret(_ text: String) -> [String: Any] { ["v_Data": Data(text.utf8)] }

  /// Every secret of the class, as text.
  private func secrets(_ keychain: Keychain, _ itemClass: String) throws -> Set<String> {
    let found = try keychain.copyMatching(["class": itemClass, "r_Data": true, "m_Limit": "m_LimitAll"])
    return Set(try #require(found as? [Data]).map { String(decoding: $0, as: UTF8.self) })
  }

  /// The only item.
  private func stored(in store: Store) throws -> StoredItem {
    let state = try store.database.read { session throws(KeychainError) in
      try session.withItem(1) { row throws(KeychainError) in try store.wholeState(of: row) }
    }
    guard case .opened(let stored) = state else { throw KeychainError.itemNotFound }
    return stored
  }

  @Test func `more items than an update keeps in memory are all changed, once each`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add(
      (0..<1_100).map { number in
        var item = ItemQuery(.items(.genericPassword))
        item.attributes[.service] = .text("mail")
        item.attributes[.account] = .text("\(number)")
        return (item, "old")
      })
    try keychain.update(["class": "genp"], Self.secret("new").merging(["labl": "all"]) { $1 })
    #expect(try secrets(keychain, "genp") == ["new"])
    let labelled = try keychain.copyMatching(["class": "genp", "labl": "all", "r_Data": true, "m_Limit": "m_LimitAll"])
    #expect((labelled as? [Data])?.count == 1_100)
    let generations = try temporary.database().rows("SELECT DISTINCT generation FROM item")
    #expect(generations.count == 1)
    #expect(try keychain.verify().items.inconsistentCount == 0)
    #expect(try keychain.verifyState().condition.isSound)
  }

  @Test func `a key is found by the label that came with its new bytes, and no more by the old one`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let key: [String: Any] = ["class": "keys", "kcls": "2", "klbl": Data("id".utf8), "labl": "old", "alis": Data([1])]
    try keychain.add(key.merging(Self.secret("old")) { $1 })
    try keychain.update(
      ["class": "keys", "klbl": Data("id".utf8)], Self.secret("new").merging(["labl": "new", "alis": Data([2])]) { $1 })
    #expect(try secrets(keychain, "keys") == ["new"])
    for (code, old, new) in [("labl", "old" as Any, "new" as Any), ("alis", Data([1]), Data([2]))] {
      #expect(status { try keychain.copyMatching(["class": "keys", code: new]) } == .success, "\(code)")
      #expect(status { try keychain.copyMatching(["class": "keys", code: old]) } == .itemNotFound, "\(code)")
    }
    #expect(try keychain.verify().items.inconsistentCount == 0)
  }

  @Test func `an item that was written in the future of the clock is later still`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let store = keychain.store
    let future = Int64(0x7000) << 48
    try keychain.add(["class": "genp", "svce": "mail", "acct": "ada", "v_Data": Data("old".utf8)])
    let stored = try stored(in: store)
    var content = stored.content
    // A newer version's, which comes before the clock among the records.
    content.attributes["#aaa"] = .number(1)
    try store.write { session throws(KeychainError) in
      let sealed = try store.sealer.seal(
        content, uuid: stored.columns.uuid, generation: 2, clock: future, replacing: stored)
      var columns = sealed.columns
      columns.id = stored.columns.id
      try storage { () throws(StorageError) in
        try unsafe session.updateItem(
          columns, metadata: sealed.metadata.span.bytes, secret: .replace(sealed.secret?.span.bytes))
      }
    }
    try keychain.update(["class": "genp"], Self.secret("new"))
    #expect(try self.stored(in: store).clock == future + 1)
  }

  @Test func `attributes of just 1 MiB are taken by an add and by an update, and a byte more by neither`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    func comment(_ byteCount: Int) -> [String: Any] { ["icmt": String(repeating: "c", count: byteCount)] }
    func status(ofAdding byteCount: Int) throws -> Status {
      let item: [String: Any] = ["class": "genp", "svce": "mail", "v_Data": Data("s".utf8)]
      let status = TestSupport.status { try keychain.add(item.merging(comment(byteCount)) { $1 }) }
      if status == .success { try keychain.delete(["class": "genp"]) }
      return status
    }
    func boxByteCount() throws -> Int64 {
      guard case .integer(let count)? = try temporary.database().value("SELECT length(metadata) FROM item") else {
        return 0
      }
      return count
    }

    // The most that an add takes, found by halving.
    var (taken, refused) = (RecordCoding.metadataLimit - 1_024, RecordCoding.metadataLimit)
    while refused - taken > 1 {
      let middle = (taken + refused) / 2
      if try status(ofAdding: middle) == .success { taken = middle } else { refused = middle }
    }
    #expect(try status(ofAdding: refused) == .parameter)

    try keychain.add(["class": "genp", "svce": "mail", "v_Data": Data("s".utf8)])
    let changing = { (byteCount: Int) in
      let changes = comment(byteCount).merging(Self.secret("new")) { $1 }
      return TestSupport.status { try keychain.update(["class": "genp"], changes) }
    }
    #expect(changing(refused) == .parameter)
    // Head, nonce and tag are 48 bytes; the padding of a whole multiple is a whole step.
    #expect(changing(taken - 1) == .success)
    #expect(try boxByteCount() == Int64(RecordCoding.metadataLimit + 48))
    #expect(changing(taken) == .success)
    #expect(try boxByteCount() == Int64(RecordCoding.metadataLimit + 32 + 48))
  }
}
