/// Runs cases, each through a door of its own.
package struct CaseRunner: Sendable {
  /// Opens an empty store in an empty folder.
  package typealias MakeDoor = @Sendable (_ folder: String) throws(DoorError) -> any ConformanceDoor

  private let makeDoor: MakeDoor

  /// - Parameter makeDoor: called once a case.
  package init(makeDoor: @escaping MakeDoor) {
    self.makeDoor = makeDoor
  }

  /// Runs one case, from an empty store to its first failure or its end.
  package func run(_ conformanceCase: ConformanceCase) -> CaseOutcome {
    do throws(StepFailure) {
      try run(try conformanceCase.script.get())
      return CaseOutcome(id: conformanceCase.id, failure: nil)
    } catch {
      return CaseOutcome(id: conformanceCase.id, failure: error)
    }
  }

  private func run(_ script: CaseScript) throws(StepFailure) {
    let folder = try attempt { () throws(Mismatch) in try CaseFolder() }
    let outcome = Result { () throws(StepFailure) in try run(script, in: folder) }
    let removal = Result { () throws(StepFailure) in try attempt { () throws(Mismatch) in try folder.remove() } }
    // A failed step says more than a folder that is still in use after it.
    try outcome.get()
    try removal.get()
  }

  private func run(_ script: CaseScript, in folder: CaseFolder) throws(StepFailure) {
    let door = try attempt { () throws(Mismatch) in
      do throws(DoorError) {
        return try makeDoor(folder.path)
      } catch {
        throw Mismatch(expected: "an empty store", got: error.reason)
      }
    }
    door.setEntitlements(script.entitlements)
    var run = CaseRun(door: door)
    for (offset, step) in script.steps.enumerated() {
      try attempt(step: offset + 1) { () throws(Mismatch) in try run.perform(step) }
    }
  }

  private func attempt<R>(step: Int = 0, _ body: () throws(Mismatch) -> R) throws(StepFailure) -> R {
    do {
      return try body()
    } catch {
      throw StepFailure(step: step, mismatch: error)
    }
  }
}

/// How one case ended.
package struct CaseOutcome: Sendable {
  /// The id of the case.
  package let id: String
  /// nil where it passed.
  package let failure: StepFailure?

  /// The line of the report.
  package var line: String {
    guard let failure else { return "PASS \(id)" }
    return "FAIL \(id) step \(failure.step): \(failure.mismatch)"
  }
}
