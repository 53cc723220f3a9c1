import Conformance
import Testing

@Suite("conformance: what cannot be run") struct UnknownWordTests {
  /// Steps with one mistake each, and what the line says was got.
  static let mistakes: [(step: String, got: String)] = [
    (#"{"call":"frobnicate"}"#, "`frobnicate`"),
    (#"{"query":{}}"#, "none"),
    (#"{"call":"lock","query":{}}"#, "`query`"),
    (#"{"call":"lock","expect":{"status":"errSecSuccess"}}"#, "`expect`"),
    (#"{"call":"copy"}"#, "none"),
    (#"{"call":"update","query":{}}"#, "none"),
    (#"{"call":"copy","query":{},"attributes":{}}"#, "`attributes`"),
    (#"{"call":"delete","query":{},"resultPointer":false}"#, "`resultPointer`"),
    (#"{"call":"copy","query":{},"resultPointer":0}"#, "an integer"),
    (#"{"call":"copy","query":{},"expects":{}}"#, "`expects`"),
    (#"{"call":"setEntitlements"}"#, "none"),
    // keys and values
    (#"{"call":"copy","query":{"kSecAttrNonsense":1}}"#, "`kSecAttrNonsense`"),
    (#"{"call":"copy","query":{"acct":"a"}}"#, "`acct`"),
    (#"{"call":"copy","query":{"kSecClass":{"$const":"kSecClassNonsense"}}}"#, "`kSecClassNonsense`"),
    (#"{"call":"copy","query":{"kSecClass":{"$word":1}}}"#, "`$word`"),
    (#"{"call":"copy","query":{"kSecClass":{"$const":"kSecClass","more":1}}}"#, "`more`"),
    (#"{"call":"copy","query":{"kSecClass":null}}"#, "null, which is written `{\"$null\":true}`"),
    (#"{"call":"copy","query":{"kSecValueData":{"$data":"!"}}}"#, "`!`"),
    (
      #"{"call":"copy","query":{"kSecAttrCreationDate":{"$date":"2020-01-01T00:00:00Z and more"}}}"#,
      "`2020-01-01T00:00:00Z and more`"
    ),
    (#"{"call":"copy","query":{"kSecAttrCreationDate":{"$date":"2020-13-01"}}}"#, "`2020-13-01`"),
    (#"{"call":"copy","query":{"kSecAttrPort":{"$number":true}}}"#, "a boolean"),
    (#"{"call":"copy","query":{"kSecAttrPort":{"$number":"1"}}}"#, "a string"),
    (#"{"call":"copy","query":{"kSecValueData":{"$bytes":{"byte":256,"count":1}}}}"#, "an object"),
    (#"{"call":"copy","query":{"kSecValueData":{"$bytes":{"byte":1,"count":-1}}}}"#, "an integer"),
    (#"{"call":"copy","query":{"kSecUseAuthenticationContext":{"$authContext":"old"}}}"#, "`old`"),
    (#"{"call":"copy","query":{"kSecAttrCreator":1,"kSecAttrKeyCreator":1}}"#, "two names of one key"),
    (#"{"call":"createAccessControl","protection":"ak","flags":["touch"]}"#, "`touch`"),
    (#"{"call":"createAccessControl","flags":[]}"#, "none"),
    // expectations
    (#"{"call":"copy","query":{},"expect":{"status":"errSecNonsense"}}"#, "`errSecNonsense`"),
    (#"{"call":"copy","query":{},"expect":{"status":"errSecSuccess","code":-50}}"#, "[0] and [-50]"),
    (#"{"call":"copy","query":{},"expect":{"status":"errSecSuccess","statusAnyOf":["errSecParam"]}}"#, "both"),
    (#"{"call":"copy","query":{},"expect":{"statusAnyOf":[]}}"#, "an empty list"),
    (#"{"call":"copy","query":{},"expect":{"results":null}}"#, "`results`"),
    (#"{"call":"copy","query":{},"expect":{"result":{"type":"set"}}}"#, "`set`"),
    (#"{"call":"copy","query":{},"expect":{"result":{"contains":{}}}}"#, "none"),
    (#"{"call":"copy","query":{},"expect":{"result":{"type":"data","suffix":""}}}"#, "`suffix`"),
    (#"{"call":"copy","query":{},"expect":{"result":{"type":"dict","count":1}}}"#, "`count`"),
    (#"{"call":"copy","query":{},"expect":{"result":{"type":"array","each":null}}}"#, "null"),
    (#"{"call":"copy","query":{},"expect":{"result":{"type":"dict","absent":["acct"]}}}"#, "`acct`"),
    (contains(#"{"$type":"boolean"}"#), "`boolean`"),
    (contains(#"{"$type":"date","length":3}"#), "a date"),
    (contains(#"{"$near":3}"#), "`$near`"),
    (contains(#"{"$nearNow":true}"#), "a boolean"),
    (contains(#"{"$nearNow":3,"key":"kSecAttrLabel"}"#), "`key`"),
    (contains(#"{"$truthy":false}"#), "a boolean"),
    (contains(#"{"type":"data"}"#), "`type`"),
  ]

  static func contains(_ value: String) -> String {
    #"{"call":"copy","query":{},"expect":{"result":{"type":"dict","contains":{"kSecAttrLabel":\#(value)}}}}"#
  }

  @Test(arguments: mistakes)
  func `a step with a mistake is a failure, and nothing is run`(step: String, got: String) throws {
    let run = FakeRun(answers: [EngineAnswer.success])
    let line = try run.line(steps: #"{"call":"lock"}"#, step)
    #expect(line.hasPrefix("FAIL case step 2: expected "))
    #expect(line.hasSuffix(", got \(got)"), "\(line)")
    #expect(run.record.calls.isEmpty)
  }

  @Test(arguments: [
    (#"{"id":"c","steps":[]}"#, "FAIL c step 0: expected a case to have `steps`, got none"),
    (#"{"id":"c"}"#, "FAIL c step 0: expected a case to have `steps`, got none"),
    (#"{"steps":[{"call":"lock"}]}"#, "FAIL file.json#1 step 0: expected a case to have `id`, got none"),
    (
      #"{"id":"c","skip":true,"steps":[{"call":"lock"}]}"#,
      "FAIL c step 0: expected a known field of a case, got `skip`"
    ),
    ("[]", "FAIL file.json#1 step 0: expected a case to be an object, got an array"),
  ])
  func `a case with a mistake is a failure before its first step`(text: String, line: String) throws {
    #expect(try FakeRun().line(text) == line)
  }

  @Test func `a saved result that is not there is a failure of the step that wants it`() throws {
    let use = #"{"call":"copy","query":{"kSecValuePersistentRef":{"$saved":"p"}}}"#
    #expect(try FakeRun().line(steps: use) == "FAIL case step 1: expected a result saved as `p`, got none")
    let save = #"{"call":"copy","query":{},"save":"p"}"#
    let run = FakeRun(answers: [EngineAnswer.itemNotFound])
    #expect(try run.line(steps: save, use) == "FAIL case step 2: expected a result saved as `p`, got nothing")
  }
}
