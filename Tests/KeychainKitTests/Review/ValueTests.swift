import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("review: values") struct ValueTests {
  private static var query: [String: Any] { ["class": "inet", "srvr": "box", "acct": "ada"] }

  /// What adding a port gives back, or the status.
  private func port(_ value: Any) throws -> (Status, Any?) {
    let keychain = try Keychain.inMemory()
    var found: Any?
    let answer = status { try keychain.add(Self.query + ["port": value]) }
    if answer == .success {
      found = (try keychain.copyMatching(Self.query + ["r_Attributes": true]) as? [String: Any])?["port"]
    }
    return (answer, found)
  }

  @Test func `a whole number of any type is a number`() throws {
    let values: [Any] = [
      Int8(7), UInt8(7), Int16(7), UInt16(7), Int32(7), UInt32(7), Int64(7), UInt64(7), UInt(7), 7.0, Float(7),
      NSNumber(value: 7), NSNumber(value: 7.0), NSNumber(value: UInt64(7)), NSDecimalNumber(string: "7"), "7",
    ]
    for value in values {
      let (answer, found) = try port(value)
      #expect(answer == .success)
      #expect(found as? Int == 7, "\(type(of: value))")
    }
    for value: Any in [true, NSNumber(value: true)] {
      let (answer, found) = try port(value)
      #expect(answer == .success)
      #expect(found as? Int == 1)
    }
  }

  @Test func `a number that no 64 bits hold cannot be handed over`() throws {
    let values: [Any] = [
      UInt64.max, UInt.max, NSNumber(value: UInt64.max), NSNumber(value: UInt64(1) << 63), 1e300, -1e300, Double.nan,
      Double.infinity, -Double.infinity, NSNumber(value: Double.nan), NSNumber(value: Double.infinity),
      NSNumber(value: 1e300), Float.nan, NSNumber(value: Float.infinity), NSDecimalNumber(string: "1.5"),
      NSDecimalNumber.notANumber,
    ]
    for value in values {
      #expect(try port(value).0 == .decode, "\(type(of: value))")
    }
  }

  @Test func `the ends of 64 bits are numbers`() throws {
    for value in [Int.max, Int.min] {
      for form: Any in [value, NSNumber(value: value), Int64(value)] {
        let (answer, found) = try port(form)
        #expect(answer == .success)
        #expect(found as? Int == value)
      }
    }
  }

  @Test func `Foundation's classes are read as what they hold`() throws {
    let keychain = try Keychain.inMemory()
    let item: [String: Any] = [
      "class": "genp" as NSString, "svce": "mail" as NSString, "acct": NSMutableString(string: "ada"),
      "v_Data": NSData(data: Data("secret".utf8)), "gena": NSMutableData(data: Data([1, 2])),
    ]
    #expect(status { try keychain.add(item) } == .success)
    let query: [String: Any] = ["class": "genp", "svce": "mail", "acct": "ada", "gena": Data([1, 2]), "r_Data": true]
    #expect(try keychain.copyMatching(query) as? Data == Data("secret".utf8))
    let dated: [String: Any] = ["class": "keys", "sdat": NSDate(timeIntervalSinceReferenceDate: 5)]
    #expect(status { try keychain.add(dated) } == .success)
    let date = Date(timeIntervalSinceReferenceDate: 5)
    #expect(status { try keychain.copyMatching(["class": "keys", "sdat": date]) } == .success)
  }

  @Test func `a date that is no moment is refused`() throws {
    let keychain = try Keychain.inMemory()
    for seconds in [Double.nan, .infinity, -.infinity] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(status { try keychain.add(["class": "keys", "sdat": date]) } == .parameter)
      #expect(status { try keychain.copyMatching(["class": "genp", "cdat": date]) } == .parameter)
      #expect(status { try keychain.update(["class": "genp"], ["cdat": date]) } == .parameter)
    }
  }

  @Test func `a number in a blob counts by its lowest 32 bits and comes back whole`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add(["class": "genp", "svce": "s", "acct": 0x1_0000_0007])
    #expect(status { try keychain.add(["class": "genp", "svce": "s", "acct": 7]) } == .duplicateItem)
    #expect(status { try keychain.add(["class": "genp", "svce": "s", "acct": Data([7, 0, 0, 0])]) } == .duplicateItem)
    let query: [String: Any] = ["class": "genp", "acct": 7, "r_Attributes": true]
    let found = try #require(try keychain.copyMatching(query) as? [String: Any])
    #expect(found["acct"] as? Int == 0x1_0000_0007)
    let labelled: [String: Any] = ["labl": 5]
    try keychain.update(["class": "genp"], labelled)
    #expect(status { try keychain.copyMatching(["class": "genp", "labl": Data([5, 0, 0, 0])]) } == .success)
    #expect(status { try keychain.copyMatching(["class": "genp", "labl": "5"]) } == .itemNotFound)
  }

  @Test func `empty is not absent, except where the uniqueness tuple cannot tell`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    for key in ["labl", "gena", "icmt"] {
      #expect(status { try keychain.copyMatching(["class": "genp", key: ""]) } == .itemNotFound, "\(key)")
    }
    for key in ["vwht", "tkid"] {
      #expect(status { try keychain.copyMatching(["class": "genp", key: ""]) } == .success, "\(key)")
      #expect(status { try keychain.copyMatching(["class": "genp", key: "x"]) } == .itemNotFound, "\(key)")
    }
    try keychain.add(["class": "genp", "acct": "token", "tkid": "t", "vwht": "v"])
    let query: [String: Any] = ["class": "genp", "tkid": "", "vwht": "", "m_Limit": "m_LimitAll", "r_Attributes": true]
    let found = try #require(try keychain.copyMatching(query) as? [[String: Any]])
    #expect(found.map { $0["acct"] as? String } == ["ada"])
  }

  @Test func `the digest finds its item and no other`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add("mail", "ada")
    try keychain.add("mail", "bob")
    let query: [String: Any] = ["class": "genp", "acct": "bob", "r_Attributes": true]
    let found = try #require(try keychain.copyMatching(query) as? [String: Any])
    let digest = try #require(found["sha1"] as? Data)
    #expect(digest.count == 20)
    let byDigest: [String: Any] = ["class": "genp", "sha1": digest, "m_Limit": "m_LimitAll", "r_Attributes": true]
    let again = try #require(try keychain.copyMatching(byDigest) as? [[String: Any]])
    #expect(again.map { $0["acct"] as? String } == ["bob"])
    #expect(status { try keychain.copyMatching(["class": "genp", "sha1": Data(count: 20)]) } == .itemNotFound)
  }
}
