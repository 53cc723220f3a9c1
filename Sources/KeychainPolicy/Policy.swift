/// The decisions: pure functions of a request and the table of rules.
package enum Policy {
  /// Decides one stage: the first rule of the table that applies.
  package static func decide(_ request: Request, at stage: Stage) -> Decision {
    Decision(rule: Rule.all[ruling(on: request, at: stage).rule], request: request, stage: stage)
  }

  /// The first denial in several stages, nil where none denies: what a call asks that only goes on or ends.
  package static func denial(of request: Request, in stages: ClosedRange<Stage>) -> Decision? {
    for raw in stages.lowerBound.rawValue...stages.upperBound.rawValue {
      guard let stage = Stage(rawValue: raw) else { continue }
      let (rule, isDenial) = ruling(on: request, at: stage)
      if isDenial { return Decision(rule: Rule.all[rule], request: request, stage: stage) }
    }
    return nil
  }

  /// Decides several stages in their order: the first denial, else what permitted the access group, else the last word.
  package static func decide(_ request: Request, in stages: ClosedRange<Stage> = .entitlements ... .item) -> Decision {
    var decisive: (rule: Int, stage: Stage)?
    for stage in Stage.allCases where stages.contains(stage) {
      let (rule, isDenial) = ruling(on: request, at: stage)
      if isDenial || decisive?.stage != .askedGroup { decisive = (rule, stage) }
      if isDenial { break }
    }
    guard let decisive else { preconditionFailure("a closed range of stages holds one") }
    return Decision(rule: Rule.all[decisive.rule], request: request, stage: decisive.stage)
  }

  /// The first rule that applies, by its place in the table.
  private static func ruling(on request: Request, at stage: Stage) -> (rule: Int, isDenial: Bool) {
    for candidate in candidates[request.operation.rawValue * Stage.allCases.count + stage.rawValue]
    where candidate.applies(request, stage) {
      return (candidate.rule, candidate.isDenial)
    }
    // INVARIANT: the last rule of every stage applies to whatever comes as far.
    preconditionFailure("a stage ends with a rule that always applies")
  }

  /// The table once more, by operation and stage: every call is judged, so only what could apply is ever looked at.
  private static let candidates: [[Candidate]] = ItemOperation.allCases.flatMap { operation in
    Stage.allCases.map { stage in
      Rule.all.enumerated().filter { $1.stages.contains(stage) && $1.operations.contains(operation) }
        .map { Candidate(rule: $0, isDenial: $1.effect != .permit, applies: $1.applies) }
    }
  }

  private struct Candidate {
    /// Its place in `Rule.all`.
    let rule: Int
    let isDenial: Bool
    let applies: @Sendable (Request, Stage) -> Bool
  }
}
