import Foundation

/// One case while it runs.
struct CaseRun {
  private let door: any ConformanceDoor
  private var saved = SavedResults()

  init(door: any ConformanceDoor) {
    self.door = door
  }

  mutating func perform(_ step: Step) throws(Mismatch) {
    guard let answer = try perform(step.action) else { return }
    try step.expectation?.check(answer, in: MatchContext(saved: saved, door: door, now: Date()))
    if let name = step.savedName {
      saved.save(answer.result, as: name)
    }
  }

  /// The answer of a call; nil for what has none.
  private func perform(_ action: Action) throws(Mismatch) -> EngineAnswer? {
    switch action {
    case .add(let attributes, let wantsResult):
      return door.add(try resolve(attributes), wantsResult: wantsResult)
    case .copy(let query, let wantsResult):
      return door.copyMatching(try resolve(query), wantsResult: wantsResult)
    case .update(let query, let attributes):
      return door.update(try resolve(query), attributes: try resolve(attributes))
    case .delete(let query):
      return door.delete(try resolve(query))
    case .createAccessControl(let template):
      return template.answer(through: door)
    case .setEntitlements(let entitlements):
      door.setEntitlements(entitlements)
    case .change(let change):
      do {
        try door.perform(change)
      } catch {
        throw Mismatch(expected: "\(change.rawValue) to be done", got: error.reason)
      }
    }
    return nil
  }

  private func resolve(_ dictionary: DictionaryTemplate) throws(Mismatch) -> [String: EngineValue] {
    try dictionary.resolved(with: saved, through: door)
  }
}

extension ConformanceDoor {
  fileprivate func perform(_ change: StateChange) throws(DoorError) {
    switch change {
    case .lock: try lock()
    case .unlock: try unlock()
    case .reboot: try reboot()
    case .setPasscode: try setPasscode()
    case .removePasscode: try removePasscode()
    case .corruptAll: try corruptAll()
    case .drainBackgroundWork: try drainBackgroundWork()
    }
  }
}
