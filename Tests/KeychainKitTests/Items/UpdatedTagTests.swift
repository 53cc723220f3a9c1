import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// An update makes only those tags anew whose attributes it changes: the others must be right all the same.
@Suite("updating: by what an item is found afterwards") struct UpdatedTagTests {
  private static var item: [String: Any] {
    [
      "class": "genp", "svce": "mail", "acct": "ada", "labl": "label", "gena": Data("generic".utf8),
      "icmt": "comment",
    ]
  }

  private static let values: [String: any Sendable] = ["agrp": "team.b", "pdmn": "ck", "gena": Data("new".utf8)]

  @Test(arguments: ["svce", "acct", "labl", "icmt", "agrp", "pdmn", "desc", "gena"], [false, true])
  func `it is found by its new value and by all the others, and no more by the old one`(
    code: String, isSecretChanged: Bool
  ) throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    let keychain = try temporary.keychain
    try keychain.add(Self.item + ["agrp": "team.a", "v_Data": Data("s".utf8)])
    let value: Any = Self.values[code] ?? "new"
    let secret: [String: Any] = isSecretChanged ? ["v_Data": Data("new".utf8)] : [:]
    try keychain.update(["class": "genp", "svce": "mail"], [code: value].merging(secret) { $1 })
    let found = try keychain.copyMatching(["class": "genp", "r_Data": true])
    #expect(found as? Data == Data((isSecretChanged ? "new" : "s").utf8))
    #expect(try keychain.verify().items.inconsistentCount == 0)
    #expect(try keychain.verifyState().condition.isSound)
    for (key, before) in Self.item where key != "class" {
      let now = key == code ? value : before
      #expect(status { try keychain.copyMatching(["class": "genp", key: now]) } == .success, "\(key)")
    }
    #expect(status { try keychain.copyMatching(["class": "genp", code: value]) } == .success)
    if let before = Self.item[code] {
      #expect(status { try keychain.copyMatching(["class": "genp", code: before]) } == .itemNotFound)
    }
    let isSame = ["labl", "icmt", "gena", "desc", "pdmn"].contains(code)
    let again = status { try keychain.add(Self.item + ["agrp": "team.a"]) }
    #expect(again == (isSame ? .duplicateItem : .success), "its identity is what it is now")
  }

  @Test func `several updates, one after the other, leave the tags that all of them make`() throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    try keychain.add(Self.item)
    for round in 0..<5 {
      try keychain.update(["class": "genp"], ["acct": "ada \(round)", "labl": "label \(round)"])
      try keychain.update(["class": "genp"], ["svce": "mail \(round)", "v_Data": Data("s \(round)".utf8)])
      #expect(try keychain.verify().items.inconsistentCount == 0)
    }
    #expect(try keychain.secretText("mail 4", "ada 4") == "s 4")
  }
}
