import Conformance
import Foundation
import Testing

@Suite("conformance: the engine") struct EngineCaseTests {
  @Test(arguments: DoorEntry.all, try EngineCase.all())
  func `the engine answers as the case says, through every door`(door: DoorEntry, engineCase: EngineCase) {
    let outcome = CaseRunner(makeDoor: door.makeDoor).run(engineCase.conformanceCase)
    #expect(outcome.failure == nil, "\(outcome.line)")
  }
}

extension DoorEntry: CustomTestStringConvertible {
  /// Shown by its name.
  public var testDescription: String { name }
}

/// A case of `Cases`, shown by its id.
struct EngineCase: Sendable, CustomTestStringConvertible {
  let conformanceCase: ConformanceCase

  var id: String { conformanceCase.id }
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
