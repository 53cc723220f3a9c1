import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("items: the typed calls") struct TypedItemTests {
  private static let item = ItemQuery.genericPassword(service: "mail", account: "ada")

  @Test func `upsert adds, then replaces secret and attributes and keeps the rest`() throws {
    let keychain = try TemporaryKeychain()
    let first = try keychain.keychain.upsert(Self.item.label("one").comment("kept"), secret: SecretBytes("1"))
    let second = try keychain.keychain.upsert(Self.item.label("two"), secret: SecretBytes("2"))
    #expect(second.persistentReference == first.persistentReference)
    #expect(second.generation == first.generation + 1)
    let found = try keychain.keychain.item(matching: Self.item)
    #expect(found.label == "two" && found.comment == "kept")
    #expect(found.creationDate == first.creationDate && found.modificationDate > first.modificationDate)
    #expect(try keychain.keychain.secret(for: Self.item).isEqual(to: SecretBytes("2")))
    #expect(try keychain.keychain.itemCount() == 1)
  }

  @Test func `upsert is refused where the item is locked or another's group is named`() throws {
    let keychain = try TemporaryKeychain(passphrase: TestPassphrase.text)
    try keychain.keychain.upsert(Self.item, secret: SecretBytes("1"))
    try keychain.keychain.lock()
    #expect(status { try keychain.keychain.upsert(Self.item, secret: SecretBytes("2")) } == .interactionNotAllowed)
    let elsewhere = Self.item.accessGroup("team.z")
    #expect(status { try keychain.keychain.upsert(elsewhere, secret: SecretBytes("2")) } == .missingEntitlement)
  }

  @Test func `of two threads that swap at once one wins`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add(Self.item, secret: SecretBytes("0"))
    for round in 0..<25 {
      let seen = try keychain.item(matching: Self.item)
      let failures = Threads.run(4) { index, _ in
        try keychain.compareAndSwap(seen, .secret(SecretBytes("\(round) \(index)")))
      }
      #expect(failures.count == 3, "round \(round): \(failures)")
      #expect(try keychain.item(matching: Self.item).generation == seen.generation + 1)
    }
  }

  @Test func `a swap tells changed from gone, and changes nothing then`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let seen = try keychain.add(Self.item, secret: SecretBytes("0"))
    try keychain.update(Self.item, .secret(SecretBytes("1")))
    let changed = failure { () throws(KeychainError) in try keychain.compareAndSwap(seen, .secret(SecretBytes("2"))) }
    guard case .itemChanged? = changed else { Issue.record("another error"); return }
    #expect(try keychain.secretText("mail", "ada") == "1")
    try keychain.delete(Self.item)
    let gone = failure { () throws(KeychainError) in try keychain.compareAndSwap(seen, .secret(SecretBytes("2"))) }
    guard case .itemNotFound? = gone else { Issue.record("another error"); return }
  }

  private func failure(_ call: () throws(KeychainError) -> Void) -> KeychainError? {
    do throws(KeychainError) {
      try call()
      return nil
    } catch {
      return error
    }
  }

  @Test func `no typed call writes fields that need an entitlement the caller has not`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let query = ItemQuery.internetPassword(server: "h", account: "a")
    let item = try keychain.add(query, secret: SecretBytes("s"))
    let before = try FileContent(of: temporary)
    for (attribute, value): (Attribute, AttributeValue) in [
      (.inetExtraNotes, .data([1])), (.plaintextServiceIdentifier, .number(1)), (.sysBound, .number(1)),
      (.sharingGroup, .text("g")),
    ] {
      var changes = ItemChanges()
      changes.attributes[attribute] = value
      let other = ItemQuery.internetPassword(server: "h", account: "b").with(attribute, value)
      #expect(status { try keychain.compareAndSwap(item, changes) } != .success, "swap \(attribute)")
      #expect(status { try keychain.update(query, changes) } != .success, "update \(attribute)")
      #expect(status { try keychain.add(other, secret: SecretBytes("s")) } == .missingEntitlement, "add \(attribute)")
      #expect(status { try keychain.upsert(other, secret: SecretBytes("s")) } == .missingEntitlement)
    }
    #expect(try FileContent(of: temporary) == before)
  }

  // swift-format-ignore
  private static let wrongChanges: [(Attribute, AttributeValue, Status)] = [
    (.accessGroup, .text("team.z"), .missingEntitlement), (.accessGroup, .data([1]), .parameter),
    (.accessible, .text("zz"), .parameter), (.accessible, .number(3), .parameter), (.accessible, .text("f"), .parameter),
    (.tombstone, .number(1), .parameter), (.synchronizable, .number(7), .parameter),
    (.synchronizable, .text("x"), .parameter), (.accessControl, .data([9]), .parameter),
    (.server, .text("h"), .noSuchAttribute), (.creationDate, .text("x"), .parameter),
    (.creationDate, .date(.nan), .parameter), (.account, .null, .parameter), (.account, .boolean(true), .parameter),
    (.multiUser, .data([1]), .parameter), (.isInvisible, .text("1"), .parameter),
  ]

  @Test func `an attribute among the changes is judged as in a dictionary`() throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    let keychain = try temporary.keychain
    let item = try keychain.add(Self.item, secret: SecretBytes("s"))
    let before = try FileContent(of: temporary)
    for (attribute, value, expected) in Self.wrongChanges {
      var changes = ItemChanges()
      changes.attributes[attribute] = value
      #expect(status { try keychain.update(Self.item, changes) } == expected, "\(attribute) = \(value)")
      #expect(status { try keychain.compareAndSwap(item, changes) } == expected, "\(attribute) = \(value)")
    }
    #expect(try FileContent(of: temporary) == before)
    var changes = ItemChanges()
    changes.attributes[.accessGroup] = .text("team.b")
    changes.attributes[.accessible] = .text("ck")
    changes.attributes[.synchronizable] = .number(1)
    try keychain.update(Self.item, changes)
    let moved = try keychain.item(matching: Self.item.accessGroup("team.b").synchronizable(.synchronizable))
    #expect(moved.accessible == .afterFirstUnlock && moved.persistentReference == item.persistentReference)
  }

  @Test func `an attribute of a new item is judged as in a dictionary`() throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    let keychain = try temporary.keychain
    for (attribute, value, expected): (Attribute, AttributeValue, Status) in [
      (.accessGroup, .text("team.z"), .missingEntitlement), (.accessControl, .data([9]), .parameter),
      (.server, .text("h"), .noSuchAttribute), (.account, .null, .parameter), (.comment, .boolean(true), .parameter),
      (.isInvisible, .text("1"), .parameter), (.multiUser, .data([1]), .parameter),
    ] {
      let item = Self.item.with(attribute, value)
      #expect(status { try keychain.add(item, secret: SecretBytes("s")) } == expected, "\(attribute) = \(value)")
      #expect(status { try keychain.upsert(item, secret: SecretBytes("s")) } == expected, "\(attribute) = \(value)")
      #expect(status { try keychain.add([(item, SecretBytes("s"))]) } == expected, "\(attribute) = \(value)")
    }
    #expect(try keychain.itemCount() == 0)
    try keychain.add(Self.item.with(.accessGroup, .text("team.b")), secret: SecretBytes("s"))
    #expect(try keychain.item(matching: Self.item).accessGroup == "team.b")
  }

  @Test func `many at once are all there or none, five hundred at a time`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let items = (0..<1_200).map { (ItemQuery.genericPassword(service: "s", account: "\($0)"), SecretBytes("\($0)")) }
    try keychain.add("s", "777")
    #expect(status { try keychain.add(items) } == .duplicateItem)
    #expect(try keychain.itemCount() == 501, "the first five hundred stay, of the second none")
    #expect(try keychain.contains(.genericPassword(service: "s", account: "499")))
    #expect(try !keychain.contains(.genericPassword(service: "s", account: "500")))
    try keychain.add([(ItemQuery, SecretBytes)]())
    let foreign = [(Self.item, SecretBytes("s")), (Self.item.accessGroup("team.z"), SecretBytes("s"))]
    #expect(status { try keychain.add(foreign) } == .missingEntitlement)
    #expect(try keychain.itemCount() == 501)
  }

  @Test func `an item without a secret has none, and one of no bytes is one`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add(Self.item)
    #expect(status { try keychain.secret(for: Self.item) } == .itemNotFound)
    #expect(try keychain.item(matching: Self.item).account == "ada")
    try keychain.update(Self.item, .secret(SecretBytes("")))
    #expect(try keychain.secret(for: Self.item).count == 0)
    #expect(try keychain.data(for: Self.item).isEmpty)
  }

  @Test func `keychains in memory are each their own`() throws {
    let (first, second) = (try Keychain.inMemory(), try Keychain.inMemory())
    try first.add(Self.item, secret: SecretBytes("1"))
    #expect(try !second.contains(Self.item))
    #expect(first.path == nil)
    #expect(try first.lockState == .noPassphrase)
    #expect(try first.with(Caller(accessGroups: ["default"])).contains(Self.item))
    #expect(try !first.with(Caller(accessGroups: ["other"])).contains(Self.item))
    let failures = Threads.run(4) { index, _ in
      for number in 0..<50 {
        let item = ItemQuery.genericPassword(service: "\(index)", account: "\(number)")
        try first.add(item, secret: SecretBytes("s"))
        _ = try first.secret(for: item)
      }
    }
    #expect(failures == [])
    #expect(try first.items(matching: .all(.genericPassword)).count == 201)
  }

  @Test func `an explanation says who may do what, and by which rule`() throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    let keychain = try temporary.keychain
    let item = try keychain.add(Self.item, secret: SecretBytes("s"))
    #expect(keychain.explain(.read, group: "team.b").isAllowed)
    let denied = keychain.explain(.read, group: "team.z")
    #expect(!denied.isAllowed && denied.status == .missingEntitlement)
    #expect(denied.description.contains("team.z") && denied.description.contains("team.a"))
    #expect(!keychain.explain(.add, group: "com.apple.token").isAllowed)
    for operation: ItemOperation in [.read, .add, .update, .delete] {
      #expect(keychain.explain(operation, item).isAllowed)
      #expect(!keychain.with(Caller(accessGroups: ["team.b"])).explain(operation, item).isAllowed)
      #expect(!keychain.with(Caller(accessGroups: [])).explain(operation, item).isAllowed)
    }
    #expect(!"\(keychain.explain(item))".isEmpty)
  }
}
