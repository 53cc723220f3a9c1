import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("review: tombstones and references") struct TombstoneTests {
  private static var query: [String: Any] { ["class": "genp", "svce": "s", "acct": "a"] }

  @Test func `a tombstone keeps the identifier of the item and drops its label`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add(Self.query + ["UUID": "identifier", "labl": "label", "icmt": "note", "v_Data": Data([1])])
    let reference = try #require(try keychain.copyMatching(Self.query + ["r_PersistentRef": true]) as? Data)
    let tombstones = Self.query + ["tomb": true]
    #expect(status { try keychain.copyMatching(tombstones) } == .itemNotFound)
    try keychain.delete(Self.query + ["u_Tomb": true])
    #expect(status { try keychain.copyMatching(["v_PersistentRef": reference]) } == .itemNotFound)
    let found = try #require(
      try keychain.copyMatching(tombstones + ["r_Attributes": true, "r_Data": true]) as? [String: Any])
    #expect(found["labl"] == nil)
    #expect(found["icmt"] == nil)
    #expect(found["v_Data"] == nil)
    #expect(status { try keychain.copyMatching(tombstones + ["UUID": "identifier"]) } == .success)
    try keychain.add(Self.query)
    #expect(try keychain.copyMatching(Self.query + ["r_PersistentRef": true]) as? Data == reference)
    #expect(status { try keychain.copyMatching(tombstones) } == .itemNotFound)
  }

  @Test func `a changed identity leaves a tombstone as the query says`() throws {
    for (flag, isSynchronizable, leaves): (Any?, Bool, Bool) in [
      (nil, false, false), (nil, true, true), (true, false, true), (false, true, false), (1, false, true),
      ("0", true, false),
    ] {
      let keychain = try Keychain.inMemory()
      try keychain.add("s", "a", isSynchronizable: isSynchronizable)
      var query = Self.query + ["sync": isSynchronizable]
      let reference = try keychain.copyMatching(query + ["r_PersistentRef": true]) as? Data
      query["u_Tomb"] = flag
      try keychain.update(query, ["acct": "b"])
      query["u_Tomb"] = nil
      #expect((status { try keychain.copyMatching(query + ["tomb": 1]) } == .success) == leaves)
      let moved = query + ["acct": "b", "r_PersistentRef": true]
      #expect(try keychain.copyMatching(moved) as? Data == reference)
      // Back over its own tombstone.
      try keychain.update(query + ["acct": "b", "u_Tomb": false], ["acct": "a"])
      #expect(try keychain.copyMatching(query + ["r_PersistentRef": true]) as? Data == reference)
      #expect(status { try keychain.copyMatching(query + ["tomb": 1]) } == .itemNotFound)
    }
  }

  @Test func `the creation date can be changed, and every change is later than the one before`() throws {
    let keychain = try Keychain.inMemory()
    let long = Date(timeIntervalSinceReferenceDate: 1)
    try keychain.add(Self.query + ["cdat": long, "mdat": long])
    func dates() throws -> (Date, Date) {
      let found = try #require(try keychain.copyMatching(Self.query + ["r_Attributes": true]) as? [String: Any])
      return (try #require(found["cdat"] as? Date), try #require(found["mdat"] as? Date))
    }
    var (created, modified) = try dates()
    #expect(created > long && modified > long)
    for _ in 0..<5 {
      try keychain.update(Self.query, ["cdat": long, "mdat": long])
      let (createdNow, modifiedNow) = try dates()
      #expect(createdNow == long)
      #expect(modifiedNow.timeIntervalSince(modified) >= 0.000_99)
      (created, modified) = (createdNow, modifiedNow)
    }
  }
}
