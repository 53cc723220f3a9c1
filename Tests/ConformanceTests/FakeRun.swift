import Conformance
import Foundation

/// Runs case texts against fake doors.
struct FakeRun {
  let record = FakeRecord()
  var answers: [EngineAnswer] = []

  /// The line of the report for one case.
  /// - Parameter text: the case, as it stands in a file.
  func line(_ text: String) throws -> String {
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    return runner.run(ConformanceCase(json, place: "file.json#1")).line
  }

  /// The line for a case of these steps; its id is `case`.
  func line(steps: String...) throws -> String {
    try line(#"{"id":"case","area":"runner","steps":[\#(steps.joined(separator: ","))]}"#)
  }

  /// The line for a case with one copy that is answered with success and `result`, and looked at with a matcher.
  static func line(result: EngineValue?, matcher: String) throws -> String {
    let run = FakeRun(answers: [EngineAnswer(code: 0, result: result)])
    return try run.line(
      steps: #"{"call":"copy","query":{},"expect":{"status":"errSecSuccess","code":0,"result":\#(matcher)}}"#
    )
  }

  /// The line for a dictionary of one account, looked at with what stands in `contains`.
  static func line(account: EngineValue, contains: String) throws -> String {
    try line(
      result: .dictionary(["acct": account]),
      matcher: #"{"type":"dict","contains":{"kSecAttrAccount":\#(contains)}}"#
    )
  }

  var runner: CaseRunner { CaseRunner(makeDoor: entry.makeDoor) }

  var entry: DoorEntry {
    DoorEntry(name: "fake", summary: "scripted answers") { [answers, record] folder throws(DoorError) in
      record.add(folder: folder)
      return FakeDoor(answers: answers, record: record)
    }
  }
}
