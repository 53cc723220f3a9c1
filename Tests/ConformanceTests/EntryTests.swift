import Conformance
import Foundation
import Testing

@Suite("conformance: entries") struct EntryTests {
  static let noon = Date(timeIntervalSince1970: 981_173_106)

  /// A value of a result, what `contains` says of it, and whether it passes.
  static let entries: [(value: EngineValue, contains: String, passes: Bool)] = [
    // a number is never a boolean
    (.number(1), "1", true),
    (.number(1), #"{"$number":1}"#, true),
    (.number(1), "true", false),
    (.boolean(true), "1", false),
    (.boolean(true), "true", true),
    (.number(0), "false", false),
    (.boolean(false), "0", false),
    (.fraction(1), "1", true),
    (.fraction(1.5), "1", false),
    (.fraction(1.5), "1.5", true),
    (.string("1"), "1", false),
    (.number(1), #""1""#, false),
    // strings are their UTF-8 bytes
    (.string("e\u{301}"), #""e\u0301""#, true),
    (.string("\u{e9}"), #""e\u0301""#, false),
    (.string("al\u{0}ice"), #""al\u0000ice""#, true),
    (.string("al"), #""al\u0000ice""#, false),
    (.string("class"), #"{"$const":"kSecClass"}"#, true),
    (.data(Data("a".utf8)), #""a""#, false),
    (.string("a"), #"{"$data":"YQ=="}"#, false),
    (.data(Data("a".utf8)), #"{"$data":"YQ=="}"#, true),
    (.data(Data(repeating: 7, count: 3)), #"{"$bytes":{"byte":7,"count":3}}"#, true),
    (.date(noon), #"{"$date":"2001-02-03T04:05:06Z"}"#, true),
    (.date(noon), #"{"$date":"2001-02-03T06:05:06+02:00"}"#, true),
    (.date(noon), #"{"$date":"2001-02-03T04:05:06.500Z"}"#, false),
    (.date(noon + 0.5), #"{"$date":"2001-02-03T04:05:06.500Z"}"#, true),
    (.date(noon), #"{"$date":"2001-02-03"}"#, false),
    (.null, #"{"$null":true}"#, true),
    (.string(""), #"{"$null":true}"#, false),
    (.array([.number(1)]), "[1]", true),
    (.array([.boolean(true)]), "[1]", false),
    (.dictionary(["acct": .number(1)]), #"{"kSecAttrAccount":1}"#, true),
    (.accessControl(["ak", "or"]), #"{"$accessControl":{"protection":"ak","flags":["or"]}}"#, true),
    (.accessControl(["ak", "or"]), #"{"$accessControl":{"protection":"ak","flags":["and"]}}"#, false),
    (.accessControl(["ak"]), #"{"$accessControl":{"protection":"zz","flags":[]}}"#, false),
    // types
    (.data(Data(count: 20)), #"{"$type":"data"}"#, true),
    (.data(Data(count: 20)), #"{"$type":"data","length":20}"#, true),
    (.data(Data(count: 19)), #"{"$type":"data","length":20}"#, false),
    (.string("\u{e9}"), #"{"$type":"string","length":2}"#, true),
    (.string("a"), #"{"$type":"data"}"#, false),
    (.number(0), #"{"$type":"number"}"#, true),
    (.fraction(0.5), #"{"$type":"number"}"#, true),
    (.boolean(true), #"{"$type":"number"}"#, false),
    (.date(noon), #"{"$type":"date"}"#, true),
    (.number(0), #"{"$type":"date"}"#, false),
    (.accessControl(["ak"]), #"{"$type":"accessControl"}"#, true),
    (.foreign("Engine"), #"{"$type":"accessControl"}"#, false),
    // conditions
    (.boolean(true), #"{"$truthy":true}"#, true),
    (.number(1), #"{"$truthy":true}"#, true),
    (.boolean(false), #"{"$truthy":true}"#, false),
    (.number(0), #"{"$truthy":true}"#, false),
    (.string("1"), #"{"$truthy":true}"#, false),
    (.date(noon), #"{"$nearNow":300}"#, false),
    (.number(0), #"{"$nearNow":300}"#, false),
  ]

  @Test(arguments: entries)
  func `an entry is judged by its type and its bytes`(value: EngineValue, contains: String, passes: Bool) throws {
    let line = try FakeRun.line(account: value, contains: contains)
    #expect(line.hasPrefix(passes ? "PASS case" : "FAIL case step 1: expected "), "\(line)")
  }

  @Test(arguments: [(-290.0, true), (290.0, true), (-310.0, false), (310.0, false)])
  func `near now means within so many seconds, before or after`(seconds: Double, passes: Bool) throws {
    let line = try FakeRun.line(account: .date(Date() + seconds), contains: #"{"$nearNow":300}"#)
    #expect(line.hasPrefix(passes ? "PASS" : "FAIL"), "\(line)")
  }

  @Test func `a number is not taken for a boolean on the way in either`() throws {
    let run = FakeRun(answers: [EngineAnswer.success])
    let step = #"{"call":"copy","query":{"raw:a":true,"raw:b":1,"raw:c":{"$number":0},"raw:d":false,"raw:e":[true,1]}}"#
    #expect(try run.line(steps: step) == "PASS case")
    #expect(
      run.record.dictionaries == [
        [
          "a": .boolean(true), "b": .number(1), "c": .number(0), "d": .boolean(false),
          "e": .array([.boolean(true), .number(1)]),
        ]
      ]
    )
  }
}
