import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("review: attributes of typed queries that have a place of their own") struct TypedQueryTests {
  private let keychain: Keychain
  private let item = ItemQuery.genericPassword(service: "mail", account: "ada")

  init() throws {
    keychain = try Keychain.inMemory(as: Caller(accessGroups: ["a", "b"]))
  }

  @Test func `what names a group, a protection class or sync is not passed over by an add`() throws {
    let added = try keychain.add(
      item.with(.accessGroup, .text("b")).with(.accessible, .text("ck")).with(.synchronizable, .number(1)))
    #expect(added.accessGroup == "b")
    #expect(added.accessible == .afterFirstUnlock)
    #expect(added.isSynchronizable)
    #expect(status { try keychain.item(matching: item) } == .itemNotFound)
    #expect(status { try keychain.item(matching: item.with(.synchronizable, .number(1))) } == .success)
    #expect(status { try keychain.item(matching: item.with(.synchronizable, .text("syna"))) } == .success)
    let sync = item.synchronizable(.synchronizable)
    #expect(status { try keychain.item(matching: sync.with(.accessible, .text("ck"))) } == .success)
    #expect(status { try keychain.item(matching: sync.with(.accessible, .text("ak"))) } == .itemNotFound)
    #expect(status { try keychain.item(matching: sync.with(.accessGroup, .text("a"))) } == .itemNotFound)
    #expect(status { try keychain.item(matching: sync.with(.accessGroup, .text("c"))) } == .missingEntitlement)
    let taken = sync.with(.accessible, .text("ak")).with(.accessible, nil).with(.accessGroup, .text("a"))
    #expect(status { try keychain.item(matching: taken.with(.accessGroup, nil)) } == .success)
  }

  @Test(arguments: [
    (Attribute.accessible, AttributeValue.text("zz")), (.accessible, .text("f")), (.accessible, .number(1)),
    (.synchronizable, .text("yes")), (.synchronizable, .number(2)), (.accessGroup, .number(1)),
    (.tombstone, .number(1)),
    (.accessControl, .data([1])),
  ])
  func `an add refuses a value that has no meaning there`(attribute: Attribute, value: AttributeValue) throws {
    #expect(status { try keychain.add(item.with(attribute, value)) } == .parameter)
    #expect(try keychain.itemCount() == 0)
  }
}
