import Conformance
import Foundation
import Testing

@Suite("conformance: the engine") struct EngineCaseTests {
  /// Areas whose behaviour is still being built; their cases may fail, and any other may not.
  static let pendingAreas: Set = ["acl", "appclip", "corruption"]

  @Test(arguments: try EngineCase.all())
  func `the engine answers as the case says`(engineCase: EngineCase) {
    let outcome = CaseRunner(makeDoor: DoorEntry.kit.makeDoor).run(engineCase.conformanceCase)
    withKnownIssue(isIntermittent: true) {
      #expect(outcome.failure == nil, "\(outcome.line)")
    } when: {
      Self.pendingAreas.contains(engineCase.area)
    }
  }
}

/// A case of `Cases`, shown by its id.
struct EngineCase: Sendable, CustomTestStringConvertible {
  let conformanceCase: ConformanceCase

  var id: String { conformanceCase.id }
  var area: String { conformanceCase.area }
  var problem: StepFailure? { conformanceCase.problem }
  var testDescription: String { id }

  /// Every case of every file.
  static func all() throws -> [EngineCase] {
    let folder = Bundle.module.bundleURL.appending(path: "Cases")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "json" }
      .map { $0.path(percentEncoded: false) }
      .sorted()
      .flatMap { try CaseFile($0).cases.map(EngineCase.init) }
  }
}
