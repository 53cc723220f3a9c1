import Foundation
import KeychainSchema
import Security
import Testing

@Suite("SecItem: tombstones") struct TombstoneTests {
  private let item = [CFString: Any].password("a")
  private var tombstone: [CFString: Any] { item.with([kSecAttrTombstone: true]) }

  @Test func `an add can make one, which only a query for tombstones sees`() throws {
    let items = try SecItemFixture()
    let given: [CFString: Any] = [kSecValueData: Data("secret".utf8), kSecAttrLabel: "label"]
    #expect(try items.add(tombstone.with(given)) == .success)
    #expect(try items.status(of: item) == .itemNotFound)
    let both: [CFString: Any] = [kSecReturnAttributes: true, kSecReturnData: true]
    let found = try #require(try items.copy(tombstone.with(both)) as? [String: Any])
    #expect(found["tomb"] as? Int == 1)
    #expect(found["acct"] as? String == "a")
    #expect(found["labl"] == nil)
    #expect(found["v_Data"] == nil)
    #expect(try items.delete(tombstone) == .success)
    #expect(try items.status(of: tombstone) == .itemNotFound)
  }

  @Test func `it takes the place of another tombstone, and not of an item`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(tombstone) == .success)
    #expect(try items.add(tombstone) == .success)
    #expect(try items.add(item) == .success)
    #expect(try items.status(of: tombstone) == .itemNotFound)
    #expect(try items.add(tombstone) == .duplicateItem)
    #expect(try items.status(of: item) == .success)
  }

  @Test func `an update makes none`() throws {
    let items = try SecItemFixture()
    #expect(try items.add(item) == .success)
    #expect(try items.update(item, [kSecAttrTombstone: true]) == .parameter)
    #expect(try items.update(item, [kSecAttrTombstone: false]) == .success)
    #expect(try items.status(of: item) == .success)
  }

  @Test(arguments: [false, true]) func `a delete leaves one as the query says`(isSynchronizable: Bool) throws {
    for (flag, isLeft) in [(nil, isSynchronizable), (true, true), (false, false)] as [(Bool?, Bool)] {
      let items = try SecItemFixture()
      let sync: [CFString: Any] = [kSecAttrSynchronizable: isSynchronizable]
      #expect(try items.add(item.with(sync)) == .success)
      let use: [CFString: Any] = flag.map { [kSecUseTombstones: $0] } ?? [:]
      #expect(try items.delete(item.with(sync).with(use)) == .success)
      #expect(try items.status(of: item.with(sync)) == .itemNotFound)
      #expect((try items.status(of: tombstone.with(sync)) == .success) == isLeft, "\(String(describing: flag))")
    }
  }
}
