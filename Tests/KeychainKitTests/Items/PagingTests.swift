import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("items: listing a page at a time") struct PagingTests {
  private static let groups = (0..<5).map { "team.\($0)" }

  private func keychain(_ counts: [Int]) throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(groups: Self.groups)
    let items = zip(Self.groups, counts).flatMap { group, count in
      (0..<count).map {
        (ItemQuery.genericPassword(service: group, account: "\($0)").accessGroup(group), SecretBytes("s"))
      }
    }
    try keychain.keychain.add(items)
    return keychain
  }

  private func names(_ keychain: Keychain, _ body: (Item) throws -> Void = { _ in }) throws -> [String] {
    var names: [String] = []
    try keychain.forEachItem(matching: .all(.genericPassword)) { (item: Item) throws in
      names.append("\(item.service)/\(item.account)")
      try body(item)
    }
    return names
  }

  @Test(arguments: [[0, 0, 0, 0, 0], [1, 0, 0, 0, 1], [199, 200, 201, 0, 400], [0, 600, 0, 1, 0]])
  func `every item of every group comes once, whatever the caller holds`(counts: [Int]) throws {
    let keychain = try keychain(counts)
    for caller in [keychain.caller, Caller(accessGroups: ["*"]), Caller(accessGroups: Self.groups.reversed())] {
      let names = try names(keychain.keychain.with(caller))
      #expect(names.count == counts.reduce(0, +))
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `the body may write, and what was there before still comes once`() throws {
    for caller in [Caller(accessGroups: ["*"]), Caller(accessGroups: Self.groups + ["later"])] {
      let keychain = try keychain([250, 250, 250, 250, 250])
      let open = try keychain.keychain.with(caller)
      let everybody = try keychain.keychain.with(Caller(accessGroups: ["*"]))
      var count = 0
      let names = try names(open) { item in
        count += 1
        guard count % 40 == 1, item.service.hasPrefix("team.") else { return }
        // A group that comes to be while the list is read, wherever its tag puts it among the others.
        try everybody.add(
          ItemQuery.genericPassword(service: "new", account: "\(count)").accessGroup("new.\(count)"),
          secret: SecretBytes("s"))
        try open.update(item.query, .secret(SecretBytes("changed")))
      }
      let before = names.filter { $0.hasPrefix("team.") }
      #expect(before.count == 1_250 && Set(before).count == 1_250)
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `the body may delete what it is handed`() throws {
    let keychain = try keychain([250, 0, 210, 0, 1])
    let open = try keychain.keychain
    let names = try names(open) { item in try open.delete(item.query) }
    #expect(names.count == 461)
    #expect(try open.itemCount() == 0)
  }

  @Test func `what the body throws ends the listing`() throws {
    let keychain = try keychain([250, 0, 0, 0, 0])
    var count = 0
    #expect(throws: CancellationError.self) {
      try keychain.keychain.forEachItem(matching: .all(.genericPassword)) { (_: Item) throws in
        count += 1
        if count == 205 { throw CancellationError() }
      }
    }
    #expect(count == 205)
  }
}
