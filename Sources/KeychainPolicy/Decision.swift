public import KeychainSchema

/// Whether something may be done, which rule decided, and why, in words.
public struct Decision: Sendable {
  /// The rule that decided.
  public let rule: Rule
  let request: Request
  let stage: Stage

  /// Whether it may be done.
  public var isAllowed: Bool { rule.effect == .permit }

  /// What a call ends with: success where it may go on.
  public var status: Status {
    switch rule.effect {
    case .permit: .success
    case .forbid(let status): status
    }
  }

  /// Why, with the groups asked for and held. Made when it is read: a look-up that succeeds builds no text.
  public var reason: String { rule.reason(request, stage) }
}

extension Decision: CustomStringConvertible {
  /// `allowed` or `denied`, and the reason.
  public var description: String {
    "\(isAllowed ? "allowed" : "denied"): \(reason)"
  }
}
