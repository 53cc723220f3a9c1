import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("review: access groups, sharing groups and personas") struct GroupTests {
  private static let sharing = Caller(
    entitlements: ["keychain-access-groups": ["a", "b"], "com.apple.private.keychain.kcsharing.client": true])

  @Test func `no sharing group is a sharing group to ask for`() throws {
    let keychain = try Keychain.inMemory(as: Self.sharing)
    try keychain.add("s", "plain")
    try keychain.add(["class": "genp", "svce": "s", "acct": "shared", "ggrp": "family"])
    try keychain.add(["class": "genp", "svce": "s", "acct": "none", "ggrp": ""])
    func accounts(_ more: [String: Any]) throws -> Set<String> {
      let query: [String: Any] = ["class": "genp", "m_Limit": "m_LimitAll", "r_Attributes": true]
      let found = try keychain.copyMatching(query + more) as? [[String: Any]] ?? []
      return Set(found.compactMap { $0["acct"] as? String })
    }
    #expect(try accounts([:]) == ["plain", "shared", "none"])
    #expect(try accounts(["ggrp": "family"]) == ["shared"])
    #expect(try accounts(["ggrp": ""]) == ["plain", "none"])
    #expect(status { try accounts(["ggrp": "others"]) } == .itemNotFound)
    let unprivileged = keychain.with(Caller(accessGroups: ["a", "b"]))
    #expect(status { try unprivileged.copyMatching(["class": "genp", "acct": "shared"]) } == .itemNotFound)
    #expect(status { try unprivileged.delete(["class": "genp", "acct": "shared"]) } == .itemNotFound)
    #expect(status { try unprivileged.copyMatching(["class": "genp", "ggrp": ""]) } == .missingEntitlement)
    #expect(status { try keychain.update(["class": "genp"], ["ggrp": ""]) } == .parameter)
  }

  @Test func `a shared item moves with its group, and goes without a trace`() throws {
    let keychain = try Keychain.inMemory(as: Self.sharing)
    let shared: [String: Any] = ["class": "genp", "acct": "shared", "ggrp": "family"]
    try keychain.add(shared + ["agrp": "a"])
    try keychain.update(shared, ["agrp": "b"])
    #expect(status { try keychain.copyMatching(shared + ["agrp": "a"]) } == .itemNotFound)
    #expect(status { try keychain.copyMatching(shared + ["agrp": "b"]) } == .success)
    #expect(status { try keychain.update(shared, ["sync": true]) } == .parameter)
    try keychain.delete(shared + ["u_Tomb": true])
    #expect(status { try keychain.copyMatching(shared) } == .itemNotFound)
    #expect(status { try keychain.copyMatching(shared + ["tomb": true]) } == .success)
    let unprivileged = keychain.with(Caller(accessGroups: ["a", "b"]))
    #expect(status { try unprivileged.copyMatching(["class": "genp", "tomb": true]) } == .itemNotFound)
  }

  @Test func `a locked item is deleted by name where the persona is named too`() throws {
    let temporary = try TemporaryKeychain(passphrase: "one")
    let keychain = try temporary.keychain
    try keychain.add("s", "a")
    try keychain.lock()
    let query: [String: Any] = ["class": "genp", "svce": "s", "acct": "a", "musr": Data()]
    #expect(status { try keychain.copyMatching(query) } == .interactionNotAllowed)
    #expect(status { try keychain.copyMatching(query + ["acct": "b"]) } == .itemNotFound)
    #expect(status { try keychain.copyMatching(query + ["musr": Data(count: 16)]) } == .itemNotFound)
    #expect(status { try keychain.delete(query) } == .success)
  }

  @Test func `whoever holds every group adds to the first by its letters and writes no token's`() throws {
    let keychain = try Keychain.inMemory(as: Caller(accessGroups: ["*"]))
    try keychain.add("s", "a")
    let query: [String: Any] = ["class": "genp", "svce": "s", "r_Attributes": true]
    #expect((try keychain.copyMatching(query) as? [String: Any])?["agrp"] as? String == "*")
    try keychain.add("s", "b", group: "anything")
    #expect(try keychain.itemCount() == 2)
    #expect(status { try keychain.add("s", "c", group: "com.apple.token") } == .missingEntitlement)
    #expect(status { try keychain.copyMatching(query + ["agrp": "com.apple.token"]) } == .itemNotFound)
    #expect(status { try keychain.update(["class": "genp"], ["agrp": "com.apple.token"]) } == .missingEntitlement)
    #expect(status { try keychain.delete(["class": "genp", "agrp": "com.apple.token"]) } == .missingEntitlement)
    #expect(status { try keychain.delete(["class": "genp"]) } == .success)
    #expect(try keychain.itemCount() == 0)
  }
}
