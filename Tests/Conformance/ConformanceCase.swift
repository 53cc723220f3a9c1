/// One case: an id and the steps that are run on an empty store.
package struct ConformanceCase: Sendable {
  /// What the report calls it.
  package let id: String
  /// What it is about, such as `add`; empty where it does not say.
  package let area: String
  /// What there is to run, or why the case cannot be run.
  let script: Result<CaseScript, StepFailure>

  /// Reads a case; a mistake in it is kept, to be reported as the case's failure.
  /// - Parameter place: what to call a case that has no id, such as `add.json#3`.
  package init(_ json: JSONValue, place: String) {
    var id = place
    var area = ""
    do throws(StepFailure) {
      script = .success(try CaseScript(json, id: &id, area: &area))
    } catch {
      script = .failure(error)
    }
    self.id = id
    self.area = area
  }
}

extension ConformanceCase {
  /// Why the case cannot be run; nil where it can.
  package var problem: StepFailure? {
    switch script {
    case .success: nil
    case .failure(let problem): problem
    }
  }
}

/// What a case runs.
struct CaseScript: Sendable {
  let entitlements: [String: Entitlement]
  let steps: [Step]

  fileprivate init(_ json: JSONValue, id: inout String, area: inout String) throws(StepFailure) {
    let stepsJSON: [JSONValue]
    do throws(Mismatch) {
      var fields = try Fields(json, of: "case")
      id = try fields.requireString("id")
      area = try fields.takeString("area") ?? ""
      entitlements = try fields.takeEntitlements("entitlements") ?? ["application-identifier": .string("TEST.app")]
      for name in ["source", "confidence", "note"] { _ = try fields.takeString(name) }
      _ = try fields.takeBoolean("surprise")
      guard let array = try fields.takeArray("steps"), !array.isEmpty else {
        throw Mismatch(expected: "a case to have `steps`", got: "none")
      }
      stepsJSON = array
      try fields.finish()
    } catch {
      throw StepFailure(step: 0, mismatch: error)
    }
    steps = try stepsJSON.enumerated().map { offset, json throws(StepFailure) in
      do throws(Mismatch) {
        return try Step(json)
      } catch {
        throw StepFailure(step: offset + 1, mismatch: error)
      }
    }
  }
}

/// Where a case failed, and how.
package struct StepFailure: Error, Equatable {
  /// Counted from 1; 0 is the case itself, before its first step.
  package let step: Int
  /// What was expected there, and what there was.
  package let mismatch: Mismatch
}
