public import KeychainSchema

/// One rule of the table in Rules.swift: when it applies, what then happens, and why.
public struct Rule: Sendable {
  /// What a rule does to a request it applies to.
  public enum Effect: Hashable, Sendable {
    /// The request is allowed, where no rule before this one forbade it.
    case permit
    /// The call ends with this status.
    case forbid(Status)
  }

  /// The name under which decisions cite it.
  public let name: String
  /// What it does to a request it applies to.
  public let effect: Effect

  let stages: [Stage]
  let operations: [ItemOperation]
  let applies: @Sendable (Request, Stage) -> Bool
  let reason: @Sendable (Request, Stage) -> String

  /// Reads as a sentence: a name and an effect, at some stages, on some operations, when, because.
  init(
    _ name: String, _ effect: Effect, at stages: [Stage], on operations: [ItemOperation] = ItemOperation.allCases,
    when applies: @escaping @Sendable (Request, Stage) -> Bool,
    because reason: @escaping @Sendable (Request, Stage) -> String
  ) {
    self.name = name
    self.effect = effect
    self.stages = stages
    self.operations = operations
    self.applies = applies
    self.reason = reason
  }
}

extension Rule: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
