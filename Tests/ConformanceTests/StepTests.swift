import Conformance
import Foundation
import Testing

@Suite("conformance: steps") struct StepTests {
  @Test func `a wrong status is the failure of its step`() throws {
    let run = FakeRun(answers: [EngineAnswer.success, EngineAnswer.itemNotFound])
    let line = try run.line(
      steps: #"{"call":"add","query":{},"expect":{"status":"errSecSuccess","code":0}}"#,
      #"{"call":"lock"}"#,
      #"{"call":"delete","query":{},"expect":{"status":"errSecParam","code":-50}}"#,
      #"{"call":"unlock"}"#
    )
    #expect(line == "FAIL case step 3: expected errSecParam, got errSecItemNotFound")
    #expect(run.record.calls == ["add", "lock", "delete"])
  }

  @Test func `any of several statuses is right, and no other`() throws {
    let step =
      #"{"call":"copy","query":{},"expect":{"statusAnyOf":["errSecParam","errSecIO"],"codeAnyOf":[-50,-36]}}"#
    #expect(try FakeRun(answers: [EngineAnswer.inputOutput]).line(steps: step) == "PASS case")
    #expect(
      try FakeRun(answers: [EngineAnswer.success]).line(steps: step)
        == "FAIL case step 1: expected errSecParam or errSecIO, got errSecSuccess"
    )
  }

  @Test func `a code without a name is shown as it is`() throws {
    let step = #"{"call":"copy","query":{},"expect":{"status":"errSecSuccess","code":0}}"#
    let line = try FakeRun(answers: [EngineAnswer(code: -99)]).line(steps: step)
    #expect(line == "FAIL case step 1: expected errSecSuccess, got status -99")
  }

  @Test func `steps are run in order, with their dictionaries`() throws {
    let run = FakeRun(answers: Array(repeating: EngineAnswer.success, count: 4))
    let line = try run.line(
      steps: #"{"call":"add","query":{"kSecClass":{"$const":"kSecClassKey"}},"resultPointer":false}"#,
      #"{"call":"copy","query":{"raw:zz":1}}"#,
      #"{"call":"update","query":{"kSecAttrAccount":"a"},"attributes":{"kSecAttrLabel":"l"}}"#,
      #"{"call":"delete","query":{}}"#,
      #"{"call":"reboot"}"#, #"{"call":"setPasscode"}"#, #"{"call":"removePasscode"}"#,
      #"{"call":"drainBackgroundWork"}"#
    )
    #expect(line == "PASS case")
    #expect(
      run.record.calls == [
        "add without a pointer", "copy", "attributes", "update", "delete", "reboot", "setPasscode", "removePasscode",
        "drainBackgroundWork",
      ]
    )
    #expect(
      run.record.dictionaries == [
        ["class": .string("keys")], ["zz": .number(1)], ["labl": .string("l")], ["acct": .string("a")], [:],
      ]
    )
  }

  @Test func `what the door cannot do is a failure`() throws {
    let line = try FakeRun().line(steps: #"{"call":"corruptAll"}"#)
    #expect(line == "FAIL case step 1: expected corruptAll to be done, got nothing to corrupt")
  }

  @Test func `an access control is judged by what its constructor answers`() throws {
    let good = #"{"call":"createAccessControl","protection":{"$const":"kSecAttrAccessibleAlways"},"flags":["or"]"#
    let bad = #"{"call":"createAccessControl","protection":"zz","flags":[]"#
    let success = #","expect":{"status":"errSecSuccess","code":0}}"#
    let refusal = #","expect":{"status":"errSecParam","code":-50}}"#
    #expect(try FakeRun().line(steps: good + success, bad + refusal) == "PASS case")
    #expect(
      try FakeRun().line(steps: bad + success) == "FAIL case step 1: expected errSecSuccess, got errSecParam"
    )
    #expect(
      try FakeRun().line(steps: good + refusal) == "FAIL case step 1: expected errSecParam, got errSecSuccess"
    )
  }

  @Test func `entitlements keep their shapes, and an application has one where a case names none`() throws {
    let run = FakeRun()
    let step = #"""
      {"call":"setEntitlements","entitlements":{"a":true,"b":"x","c":["y"],"d":[],"e":1,"f":["y",1],"g":null}}
      """#
    #expect(try run.line(steps: step) == "PASS case")
    #expect(try run.line(#"{"id":"none","entitlements":{},"steps":[{"call":"lock"}]}"#) == "PASS none")
    #expect(
      run.record.entitlements == [
        ["application-identifier": .string("TEST.app")],
        [
          "a": .boolean(true), "b": .string("x"), "c": .strings(["y"]), "d": .strings([]), "e": .other, "f": .other,
          "g": .other,
        ],
        [:],
      ]
    )
  }

  @Test func `each case has a folder of its own, which is gone afterwards`() throws {
    let run = FakeRun()
    _ = try run.line(steps: #"{"call":"lock"}"#)
    _ = try run.line(steps: #"{"call":"corruptAll"}"#)
    #expect(Set(run.record.folders).count == 2)
    for folder in run.record.folders {
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }
}
