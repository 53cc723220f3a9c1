import Conformance
import Foundation
import Testing

@Suite("conformance: results") struct MatcherTests {
  static let bytes = EngineValue.data(Data("pw".utf8))

  /// A result, a matcher, and what the line says after `step 1: `; nil where the case passes.
  static let results: [(result: EngineValue?, matcher: String, mismatch: String?)] = [
    (nil, "null", nil),
    (bytes, "null", "expected nothing, got the bytes `cHc=`"),
    (.array([]), "null", "expected nothing, got an array of 0"),
    // data
    (bytes, #"{"type":"data"}"#, nil),
    (bytes, #"{"type":"data","value":"cHc="}"#, nil),
    (bytes, #"{"type":"data","value":"eHg="}"#, "expected the bytes `eHg=`, got the bytes `cHc=`"),
    (.string("pw"), #"{"type":"data","value":"cHc="}"#, #"expected data, got "pw""#),
    (nil, #"{"type":"data"}"#, "expected data, got nothing"),
    (.data(Data()), #"{"type":"data","value":""}"#, nil),
    (bytes, #"{"type":"data","length":2,"prefix":"cA=="}"#, nil),
    (bytes, #"{"type":"data","length":3}"#, "expected 3 bytes, got the bytes `cHc=`"),
    (
      bytes, #"{"type":"data","prefix":"dw=="}"#,
      "expected data that begins with the bytes `dw==`, got the bytes `cHc=`"
    ),
    (bytes, #"{"type":"data","notValue":"eHg="}"#, nil),
    (bytes, #"{"type":"data","notValue":"cHc="}"#, "expected other data than the bytes `cHc=`, got the bytes `cHc=`"),
    // dictionaries
    (.dictionary([:]), #"{"type":"dict"}"#, nil),
    (bytes, #"{"type":"dict"}"#, "expected a dictionary, got the bytes `cHc=`"),
    (
      .dictionary(["acct": .string("a"), "svce": .string("s")]),
      #"{"type":"dict","contains":{"kSecAttrAccount":"a","raw:svce":"s"},"absent":["kSecAttrLabel"]}"#, nil
    ),
    (
      .dictionary(["acct": .string("b")]), #"{"type":"dict","contains":{"kSecAttrAccount":"a"}}"#,
      #"expected kSecAttrAccount to be "a", got "b""#
    ),
    (
      .dictionary([:]), #"{"type":"dict","contains":{"kSecAttrAccount":{"$type":"string"}}}"#,
      "expected kSecAttrAccount to be a string, got none"
    ),
    (
      .dictionary(["labl": .null]), #"{"type":"dict","absent":["kSecAttrLabel"]}"#,
      "expected kSecAttrLabel to be absent, got NSNull"
    ),
    // arrays
    (.array([bytes]), #"{"type":"array"}"#, nil),
    (bytes, #"{"type":"array","count":1}"#, "expected an array, got the bytes `cHc=`"),
    (.array([bytes]), #"{"type":"array","count":2}"#, "expected an array of 2, got one of 1"),
    (.array([]), #"{"type":"array","each":{"type":"dict"}}"#, nil),
    (
      .array([.dictionary([:]), bytes]), #"{"type":"array","each":{"type":"dict"}}"#,
      "expected each element to be a dictionary, got the bytes `cHc=`"
    ),
  ]

  @Test(arguments: results)
  func `a matcher takes what it describes and nothing else`(
    result: EngineValue?, matcher: String, mismatch: String?
  ) throws {
    let line = try FakeRun.line(result: result, matcher: matcher)
    #expect(line == (mismatch.map { "FAIL case step 1: \($0)" } ?? "PASS case"))
  }

  static let one = #"{"type":"data","value":"MQ=="}"#
  static let two = #"{"type":"data","value":"Mg=="}"#
  static let either = #"{"type":"data","length":1}"#

  /// The elements, each one character of data, and the items.
  static let arrays: [(elements: String, items: [String], passes: Bool)] = [
    ("12", [one, two], true),
    ("21", [one, two], true),
    ("11", [one, two], false),
    ("12", [one, one], false),
    ("13", [one, two], false),
    // The wide item must leave the element that only the narrow one can have.
    ("12", [either, one], true),
    ("21", [either, one], true),
    ("123", [either, either, two], true),
    ("113", [either, two, either], false),
    // Items without a count are the whole array.
    ("123", [one, two], false),
    ("", [], true),
  ]

  @Test(arguments: arrays)
  func `items are found in any order, each in an element of its own`(
    elements: String, items: [String], passes: Bool
  ) throws {
    let result = EngineValue.array(elements.map { .data(Data(String($0).utf8)) })
    let line = try FakeRun.line(
      result: result, matcher: #"{"type":"array","items":[\#(items.joined(separator: ","))]}"#)
    #expect(line.hasPrefix(passes ? "PASS case" : "FAIL case step 1: expected an "), "\(line)")
  }

  @Test func `a count may be greater than the items it goes with`() throws {
    let result = EngineValue.array([.data(Data("1".utf8)), .data(Data("9".utf8))])
    #expect(
      try FakeRun.line(result: result, matcher: #"{"type":"array","count":2,"items":[\#(Self.one)]}"#) == "PASS case"
    )
  }
}
