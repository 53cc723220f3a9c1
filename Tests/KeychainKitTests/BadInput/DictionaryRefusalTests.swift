import Foundation
import KeychainKit
import TestSupport
import Testing

/// A dictionary that a call refuses.
private struct Refusal {
  let name: String
  let dictionary: [String: Any]
  let status: Status
}

@Suite("bad input: dictionaries") struct DictionaryRefusalTests {
  // swift-format-ignore
  private static var ofEveryQuery: [Refusal] {
    [
    Refusal(name: "an empty dictionary",       dictionary: [:], status: .parameter),
    Refusal(name: "no class",                  dictionary: ["acct": "a"], status: .parameter),
    Refusal(name: "a class that is no text",   dictionary: ["class": 1], status: .parameter),
    Refusal(name: "a class that is null",      dictionary: ["class": NSNull()], status: .parameter),
    Refusal(name: "an unknown class",          dictionary: ["class": "nope"], status: .noSuchClass),
    Refusal(name: "an unknown class of three", dictionary: ["class": "gen"], status: .noSuchClass),
    Refusal(name: "Apple shares",              dictionary: ["class": "apls"], status: .noSuchClass),
    Refusal(name: "an unknown attribute",      dictionary: ["class": "genp", "zzzz": "a"], status: .noSuchAttribute),
    Refusal(name: "another class's attribute", dictionary: ["class": "genp", "srvr": "a"], status: .noSuchAttribute),
    Refusal(name: "an app clip's attribute",   dictionary: ["class": "genp", "clip": 1], status: .parameter),
    Refusal(name: "an empty key",              dictionary: ["class": "genp", "": "a"], status: .parameter),
    Refusal(name: "a key of one letter",       dictionary: ["class": "genp", "x": "a"], status: .parameter),
    Refusal(name: "another key with c",        dictionary: ["class": "genp", "classy": "a"], status: .parameter),
    Refusal(name: "another key with r",        dictionary: ["class": "genp", "r_Everything": true], status: .parameter),
    Refusal(name: "another key with u",        dictionary: ["class": "genp", "u_Everything": true], status: .parameter),
    Refusal(name: "another key with v",        dictionary: ["class": "genp", "v_Everything": true], status: .parameter),
    Refusal(name: "another long key",          dictionary: ["class": "genp", "everything": true], status: .parameter),
    Refusal(name: "a return key as a number",  dictionary: ["class": "genp", "r_Data": 1], status: .parameter),
    Refusal(name: "a return key as text",      dictionary: ["class": "genp", "r_Attributes": "true"], status: .parameter),
    Refusal(name: "a return key as null",      dictionary: ["class": "genp", "r_PersistentRef": NSNull()], status: .parameter),
    Refusal(name: "a secret that is text",     dictionary: ["class": "genp", "v_Data": "text"], status: .parameter),
    Refusal(name: "a secret that is null",     dictionary: ["class": "genp", "v_Data": NSNull()], status: .parameter),
    Refusal(name: "a reference that is text",  dictionary: ["class": "genp", "v_PersistentRef": "text"], status: .parameter),
    Refusal(name: "a reference of 19 bytes",   dictionary: ["class": "genp", "v_PersistentRef": Data("genp".utf8) + Data(count: 15)], status: .parameter),
    Refusal(name: "an empty reference",        dictionary: ["class": "genp", "v_PersistentRef": Data()], status: .parameter),
    Refusal(name: "a reference to no class",   dictionary: ["v_PersistentRef": Data("nope".utf8) + Data(count: 16)], status: .parameter),
    Refusal(name: "a reference to another class", dictionary: ["class": "genp", "v_PersistentRef": Data("inet".utf8) + Data(count: 16)], status: .noSuchClass),
    Refusal(name: "an object",                 dictionary: ["class": "genp", "v_Ref": Data()], status: .parameter),
    Refusal(name: "an unknown accessibility",  dictionary: ["class": "genp", "pdmn": "zz"], status: .parameter),
    Refusal(name: "a sync that is a word",     dictionary: ["class": "genp", "sync": "both"], status: .parameter),
    Refusal(name: "a sync of two",             dictionary: ["class": "genp", "sync": 2], status: .parameter),
    Refusal(name: "a tombstone of two",        dictionary: ["class": "genp", "tomb": 2], status: .parameter),
    Refusal(name: "an access control as text", dictionary: ["class": "genp", "accc": "ak"], status: .parameter),
    Refusal(name: "an access control as null", dictionary: ["class": "genp", "accc": NSNull()], status: .parameter),
    Refusal(name: "two credentials",           dictionary: ["class": "genp", "u_AuthCtx": 1, "u_CredRef": Data()], status: .parameter),
    Refusal(name: "the system keychain",       dictionary: ["class": "genp", "u_SystemKeychain": true], status: .missingEntitlement),
    Refusal(name: "a foreign group",           dictionary: ["class": "genp", "agrp": "team.z"], status: .missingEntitlement),
    Refusal(name: "a sharing group",           dictionary: ["class": "genp", "ggrp": "g"], status: .missingEntitlement),
    Refusal(name: "a fraction",                dictionary: ["class": "inet", "port": 1.5], status: .decode),
    Refusal(name: "a fraction in an array",    dictionary: ["class": "genp", "acct": [1.5]], status: .decode),
    ]
  }

  @Test func `each is answered by its status in all four calls, and changes nothing`() throws {
    let keychain = try TemporaryKeychain()
    try keychain.keychain.add("mail", "ada")
    let before = try FileContent(of: keychain)
    for refusal in Self.ofEveryQuery {
      let calls: [(String, Status)] = [
        ("add", status { try keychain.keychain.add(refusal.dictionary) }),
        ("copy", status { try keychain.keychain.copyMatching(refusal.dictionary) }),
        ("update", status { try keychain.keychain.update(refusal.dictionary, ["labl": "l"]) }),
        ("delete", status { try keychain.keychain.delete(refusal.dictionary) }),
      ]
      for (call, status) in calls { #expect(status == refusal.status, "\(call): \(refusal.name)") }
    }
    #expect(try FileContent(of: keychain) == before)
  }

  @Test func `fields that need an entitlement are refused where something is written`() throws {
    let keychain = try TemporaryKeychain()
    let before = try FileContent(of: keychain)
    for query: [String: Any] in [
      ["class": "genp", "pcss": 1], ["class": "genp", "pcsk": Data()], ["class": "genp", "pcsi": Data()],
      ["class": "inet", "bin0": Data()], ["class": "inet", "binn": Data()], ["class": "genp", "sysb": 1],
    ] {
      #expect(status { try keychain.keychain.add(query) } == .missingEntitlement)
      #expect(status { try keychain.keychain.update(query, [:]) } == .missingEntitlement)
      // A read and a delete with one in the query match nothing, as on Apple's platforms.
      #expect(status { try keychain.keychain.copyMatching(query) } == .itemNotFound)
      #expect(status { try keychain.keychain.delete(query) } == .itemNotFound)
    }
    #expect(try FileContent(of: keychain) == before)
  }

  // swift-format-ignore
  private static var ofAnUpdate: [Refusal] {
    [
    Refusal(name: "a class",              dictionary: ["class": "genp"], status: .noSuchAttribute),
    Refusal(name: "a return key",         dictionary: ["r_Data": true], status: .noSuchAttribute),
    Refusal(name: "a match key",          dictionary: ["m_Limit": 1], status: .noSuchAttribute),
    Refusal(name: "a use key",            dictionary: ["u_Tomb": true], status: .noSuchAttribute),
    Refusal(name: "a reference",          dictionary: ["v_PersistentRef": Data(count: 20)], status: .noSuchAttribute),
    Refusal(name: "an unknown attribute", dictionary: ["zzzz": "a"], status: .noSuchAttribute),
    Refusal(name: "an inet attribute",    dictionary: ["srvr": "a"], status: .noSuchAttribute),
    Refusal(name: "an app clip's",        dictionary: ["clip": 1], status: .parameter),
    Refusal(name: "a null label",         dictionary: ["labl": NSNull()], status: .parameter),
    Refusal(name: "a null secret",        dictionary: ["v_Data": NSNull()], status: .parameter),
    Refusal(name: "a secret as text",     dictionary: ["v_Data": "text"], status: .parameter),
    Refusal(name: "a date as text",       dictionary: ["cdat": "yesterday"], status: .parameter),
    Refusal(name: "a wrong accessibility", dictionary: ["pdmn": "zz"], status: .parameter),
    Refusal(name: "until the next start", dictionary: ["pdmn": "f"], status: .parameter),
    Refusal(name: "a tombstone",          dictionary: ["tomb": 1], status: .parameter),
    Refusal(name: "a sync of two",        dictionary: ["sync": 2], status: .parameter),
    Refusal(name: "a foreign group",      dictionary: ["agrp": "team.z"], status: .missingEntitlement),
    Refusal(name: "a plain-text field",   dictionary: ["pcss": 1], status: .missingEntitlement),
    Refusal(name: "a fraction",           dictionary: ["labl": 0.5], status: .decode),
    Refusal(name: "a class not syncable", dictionary: ["pdmn": "aku", "sync": true], status: .parameter),
    ]
  }

  @Test func `attributes to update are refused, and change nothing`() throws {
    let keychain = try TemporaryKeychain()
    try keychain.keychain.add("mail", "ada")
    let before = try FileContent(of: keychain)
    for refusal in Self.ofAnUpdate {
      let status = status {
        try keychain.keychain.update(["class": "genp"], refusal.dictionary)
      }
      #expect(status == refusal.status, "\(refusal.name)")
    }
    #expect(try FileContent(of: keychain) == before)
  }

  // swift-format-ignore
  private static var ofACopy: [Refusal] {
    [
    Refusal(name: "a limit of nothing",      dictionary: ["class": "genp", "m_Limit": 0], status: .itemNotFound),
    Refusal(name: "a limit as a boolean",    dictionary: ["class": "genp", "m_Limit": true], status: .parameter),
    Refusal(name: "a limit as a word",       dictionary: ["class": "genp", "m_Limit": "some"], status: .parameter),
    Refusal(name: "a limit as null",         dictionary: ["class": "genp", "m_Limit": NSNull()], status: .parameter),
    Refusal(name: "issuers of a password",   dictionary: ["class": "genp", "m_Issuers": [Data([0x30, 0])]], status: .unimplemented),
    Refusal(name: "a host of genp",          dictionary: ["class": "genp", "m_HostOrSubdomainOfHost": "a.b"], status: .unimplemented),
    Refusal(name: "a list of items",         dictionary: ["class": "genp", "u_ItemList": [Data()]], status: .parameter),
    Refusal(name: "a reference and a name",  dictionary: ["v_PersistentRef": Data("genp".utf8) + Data(count: 16), "acct": "a"], status: .parameter),
    Refusal(name: "a reference nobody has",  dictionary: ["v_PersistentRef": Data("genp".utf8) + Data(count: 16)], status: .itemNotFound),
    ]
  }

  @Test func `a copy refuses what only a copy takes`() throws {
    let keychain = try TemporaryKeychain()
    try keychain.keychain.add("mail", "ada")
    for refusal in Self.ofACopy {
      let status = status { try keychain.keychain.copyMatching(refusal.dictionary) }
      #expect(status == refusal.status, "\(refusal.name)")
    }
  }

  @Test func `update and delete take no limit, whatever its value`() throws {
    let keychain = try TemporaryKeychain()
    try keychain.keychain.add("mail", "ada")
    for limit: Any in ["m_LimitAll", "m_LimitOne", 1, 2, -1] {
      let query: [String: Any] = ["class": "genp", "m_Limit": limit]
      #expect(status { try keychain.keychain.update(query, [:]) } == .parameter)
      #expect(status { try keychain.keychain.delete(query) } == .parameter)
    }
    #expect(try keychain.keychain.itemCount() == 1)
  }
}
