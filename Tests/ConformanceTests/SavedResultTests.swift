import Conformance
import Foundation
import Testing

@Suite("conformance: saved results") struct SavedResultTests {
  static let reference = EngineValue.data(Data("reference".utf8))
  static let save = #"{"call":"copy","query":{},"save":"p"}"#

  /// The line for a case that saves one result and then expects another of the same call.
  static func line(saved: EngineValue, then result: EngineValue, matcher: String) throws -> String {
    try FakeRun(answers: [saved, result].map { EngineAnswer(code: 0, result: $0) })
      .line(steps: save, #"{"call":"copy","query":{},"expect":{"result":\#(matcher)}}"#)
  }

  @Test func `a result can be expected again, or not again`() throws {
    let other = EngineValue.data(Data("other".utf8))
    let saved = #"{"type":"data","saved":"p"}"#
    let notSaved = #"{"type":"data","notSaved":"p"}"#
    #expect(try Self.line(saved: Self.reference, then: Self.reference, matcher: saved) == "PASS case")
    #expect(try Self.line(saved: Self.reference, then: other, matcher: notSaved) == "PASS case")
    #expect(
      try Self.line(saved: Self.reference, then: other, matcher: saved)
        == "FAIL case step 2: expected the bytes `cmVmZXJlbmNl`, saved as `p`, got the bytes `b3RoZXI=`"
    )
    #expect(
      try Self.line(saved: Self.reference, then: Self.reference, matcher: notSaved)
        == "FAIL case step 2: expected other data than was saved as `p`, got the bytes `cmVmZXJlbmNl`"
    )
  }

  @Test func `a result, an entry of it or all of it goes into a later query`() throws {
    let saved = EngineValue.dictionary(["sha1": Self.reference, "acct": .string("a"), "svce": .string("s")])
    let run = FakeRun(answers: [EngineAnswer(code: 0, result: saved)])
    let line = try run.line(
      steps: Self.save,
      #"{"call":"copy","query":{"kSecAttrSHA1":{"$saved":"p","key":"kSecAttrSHA1"},"raw:x":{"$saved":"p"}}}"#,
      #"{"call":"delete","query":{"$merge":"p","kSecAttrAccount":"b"}}"#
    )
    #expect(line == "PASS case")
    #expect(
      run.record.dictionaries.dropFirst() == [
        ["sha1": Self.reference, "x": saved],
        ["sha1": Self.reference, "acct": .string("b"), "svce": .string("s")],
      ]
    )
  }

  @Test func `an entry that a saved result does not have is a failure`() throws {
    let run = FakeRun(answers: [EngineAnswer(code: 0, result: .dictionary(["acct": .string("a")]))])
    let use = #"{"call":"copy","query":{"kSecAttrSHA1":{"$saved":"p","key":"kSecAttrSHA1"}}}"#
    #expect(
      try run.line(steps: Self.save, use)
        == "FAIL case step 2: expected `kSecAttrSHA1` in the result saved as `p`, got a dictionary of acct"
    )
    let merge = #"{"call":"copy","query":{"$merge":"p"}}"#
    #expect(
      try FakeRun(answers: [EngineAnswer(code: 0, result: .number(1))]).line(steps: Self.save, merge)
        == "FAIL case step 2: expected a dictionary saved as `p`, got 1"
    )
  }

  @Test(arguments: [
    (1.0, true), (0.0, false), (-1.0, false),
  ])
  func `a later date is greater than the saved one, the same is not`(seconds: Double, passes: Bool) throws {
    let start = Date(timeIntervalSince1970: 1_000_000)
    let line = try Self.line(
      saved: .dictionary(["mdat": .date(start)]),
      then: .dictionary(["mdat": .date(start + seconds)]),
      matcher: #"""
        {"type":"dict","contains":
          {"kSecAttrModificationDate":{"$greaterThanSaved":"p","key":"kSecAttrModificationDate"}}}
        """#
    )
    #expect(line.hasPrefix(passes ? "PASS" : "FAIL case step 2"), "\(line)")
  }

  @Test func `a date is not greater than a number`() throws {
    let matcher = #"{"type":"dict","contains":{"raw:a":{"$greaterThanSaved":"p"}}}"#
    let line = try Self.line(saved: .number(0), then: .dictionary(["a": .date(Date())]), matcher: matcher)
    #expect(line.hasPrefix("FAIL case step 2: expected raw:a to be greater than what was saved as `p`"))
  }

  @Test func `what a step without a pointer or with a refusal leaves is nothing`() throws {
    let run = FakeRun(answers: [EngineAnswer(code: 0, result: Self.reference), EngineAnswer.itemNotFound])
    let use = #"{"call":"copy","query":{"raw:a":{"$saved":"p"}}}"#
    let line = try run.line(steps: Self.save, Self.save, use)
    #expect(line == "FAIL case step 3: expected a result saved as `p`, got nothing")
  }
}
